"""What one load of a project gives to every surface."""

import msgspec

from inspector.controls import Join
from inspector.inspection.suppression import Suppressed
from inspector.model import Controls, Finding, Registry, Suggestion


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """One finished load with what the rules say of it."""

    registry: Registry
    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...] = ()
    controls: Controls = Controls()
    """Every list, prompt and table that quotes names of tools."""
    join: Join = Join()
    """The tools beside the sets that list them, and the listed names without a tool."""
    suggestions: tuple[Suggestion, ...] = ()
    """Collections that look like control sets; none where the config declares sets."""
    log: tuple[str, ...] = ()
    """Output of the project while it was loaded, as it came: raw, to be escaped before showing."""
    notices: tuple[str, ...] = ()
    """What the config says of consumers that aren't there, and comments in vain, in sentences."""
    error: str = ""
    """Why the declared sets are left out, where `keep_going` asked for the rest; empty when they aren't."""

    @property
    def empty(self) -> bool:
        """Nothing could be inspected: no consumer is shown."""
        return not self.registry.consumers
