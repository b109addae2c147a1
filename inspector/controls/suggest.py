"""Collections of strings in the project that look like control sets which no config declares."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, Protocol

from inspector.controls.names import Names
from inspector.controls.spelling import words
from inspector.model import ListedName, Location, Registry, Suggestion

SuggestedKind = Literal["stop", "approval", "enable", "trace", "declared"]


class Candidate(Protocol):
    """A collection of strings somewhere in the project, as `sources.collections` finds it."""

    @property
    def reference(self) -> str: ...
    @property
    def location(self) -> Location: ...
    @property
    def entries(self) -> tuple[ListedName, ...]: ...


_WORDS: dict[SuggestedKind, str] = {
    "approval": (
        "approval approvals approve approver review reviewed reviews confirm confirmation confirmations gate "
        "gated gates sensitive dangerous destructive risky risk human hitl consent"
    ),
    "stop": "stop stops stopping halt terminal final finish terminate terminating",
    "enable": (
        "enable enabled disable disabled switch switches feature features toggle toggles allow allowed "
        "allowlist whitelist deny denied denylist blacklist block blocked blocklist hidden visible available"
    ),
    "trace": (
        "trace traces traced tracing log logged logging audit audited redact redacted telemetry metrics "
        "observe observed"
    ),
}
KINDS_BY_WORD: dict[str, SuggestedKind] = {
    word: kind for kind, listed in _WORDS.items() for word in listed.split()
}
"""What a word in a variable's name says of the set."""
_TOOL_WORDS = frozenset({"tool", "tools", "function", "functions"})
_NO_SETS = frozenset({"__all__", "__slots__", "__match_args__"})


def suggest(
    registry: Registry,
    candidates: Iterable[Candidate],
    *,
    listed: Collection[Location] = (),
    names: Names | None = None,
) -> tuple[Suggestion, ...]:
    """Those whose members are tool names often enough; `listed`: places of names in sets that are known."""
    names = names or Names(registry)
    return tuple(
        suggestion
        for candidate in candidates
        if all(entry.location not in listed for entry in candidate.entries)
        for suggestion in _suggestion(candidate, names)
    )


def _suggestion(candidate: Candidate, names: Names) -> Iterator[Suggestion]:
    variable = re.split(r"[:#]", candidate.reference)[-1]
    if variable.rpartition(".")[2] in _NO_SETS or _is_table_of_names(candidate.entries, names):
        return
    said = words(variable)
    kind = _kind(said)
    about_tools = not _TOOL_WORDS.isdisjoint(said)
    listed = list(dict.fromkeys(entry.name for entry in candidate.entries))
    known = [name for name in listed if _known(name, names)]
    if not _enough(listed, known, hinted=kind != "declared" or about_tools, about_tools=about_tools):
        return
    by_id = not any(name in names.project.visible for name in listed) and all(
        name in names.project.ids for name in known
    )
    yield Suggestion(
        kind=kind,
        reference=candidate.reference,
        location=candidate.location,
        entries=candidate.entries,
        mismatches=tuple(_mismatches(listed, names, by_id=by_id)),
    )


def _enough(listed: Sequence[str], known: Sequence[str], *, hinted: bool, about_tools: bool) -> bool:
    """Whether so many members are names of tools that the rest is likely meant to be.

    Single plain words (`search`, `order`) are in many lists: on their own they count only where the variable
    speaks of tools.
    """
    telling = about_tools or any(len(words(name)) > 1 for name in known)
    if not known or not telling:
        return False
    if hinted and len(known) < 2:
        # One tool beside another word proves nothing: feature switches have names of their own.
        return len(listed) == 1 or (about_tools and len(listed) == 2)
    if hinted:
        return len(known) * 2 >= len(listed) or (len(known) > 2 and len(known) * 3 >= len(listed))
    return len(known) > 1 and len(known) * 5 >= len(listed) * 3


def _kind(said: Iterable[str]) -> SuggestedKind:
    return next((KINDS_BY_WORD[word] for word in said if word in KINDS_BY_WORD), "declared")


def _known(name: str, names: Names) -> bool:
    if name in names.project.visible:
        return True
    absence = names.project.behind(name)
    return absence is not None and absence.kind in ("function", "variable", "business_id", "raw_name")


def _is_table_of_names(entries: Sequence[ListedName], names: Names) -> bool:
    """Whether it maps functions to visible names or to ids: an override or id table, no control set."""
    mapped = 0
    for entry in entries:
        if "." in entry.name and entry.name in names.project.functions:
            # A qualified function is what such tables are keyed by; no list that controls a run holds one.
            mapped += 1
            continue
        tools = names.project.functions.get(entry.name, ())
        values = {value for _, tool in tools for value in (tool.visible, tool.name, tool.business_id)}
        mapped += isinstance(entry.value, str) and entry.value in values
    return mapped * 2 > len(entries)


def _mismatches(listed: Iterable[str], names: Names, *, by_id: bool) -> Iterator[tuple[str, str]]:
    scope = names.project
    for name in listed:
        if name in scope.visible or name in scope.hosted or (by_id and name in scope.ids):
            continue
        absence = names.absence(name)
        if scope.complete or absence.explained:
            yield name, absence.reason
