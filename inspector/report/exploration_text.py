"""Which scenario a report shows, and what of its answers isn't proven."""

from collections.abc import Iterator, Sequence

from inspector.inspection.result import Inspection
from inspector.report.columns import fold, wrap
from inspector.report.exactness import Exactness, exactness
from inspector.report.scenario_text import scenario_text
from inspector.report.style import Style

_MOST = 3
"""Things of one sort that are named: in a sentence, and by reports that are about something else."""
FLAGS = "`toolinspect flags` tells all of it"


def header(inspection: Inspection, style: Style) -> Iterator[str]:
    """Lines above a report on a project with flags; none above any other."""
    if inspection.space is None:
        return
    yield from scenario(inspection, style)
    yield from provisos(exactness(inspection), style, most=_MOST)
    yield ""


def scenario(inspection: Inspection, style: Style) -> Iterator[str]:
    """The one that is shown; nothing for a project without flags."""
    if inspection.space is not None:
        told = f"scenario: {scenario_text(inspection.space, inspection.scenario)}"
        yield from fold(told, style.width, hang=2)


def provisos(proof: Exactness, style: Style, *, most: int | None = None) -> Iterator[str]:
    """What is sampled, in doubt, undecided or unexplored, each in a line; at most `most` of each sort."""
    if not proof.explored:
        yield from wrap("The other scenarios were not explored: conditions are unproof.", style.width)
        return
    yield from _sort("Not exact", _by_reason(proof.doubts), style, most)
    yield from _sort("Not explored", proof.unfinished, style, most)


def _by_reason(doubts: Sequence[str]) -> list[str]:
    """Sentences of the form `what: reason`, those of one reason as one."""
    about: dict[str, list[str]] = {}
    for doubt in doubts:
        what, _colon, reason = doubt.partition(": ")
        about.setdefault(reason, []).append(what)
    return [f"{_several(what)}: {reason}" if reason else _several(what) for reason, what in about.items()]


def _several(what: Sequence[str]) -> str:
    more = f" and {len(what) - _MOST} more" if len(what) > _MOST else ""
    return f"{', '.join(what[:_MOST])}{more}"


def _sort(word: str, sentences: Sequence[str], style: Style, most: int | None) -> Iterator[str]:
    kept = sentences if most is None else sentences[:most]
    lead = f"{style.glyph('warning')} "
    for sentence in kept:
        first, *more = wrap(f"{word}: {sentence}", style.width - 2)
        yield f"{lead}{first}"
        yield from (f"  {line}" for line in more)
    if left_out := len(sentences) - len(kept):
        yield f"{lead}{word}: {left_out} more; {FLAGS}"
