"""Under which condition several tools are there at the same time."""

from collections.abc import Sequence

import msgspec

from inspector.controls.presence import any_of, doubt, known, two_of, unknown
from inspector.model import ALWAYS, NEVER, Condition, Consumer, Tool
from inspector.model.meeting import meeting

_AT_LEAST = "at least here, since all scenarios together have no condition of a readable size"


class Coexistence(msgspec.Struct, frozen=True):
    """That tools can meet: where, and what nobody could tell that it takes as well."""

    holds: Condition
    condition: str | None = None
    doubt: str = ""


class _Name(msgspec.Struct, frozen=True):
    """Tools of which any does, as one."""

    known: Condition
    """Where one of them is there for sure."""
    unknown: Condition
    """Where one may be, and none is for sure."""
    unsure: Tool
    """One that may be."""

    @property
    def decided_by(self) -> object:
        """Equal for two exactly when one predicate decides about both."""
        identity = self.unsure.predicate_identity
        return ("own", self.unsure.key) if identity is None else identity


def coexist(consumer: Consumer, tools: Sequence[Tool], within: Condition = ALWAYS) -> Coexistence | None:
    """How two or more of a consumer's `tools` meet `within` a condition, or None when nothing tells.

    A predicate that could not be evaluated is unknown. One unknown tool may meet the known ones; several meet
    only when one predicate decides them all, since different predicates usually exclude each other.
    """
    return coexist_by_name(consumer, [(tool,) for tool in tools], within)


def coexist_by_name(
    consumer: Consumer, names: Sequence[Sequence[Tool]], within: Condition = ALWAYS
) -> Coexistence | None:
    """The same for tools of several names: of those of one name, any will do, and two don't count."""
    ones = [_as_one(consumer, tools) for tools in names]
    surely = meeting([one.known for one in ones])
    if surely.at_least.meets(within):
        why = doubt(consumer, *(tool for tools in names for tool in tools))
        cut = "" if surely.condition is not None else _AT_LEAST
        return Coexistence(surely.at_least & within, doubt=why or cut)
    unsure = [one for one in ones if one.unknown.possible]
    if not unsure or len(ones) < 2:
        return None
    maybe = _maybe(ones, unsure) & within
    if not maybe.possible:
        return None
    first = next(one.unsure for one in unsure if one.unknown.meets(maybe))
    return Coexistence(maybe, asked(first), doubt(consumer, *(tool for tools in names for tool in tools)))


def _as_one(consumer: Consumer, tools: Sequence[Tool]) -> _Name:
    if len(tools) == 1:
        tool = tools[0]
        return _Name(known(consumer, tool), unknown(consumer, tool), tool)
    sure = any_of(known(consumer, tool) for tool in tools)
    unsure = [tool for tool in tools if unknown(consumer, tool).possible]
    return _Name(sure, any_of(unknown(consumer, tool) for tool in unsure) - sure, [*tools, *unsure][-1])


def _maybe(ones: Sequence[_Name], unsure: Sequence[_Name]) -> Condition:
    """Where two may meet, since one predicate alone of all that decide gave no answer."""
    together: dict[object, list[_Name]] = {}
    for one in unsure:
        together.setdefault(one.decided_by, []).append(one)
    open_in = {key: any_of(one.unknown for one in held) for key, held in together.items()}
    found = NEVER
    for key in together:
        where = open_in[key] - any_of(condition for other, condition in open_in.items() if other != key)
        if where.possible:
            mine = (
                one.known | one.unknown if one.unknown.possible and one.decided_by == key else one.known
                for one in ones
            )
            found = found | (where & two_of(mine))
    return found


def when(tool: Tool) -> str | None:
    """What nobody could tell of a live tool; None when something is known of it."""
    return None if tool.enabled is not None else asked(tool)


def asked(tool: Tool) -> str:
    """That its predicate lets the tool in, in words."""
    return (
        f"when `{tool.predicate}` allows it" if tool.predicate else "when its is_enabled predicate allows it"
    )
