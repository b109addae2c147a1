"""One call of a factory: in which scenario it was made, what it read, and what came of it."""

from dataclasses import dataclass
from typing import Any, Optional, Tuple

from .recorder import StoppedAtRun
from .space import Scenario, Space


@dataclass
class Call:
    """What became of one call; either a value or an error."""

    scenario: Scenario
    value: Any = None
    error: Optional[BaseException] = None
    reads: "Tuple[int, ...]" = ()
    """Variables of the space, in the order in which they were first read."""

    given: bool = False
    """Whether it was given flags, a context or the tenant, and so may read them later on."""
    built: "frozenset[int]" = frozenset()
    """Ids of the agents that were constructed meanwhile."""

    @property
    def depends(self) -> bool:
        """Whether what it gives can be another one under other flags."""
        return bool(self.reads) or self.given

    def lacks_tenant(self, space: Space) -> bool:
        """Whether it failed after it had asked for the tenant's name in a scenario that has none."""
        asked = space.tenant_at in self.reads
        failed = self.error is not None and not isinstance(self.error, StoppedAtRun)
        return asked and failed and space.tenant(self.scenario) is None
