"""Tools with the consumers that hold them, in groups that one finding is about."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import msgspec

from inspector.controls.presence import any_of, doubt, live
from inspector.model import Condition, Consumer, Finding, Tool
from inspector.rules.findings import about_tools, held
from inspector.rules.owners import join, owner

Holding = tuple[Consumer, Tool]
Where = Callable[[Consumer, Tool], Condition]
_MANY = 5
"""Tools that a message names one by one."""


def code(tool: Tool) -> object:
    """Equal for tools that run the same code, wherever and under whatever name."""
    if tool.function is None:
        return (tool.type, tool.identity)
    # An agent is the same thing whether it is called or handed over to.
    kind = "agent" if tool.origin in ("agent_tool", "handoff") else tool.origin
    return (kind, tool.function)


def code_and_name(tool: Tool) -> object:
    """Equal for tools that run the same code under the same name."""
    return (code(tool), tool.visible)


def together(holdings: Iterable[Holding], same: Callable[[Tool], object]) -> list[list[Holding]]:
    """Every holder of one thing, in order of the first ones: one group for one finding.

    Tools at different places are never in one group, so that a comment at a tool silences that tool alone.
    The tools of an MCP server have no place of their own: those that one consumer holds first are together.
    """
    holders: dict[object, list[Holding]] = defaultdict(list)
    for consumer, tool in holdings:
        holders[same(tool), tool.location].append((consumer, tool))
    groups: dict[object, list[Holding]] = defaultdict(list)
    for key, group in holders.items():
        consumer, tool = group[0]
        server = ("mcp", tool.server, consumer.id)
        groups[server if tool.origin == "mcp" and tool.location is None else key] += group
    return list(groups.values())


def held_first(group: Sequence[Holding]) -> list[Tool]:
    """Those tools of a group that its first consumer holds."""
    return [tool for consumer, tool in group if consumer.id == group[0][0].id]


def about_group(
    rule: str,
    group: Sequence[Holding],
    *,
    message: str,
    fix: str,
    condition: str | None = None,
    there: Where = live,
) -> Finding:
    """A finding on the first consumer of a group that marks the rows of the others, too.

    It holds where any of them is `there`.
    """
    first, tools = group[0][0], held_first(group)
    finding = about_tools(
        rule,
        first,
        tools,
        names=(tool.visible for tool in tools),
        message=message,
        fix=fix,
        condition=condition,
    )
    others = tuple((consumer.id, tool.key) for consumer, tool in group if consumer.id != first.id)
    finding = msgspec.structs.replace(finding, touches=others)
    return held(finding, somewhere(group, there), doubt=doubt_of(group))


def somewhere(group: Iterable[Holding], there: Where) -> Condition:
    """Where any tool of a group is `there`."""
    return any_of(there(consumer, tool) for consumer, tool in group)


def doubt_of(group: Iterable[Holding]) -> str:
    """Why it isn't proven where the tools of a group are; empty when it is."""
    return next((why for holding in group if (why := doubt(*holding))), "")


def listed(tools: Sequence[Tool]) -> str:
    """Names and owners in a sentence, the first few of many."""
    named = [f"`{tool.visible}` of {owner(tool)}" for tool in tools[:_MANY]]
    more = [f"{len(tools) - _MANY} more"] if len(tools) > _MANY else []
    return join([*named, *more])
