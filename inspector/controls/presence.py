"""In which scenarios tools are there: alone, several at once, or one instead of another.

A registry of one scenario has no conditions: then everything holds always or never.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from inspector.controls.kinds import slot
from inspector.model import ALWAYS, NEVER, Condition, Consumer, Tool
from inspector.model.condition import Room, TooLarge, all_of, one_of
from inspector.model.meeting import meeting

_STEPS = 6_000
"""That the part of a condition which a message is about may take."""


def existing(consumer: Consumer | None) -> Condition:
    """Where the consumer is; always for the project."""
    return ALWAYS if consumer is None or consumer.presence is None else consumer.presence


def known(consumer: Consumer, tool: Tool) -> Condition:
    """Where the tool is there for sure."""
    if tool.enabled is not True:
        return NEVER
    return existing(consumer) if tool.presence is None else tool.presence


def unknown(consumer: Consumer, tool: Tool) -> Condition:
    """Where nobody knows whether it is there, since its predicate gave no answer."""
    if tool.undecided is not None:
        return tool.undecided
    return existing(consumer) if tool.enabled is None else NEVER


def live(consumer: Consumer, tool: Tool) -> Condition:
    """Where it is there, or may be."""
    return known(consumer, tool) | unknown(consumer, tool)


def listed(consumer: Consumer, tool: Tool) -> Condition:
    """Where it stands in the consumer's lists, on or off."""
    if tool.listed is not None:
        return tool.listed
    return existing(consumer) if tool.presence is None else tool.presence


def any_of(conditions: Iterable[Condition]) -> Condition:
    """Where at least one of them holds."""
    found = NEVER
    for one in conditions:
        found = found | one
    return found


def two_of(conditions: Iterable[Condition]) -> Condition:
    """Where at least two of them hold at once, or as much of that as has a diagram of a size."""
    return meeting(list(conditions)).at_least


def doubt(*parts: Consumer | Tool | None) -> str:
    """Why what takes these together isn't proven; empty when it is."""
    return next((part.doubt for part in parts if part is not None and part.doubt), "")


def rivals(consumer: Consumer) -> Mapping[str, Sequence[Tool]]:
    """By key the tools that run instead of a tool where they are there."""
    slots: dict[object, list[Tool]] = defaultdict(list)
    for tool in consumer.tools:
        if tool.precedence is not None:
            slots[slot(tool)].append(tool)
    return {
        tool.key: [other for other in tools if (other.precedence or 0) < (tool.precedence or 0)]
        for tools in slots.values()
        if len(tools) > 1
        for tool in tools
    }


def shadowed(consumer: Consumer, tool: Tool, rivals_of: Mapping[str, Sequence[Tool]]) -> Condition:
    """Where another tool runs instead."""
    if tool.shadowed_by is not None:
        return ALWAYS
    return any_of(known(consumer, other) for other in rivals_of.get(tool.key, ()))


def witness(condition: Condition, parts: Iterable[Condition]) -> tuple[Condition, Sequence[bool]]:
    """A part of a condition in which each of `parts` holds throughout or nowhere; and which of them do.

    It is around the scenario with the fewest values that aren't the default.
    """
    parts = list(parts)
    scenario = _nearest(condition, parts)
    holding = [part.holds(scenario) for part in parts]
    room = Room(_STEPS)
    around = condition
    try:
        for part, holds in zip(parts, holding, strict=True):
            around = around.both(part, room) if holds else around.without(part, room)
    except TooLarge:
        return condition & _exactly(scenario, [condition, *parts]), holding
    return around, holding


def present(
    consumer: Consumer, names: Mapping[str, Sequence[Tool]], condition: Condition
) -> tuple[Condition, dict[str, Sequence[Tool]]]:
    """A part of a condition that a message can be about, and the tools that are live there, by name."""
    tools = [(name, tool) for name, held in names.items() for tool in held]
    described, is_there = witness(condition, (live(consumer, tool) for _, tool in tools))
    found: dict[str, list[Tool]] = {}
    for (name, tool), does in zip(tools, is_there, strict=True):
        if does:
            found.setdefault(name, []).append(tool)
    return described, dict(found)


def first_known(tools: Sequence[Tool]) -> Tool:
    """The first that isn't unknown throughout, else the last."""
    return next((tool for tool in tools if tool.enabled is not None), tools[-1])


def _exactly(scenario: Sequence[int], parts: Iterable[Condition]) -> Condition:
    """The values that a scenario has of all flags which these depend on."""
    sizes = {node.level: len(node.branches) for part in parts for node in part.nodes()}
    return all_of(one_of(level, sizes[level], [scenario[level]]) for level in sorted(sizes))


def _nearest(condition: Condition, parts: Iterable[Condition]) -> Sequence[int]:
    """Values of the flags that these depend on, others the default: as few others as the condition takes."""
    best: dict[int, tuple[int, int]] = {}

    def cost(node: Condition) -> int:
        if not node.branches:
            return 0 if node is ALWAYS else 1 << 30
        if id(node) not in best:
            costs = [cost(each) + (position > 0) for position, each in enumerate(node.branches)]
            best[id(node)] = (min(costs), costs.index(min(costs)))
        return best[id(node)][0]

    cost(condition)
    levels = (level for one in (condition, *parts) for level in one.levels[-1:])
    values = [0] * (1 + max(levels, default=-1))
    node = condition
    while node.branches:
        position = best[id(node)][1]
        values[node.level] = position
        node = node.branches[position]
    return values
