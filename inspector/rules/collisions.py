"""Groups of live tools that the SDK can't tell apart by lookup key, and the rule each group belongs to."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from inspector.controls.kinds import BY_NAME
from inspector.controls.presence import any_of, known, live, two_of, unknown, witness
from inspector.model import ALWAYS, NEVER, Condition, Consumer, Tool
from inspector.rules.liveness import Coexistence, coexist

_LOCAL = frozenset({"function", "agent_tool"})
CollisionCode = Literal["TI101", "TI102", "TI103", "TI104"]


class Collision(msgspec.Struct, frozen=True, kw_only=True):
    """Two or more live tools of one lookup key, in the consumer's order."""

    code: CollisionCode
    name: str
    meeting: Coexistence
    tools: tuple[Tool, ...]
    """Those that meet in the scenarios that messages describe."""
    others: tuple[Tool, ...] = ()
    """Those that only meet one of them in other scenarios."""
    described: Condition
    """The scenarios that messages describe."""
    order: tuple[Tool, ...]
    """All of the lookup key: each runs where none before it is there; empty where nobody knows."""
    winner: Tool | None
    """The tool that runs there; None where every run fails or nobody knows."""


class _Group(msgspec.Struct, frozen=True):
    """Live tools of one lookup key, also those of which only one can be there."""

    code: CollisionCode
    name: str
    tools: Sequence[Tool]
    within: Condition = ALWAYS
    """Where the code fits."""


def collisions(consumer: Consumer) -> Iterator[Collision]:
    """Every group that meets, once for each code that fits it in some scenario."""
    for group in _groups(consumer):
        meeting = coexist(consumer, group.tools, group.within)
        if meeting is not None:
            yield _collision(consumer, group, meeting)


def _collision(consumer: Consumer, group: _Group, meeting: Coexistence) -> Collision:
    around, there = witness(meeting.holds, [live(consumer, tool) for tool in group.tools])
    present = [tool for tool, is_there in zip(group.tools, there, strict=True) if is_there]
    absent = [tool for tool, is_there in zip(group.tools, there, strict=True) if not is_there]
    return Collision(
        code=group.code,
        name=group.name,
        meeting=meeting,
        tools=tuple(present),
        others=tuple(tool for tool in absent if live(consumer, tool).meets(meeting.holds)),
        described=around,
        order=_order(group.tools),
        winner=_winner(consumer, present, around),
    )


def _winner(consumer: Consumer, present: Sequence[Tool], around: Condition) -> Tool | None:
    running = [tool for tool in present if tool.shadowed_by is None]
    if len(running) == 1:
        return running[0]
    ranked = [tool for tool in running if tool.precedence is not None]
    unsure = {tool.predicate_identity for tool in running if not known(consumer, tool).meets(around)}
    if len(ranked) < len(running) or len(unsure) > 1:
        return None
    return min(ranked, key=lambda tool: tool.precedence or 0)


def _order(tools: Sequence[Tool]) -> tuple[Tool, ...]:
    if all(tool.precedence is not None for tool in tools):
        return tuple(sorted(tools, key=lambda tool: tool.precedence or 0))
    running = [tool for tool in tools if tool.shadowed_by is None]
    return (*running, *(tool for tool in tools if tool is not running[0])) if len(running) == 1 else ()


def undecided(consumer: Consumer) -> Iterator[tuple[str, tuple[Tool, ...]]]:
    """(name, tools) of groups of which nobody knows whether they meet: predicates gave no answer."""
    if all(tool.enabled is not None and tool.undecided is None for tool in consumer.tools):
        return
    for group in _groups(consumer):
        unsure = [tool for tool in group.tools if unknown(consumer, tool).possible]
        if (
            two_of(unknown(consumer, tool) & group.within for tool in unsure).possible
            and coexist(consumer, group.tools, group.within) is None
        ):
            yield group.name, tuple(group.tools)


def _groups(consumer: Consumer) -> Iterator[_Group]:
    by_name: dict[str, list[Tool]] = defaultdict(list)
    for tool in consumer.tools:
        if tool.live and tool.origin in BY_NAME:
            by_name[tool.visible].append(tool)
    for name, tools in by_name.items():
        if len(tools) > 1:
            yield from _same_name(consumer, name, tools)


def _same_name(consumer: Consumer, name: str, tools: Sequence[Tool]) -> Iterator[_Group]:
    function_like = [tool for tool in tools if tool.origin != "handoff"]
    without = ALWAYS
    if namespaced := [tool for tool in function_like if tool.namespace]:
        within = any_of(live(consumer, tool) for tool in namespaced)
        without = ~within
        yield _Group("TI104", name, function_like, within)
    if without.possible:
        deferred = [tool for tool in function_like if tool.deferred]
        yield _Group("TI104", name, deferred, without)
        yield from _bare(consumer, name, [tool for tool in tools if not tool.deferred], without)


def _bare(consumer: Consumer, name: str, tools: Sequence[Tool], within: Condition) -> Iterator[_Group]:
    """One group for each code: which one fits depends on what is there."""
    if all(tool.origin in _LOCAL for tool in tools):
        yield _Group("TI101", name, tools, within)
        return
    by_server: dict[str, Condition] = {}
    for tool in tools:
        if tool.origin == "mcp":
            server = tool.server or ""
            by_server[server] = by_server.get(server, NEVER) | live(consumer, tool)
    local = any_of(live(consumer, tool) for tool in tools if tool.origin in _LOCAL)
    foreign = (any_of(by_server.values()) & local) | two_of(by_server.values())
    handed = any_of(live(consumer, tool) for tool in tools if tool.origin == "handoff")
    codes: tuple[tuple[CollisionCode, Condition], ...] = (
        ("TI103", foreign),
        ("TI102", handed - foreign),
        ("TI101", ~(handed | foreign)),
    )
    for code, where in codes:
        if where.meets(within):
            yield _Group(code, name, tools, where & within)


def servers(tools: Iterable[Tool]) -> tuple[str, ...]:
    """Distinct names of the MCP servers that the tools come from."""
    return tuple(dict.fromkeys(tool.server or "" for tool in tools if tool.origin == "mcp"))
