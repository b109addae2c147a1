"""What the screen shows: the newest registry, with the last good version of what has just broken."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from inspector.controls import ConsumerJoin, Ghost, Join, ToolControls
from inspector.flags.space import position
from inspector.inspection import Inspection, Suppressed
from inspector.model import (
    Consumer,
    Controls,
    Finding,
    LoadFailure,
    Registry,
    Scenario,
    Space,
    Suggestion,
    Tool,
)
from inspector.report import suggested_sets
from inspector.report.found import Found
from inspector.tui import glyphs
from inspector.tui.listing_marks import Mark


@dataclass(frozen=True)
class Snapshot:
    """Immutable state of the screen after a load or a flip; marks compare it with what was shown before."""

    registry: Registry
    """Of the scenario shown."""
    findings: tuple[Finding, ...] = ()
    """Of all scenarios, in the order of the rules."""
    suppressed: tuple[Suppressed, ...] = ()
    controls: Controls = field(default_factory=Controls)
    join: Join = field(default_factory=Join)
    suggestions: tuple[Suggestion, ...] = ()
    error: str = ""
    """Why the declared sets are left out; empty when they aren't."""
    notices: tuple[str, ...] = ()
    """What the config and comments ask for in vain, in sentences."""
    stale: frozenset[str] = frozenset()
    """Ids of consumers shown in their last good version, since their module fails now."""
    broken: tuple[LoadFailure, ...] = ()
    """Failures that were not there when the project was first loaded."""
    known_failures: frozenset[str] = frozenset()
    consumer_marks: Mapping[str, Mark] = field(default_factory=dict)
    tool_marks: Mapping[str, Mapping[str, Mark]] = field(default_factory=dict)
    """By consumer id, then tool key."""
    removed_tools: Mapping[str, tuple[Tool, ...]] = field(default_factory=dict)
    removed: tuple[Consumer, ...] = ()
    ghost_marks: Mapping[str, Mapping[str, Mark]] = field(default_factory=dict)
    """By consumer id, then listed name."""
    removed_ghosts: Mapping[str, tuple[Ghost, ...]] = field(default_factory=dict)
    inspection: Inspection | None = None
    """What it was made from; None for one that was made by hand."""

    @property
    def space(self) -> Space | None:
        """Of the flags; None where there are none."""
        return self.inspection.space if self.inspection is not None else None

    @property
    def scenario(self) -> Scenario:
        """The one that is shown."""
        return self.inspection.scenario if self.inspection is not None else Scenario()

    @cached_property
    def here(self) -> tuple[int, ...]:
        """The scenario shown, as positions in the space."""
        return position(self.space, self.scenario) if self.space is not None else ()

    def holds_here(self, finding: Finding) -> bool:
        """Whether it is one in the scenario shown."""
        return finding.holds is None or not self.here or finding.holds.holds(self.here)

    @cached_property
    def findings_here(self) -> tuple[Finding, ...]:
        """Those of the scenario shown."""
        return tuple(filter(self.holds_here, self.findings))

    @property
    def badge(self) -> str:
        """What the findings come to: counts, else how many suggested sets disagree, else a tick."""
        disagreeing = suggested_sets.disagreeing(self.suggestions)
        agreement = f"{glyphs.DISAGREE}{disagreeing}" if disagreeing else self.all_well
        return glyphs.badge(self.findings) or agreement

    @property
    def all_well(self) -> str:
        """The sign for what has no findings: no tick where the declared sets are left out."""
        return "?" if self.error else "✓"

    @cached_property
    def found(self) -> Found:
        """The findings of the scenario shown, by the rows they mark."""
        return Found(self.findings_here)

    @cached_property
    def _by_id(self) -> dict[str, Consumer]:
        return {one.id: one for one in reversed((*self.registry.consumers, *self.removed))}

    def consumer(self, identifier: str) -> Consumer | None:
        """The consumer of that id, also one that was just removed."""
        return self._by_id.get(identifier)

    def tools(self, consumer: Consumer) -> tuple[Tool, ...]:
        """Its tools, followed by those that were just removed."""
        return (*consumer.tools, *self.removed_tools.get(consumer.id, ()))

    def ghosts(self, consumer: str) -> tuple[Ghost, ...]:
        """Names listed for it without a tool, followed by those that are so no more."""
        joined = self.join.consumers.get(consumer, NOT_JOINED)
        return (*joined.ghosts, *self.removed_ghosts.get(consumer, ()))

    def listed(self, consumer: str, tool: str) -> ToolControls:
        """What the control sets say of a tool."""
        return self.join.consumers.get(consumer, NOT_JOINED).tools.get(tool, NOT_LISTED)

    def mark(self, consumer: str, tool: str) -> Mark | None:
        return self.tool_marks.get(consumer, {}).get(tool)


NOT_JOINED = ConsumerJoin()
NOT_LISTED = ToolControls()


def first(loaded: Inspection) -> Snapshot:
    """The snapshot of a first load: nothing is marked, nothing counts as newly broken."""
    return Snapshot(
        loaded.registry,
        loaded.findings,
        loaded.suppressed,
        loaded.controls,
        loaded.join,
        loaded.suggestions,
        error=loaded.error,
        notices=loaded.notices,
        known_failures=frozenset(failure.ref for failure in loaded.registry.failures),
        inspection=loaded,
    )
