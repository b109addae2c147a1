"""What a load met and could not show as a consumer, or could not heed, in one shape for lists and details."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from inspector.model import Location, Registry
from inspector.report.escape import visible
from inspector.tui.lines import Column, Line

COLUMNS = (
    Column("What", 0, minimum=20, maximum=60, keep_end=True),
    Column("Why", 1, minimum=20, maximum=90),
    Column("Where", 2, minimum=16, maximum=50, keep_end=True),
)
FAILED, NOT_INSPECTED, SEEN = "Failed to load", "Not inspected", "Seen in source"
WOULD_RUN, UNSTABLE, STUBBED = "Runs stopped", "Not reproducible", "Stubbed packages"
WITHOUT_EFFECT = "Without effect"
"""What the config asks for in vain, and comments that silence nothing."""


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that isn't in the registry, or isn't to be trusted, and why; texts are raw."""

    kind: str
    what: str
    why: str
    location: Location | None = None
    detail: str = ""
    """Traceback, difference, or config lines to add."""

    @property
    def key(self) -> str:
        of_several = self.why if self.kind == WITHOUT_EFFECT else ""
        return f"issue:{self.kind}:{self.what}:{self.location}{of_several}"

    @property
    def is_failure(self) -> bool:
        return self.kind == FAILED

    @property
    def search(self) -> str:
        return visible(f"{self.what} {self.why} {self.location or ''}").lower()


def issues_of(registry: Registry, notices: Iterable[str] = ()) -> list[Issue]:
    """Everything a load could not show, worst first, and what its notices say last."""
    failed = [Issue(FAILED, one.ref, one.error, one.location, one.traceback) for one in registry.failures]
    unstable = [
        Issue(UNSTABLE, one.ref, "two builds differ", _at(one.path, one.line), one.difference)
        for one in registry.unstable
    ]
    uninspected = [
        Issue(NOT_INSPECTED, one.ref, one.reason, _at(one.path, one.line), one.config)
        for one in registry.not_inspected
    ]
    seen = [
        Issue(
            SEEN,
            f"{one.name or 'an agent'} in {one.within or 'the module'}",
            one.reason,
            _at(one.path, one.line),
        )
        for one in registry.seen
    ]
    runs = [
        Issue(WOULD_RUN, one.agent, "started a run while being imported", _at(one.path, one.line))
        for one in registry.would_run
    ]
    stubbed = [Issue(STUBBED, name, "a stand-in took its place") for name in registry.stubbed]
    return [*failed, *unstable, *uninspected, *seen, *runs, *stubbed, *_noticed(notices)]


def _noticed(notices: Iterable[str]) -> Iterator[Issue]:
    """A notice is a sentence after `path: ` or `path:line: `."""
    for notice in notices:
        place, _, why = notice.partition(": ")
        path, _, line = place.rpartition(":")
        location = Location(path, int(line)) if path and line.isdecimal() else Location(place, None)
        yield Issue(WITHOUT_EFFECT, place, why, location)


def by_kind(issues: list[Issue]) -> dict[str, list[Issue]]:
    """Issues grouped, in order of first appearance."""
    groups: dict[str, list[Issue]] = {}
    for issue in issues:
        groups.setdefault(issue.kind, []).append(issue)
    return groups


def issue_lines(issues: list[Issue]) -> list[Line]:
    """One line for each issue."""
    return [
        Line(
            key=issue.key,
            cells=(visible(issue.what), visible(issue.why), visible(str(issue.location or ""))),
            styles=("error" if issue.is_failure else "strong", "plain", "muted"),
            search=issue.search,
        )
        for issue in issues
    ]


def _at(path: str | None, line: int | None) -> Location | None:
    return Location(path, line) if path is not None else None
