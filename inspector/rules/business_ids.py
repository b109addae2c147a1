"""TI401 to TI403: the keys by which billing, permissions and audit know a tool."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.model import Consumer, Controls, Finding, ListedName, Location, Registry, Tool
from inspector.rules.findings import about_consumer, about_tools
from inspector.rules.owners import join, owner, subject

_IDENTIFIED = frozenset({"function", "agent_tool", "mcp"})
_HOLDERS = {"function": "function", "agent_tool": "agent"}
"""What a tool's id may be set on; a tool of an MCP server has no such place."""
_MANY = 5
"""Tools that a message names one by one."""
Held = tuple[Consumer, Tool]


def check_registry(registry: Registry, controls: Controls) -> Iterator[Finding]:
    """Findings on ids as `tool.business_id` has them; silent in a project that uses none."""
    held = [(consumer, tool) for consumer in registry.consumers for tool in consumer.tools]
    if controls.ids or any(tool.business_id for _, tool in held):
        yield from _missing(registry)
        yield from _duplicates(held, controls)
        yield from _display_names(held, controls)


def _missing(registry: Registry) -> Iterator[Finding]:
    """One finding per consumer, each function on the first consumer that holds it."""
    seen: set[object] = set()
    for consumer in registry.consumers:
        without: list[Tool] = []
        for tool in consumer.tools:
            if tool.business_id is None and tool.origin in _IDENTIFIED and code(tool) not in seen:
                seen.add(code(tool))
                without.append(tool)
        if without:
            yield about_tools(
                "TI401",
                consumer,
                without,
                names=(tool.visible for tool in without),
                message=(
                    f"Business ids are in use, and {_listed(without)} on `{consumer.name}` "
                    f"{'has' if len(without) == 1 else 'have'} none: billing, permissions and audit know "
                    f"{'it' if len(without) == 1 else 'them'} only by a name that may change."
                ),
                fix=_give_ids(without),
            )


def code(tool: Tool) -> object:
    """Equal for tools that run the same code, wherever and under whatever name."""
    if tool.function is None:
        return (tool.type, tool.identity)
    # An agent is the same thing whether it is called or handed over to.
    kind = "agent" if tool.origin in ("agent_tool", "handoff") else tool.origin
    return (kind, tool.function)


def _listed(tools: Sequence[Tool]) -> str:
    named = [f"`{tool.visible}` of {owner(tool)}" for tool in tools[:_MANY]]
    more = [f"{len(tools) - _MANY} more"] if len(tools) > _MANY else []
    return join([*named, *more])


def _give_ids(tools: Sequence[Tool]) -> str:
    example = tools[0].function or tools[0].visible
    holders = dict.fromkeys(_HOLDERS[tool.origin] for tool in tools if tool.origin in _HOLDERS)
    attribute = f", or set `business_id` on the {join(list(holders))}" if holders else ""
    more = " and so on" if len(tools) > 1 else ""
    return f'Add to `[tool.toolinspect.ids]`: `"{example}" = "…"`{more}{attribute}.'


def _duplicates(held: Sequence[Held], controls: Controls) -> Iterator[Finding]:
    by_id: dict[str, dict[object, list[Held]]] = defaultdict(lambda: defaultdict(list))
    for consumer, tool in held:
        if tool.business_id is not None:
            by_id[tool.business_id][code(tool)].append((consumer, tool))
    for business_id, codes in by_id.items():
        if len(codes) > 1:
            firsts = [holders[0] for holders in codes.values()]
            listed = join([f"{owner(tool)} on `{consumer.name}`" for consumer, tool in firsts])
            yield _about_holders(
                "TI402",
                [pair for holders in codes.values() for pair in holders],
                names=(business_id,),
                message=(
                    f"`{business_id}` is the business id of {'two' if len(codes) == 2 else len(codes)} "
                    f"different functions: {listed}. What is booked or allowed under it may be either."
                ),
                fix=f"Give {join([subject(tool) for _, tool in firsts[1:]])} an id of its own.",
                locations=(entry.location for entry in controls.ids if entry.value == business_id),
            )


def _display_names(held: Sequence[Held], controls: Controls) -> Iterator[Finding]:
    """One finding per function and name, on the project, since the id belongs to the function."""
    same: dict[tuple[object, str], list[Held]] = defaultdict(list)
    for consumer, tool in held:
        if tool.business_id is not None and tool.business_id == tool.visible:
            same[code(tool), tool.visible].append((consumer, tool))
    for (_, name), holders in same.items():
        consumer, tool = holders[0]
        entry = _entry(tool, controls)
        yield _about_holders(
            "TI403",
            holders,
            names=(name,),
            message=(
                f"`{name}` is both the business id and the visible name of {owner(tool)} on "
                f"`{consumer.name}`: "
                "whoever rewords the name for the model loses the key that billing, permissions and audit "
                "go by."
            ),
            fix="Choose an id that outlives the name, as `billing.refund` for `refund`.",
            locations=(entry.location,) if entry is not None else (),
        )


def _entry(tool: Tool, controls: Controls) -> ListedName | None:
    """The line of the id table that gives the tool its id, if one does."""
    keys = (tool.function, tool.function_name, tool.target)
    return next((one for one in controls.ids if one.value == tool.business_id and one.name in keys), None)


def _about_holders(
    code: str,
    holders: Sequence[Held],
    *,
    names: tuple[str],
    message: str,
    fix: str,
    locations: Iterable[Location | None],
) -> Finding:
    """A finding on the project that marks every row; the id table's lines come before the tools."""
    finding = about_consumer(
        code,
        None,
        names=names,
        message=message,
        fix=fix,
        locations=(*locations, *(tool.location for _, tool in holders)),
    )
    return msgspec.structs.replace(
        finding, touches=tuple((consumer.id, tool.key) for consumer, tool in holders)
    )
