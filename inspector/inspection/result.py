"""What one load of a project gives to every surface."""

import msgspec

from inspector.controls import Join
from inspector.inspection.suppression import Suppressed
from inspector.model import Controls, Finding, Registry, RootExploration, Scenario, Space, Suggestion


class Everywhere(msgspec.Struct, frozen=True, kw_only=True):
    """What there is in any scenario."""

    loaded: Registry
    """Of the scenario that was loaded, as the worker answered: without ids and approvals by table."""
    registry: Registry
    """Every consumer and tool, each with its scenarios."""
    controls: Controls
    """Every list, prompt and table, each with its scenarios."""


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

    space: Space | None = None
    """Every legal scenario; None for a project without flags."""
    scenario: Scenario = Scenario()
    """The one that `registry` and `join` show."""
    exploration: tuple[RootExploration, ...] = ()
    """What re-running the project's decisions under other flags has shown, one for each import root."""
    whole: Everywhere | None = None
    """What the findings are about; None where nothing was explored."""

    @property
    def everywhere(self) -> Registry:
        """The registry over all scenarios: every tool of any of them, with its presence."""
        return self.whole.registry if self.whole is not None else self.registry

    @property
    def empty(self) -> bool:
        """Nothing could be inspected: no consumer is shown."""
        return not self.registry.consumers
