"""What one load of a project gives to every surface."""

import msgspec

from inspector.inspection.suppression import Suppressed
from inspector.model import Finding, Registry


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """One finished load with what the rules say of it."""

    registry: Registry
    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...] = ()
    log: tuple[str, ...] = ()
    """Output of the project while it was loaded, as it came: raw, to be escaped before showing."""

    unmatched: tuple[str, ...] = ()
    """What the config says of consumers that aren't there, in sentences."""

    @property
    def empty(self) -> bool:
        """Nothing could be inspected: no consumer is shown."""
        return not self.registry.consumers
