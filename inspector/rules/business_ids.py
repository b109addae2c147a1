"""TI401 to TI403: the keys by which billing, permissions and audit know a tool."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.controls import presence
from inspector.model import Condition, Controls, Finding, ListedName, Location, Registry, Tool
from inspector.rules import findings
from inspector.rules.findings import about_consumer
from inspector.rules.holdings import (
    Holding,
    about_group,
    code,
    doubt_of,
    held_first,
    listed,
    somewhere,
    together,
)
from inspector.rules.owners import join, owner, subject

_IDENTIFIED = frozenset({"function", "agent_tool", "mcp"})
_HOLDERS = {"function": "function", "agent_tool": "agent"}
"""What a tool's id may be set on; a tool of an MCP server has no such place."""


def check_registry(registry: Registry, controls: Controls) -> Iterator[Finding]:
    """Findings on ids as `tool.business_id` has them; silent in a project that uses none."""
    held = [(consumer, tool) for consumer in registry.consumers for tool in consumer.tools]
    if controls.ids or any(tool.business_id for _, tool in held):
        yield from _missing(held)
        yield from _duplicates(held, controls)
        yield from _display_names(held, controls)


def _missing(held: Sequence[Holding]) -> Iterator[Finding]:
    """One finding per function, agent and MCP server, on the first consumer that holds it."""
    without = [
        (consumer, tool) for consumer, tool in held if tool.business_id is None and tool.origin in _IDENTIFIED
    ]
    for group in together(without, same=code):
        tools = held_first(group)
        one = len(tools) == 1
        yield about_group(
            "TI401",
            group,
            message=(
                f"Business ids are in use, and {listed(tools)} on `{group[0][0].name}` "
                f"{'has' if one else 'have'} none: billing, permissions and audit know "
                f"{'it' if one else 'them'} only by a name that may change."
            ),
            fix=_give_ids(tools),
            there=presence.listed,
        )


def _give_ids(tools: Sequence[Tool]) -> str:
    example = tools[0].function or tools[0].visible
    holders = dict.fromkeys(_HOLDERS[tool.origin] for tool in tools if tool.origin in _HOLDERS)
    attribute = f", or set `business_id` on the {join(list(holders))}" if holders else ""
    more = " and so on" if len(tools) > 1 else ""
    return f'Add to `[tool.toolinspect.ids]`: `"{example}" = "…"`{more}{attribute}.'


def _duplicates(held: Sequence[Holding], controls: Controls) -> Iterator[Finding]:
    by_id: dict[str, dict[object, list[Holding]]] = defaultdict(lambda: defaultdict(list))
    for consumer, tool in held:
        if tool.business_id is not None:
            by_id[tool.business_id][code(tool)].append((consumer, tool))
    for business_id, codes in by_id.items():
        used = [somewhere(holders, presence.listed) for holders in codes.values()]
        holds = presence.two_of(used)
        if holds.possible:
            described, together_there = presence.witness(holds, used)
            codes_there = [
                holders for holders, is_there in zip(codes.values(), together_there, strict=True) if is_there
            ]
            firsts = [holders[0] for holders in codes_there]
            listed = join([f"{owner(tool)} on `{consumer.name}`" for consumer, tool in firsts])
            yield _about_holders(
                "TI402",
                [pair for holders in codes.values() for pair in holders],
                names=(business_id,),
                message=(
                    f"`{business_id}` is the business id of {'two' if len(firsts) == 2 else len(firsts)} "
                    f"different functions: {listed}. What is booked or allowed under it may be either."
                ),
                fix=f"Give {join([subject(tool) for _, tool in firsts[1:]])} an id of its own.",
                locations=(entry.location for entry in controls.ids if entry.value == business_id),
                holds=holds,
                described=described,
            )


def _display_names(held: Sequence[Holding], controls: Controls) -> Iterator[Finding]:
    """One finding per function and name, on the project, since the id belongs to the function."""
    same: dict[tuple[object, str], list[Holding]] = defaultdict(list)
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
                f"`{consumer.name}`: whoever rewords the name for the model loses the key that billing, "
                "permissions and audit go by."
            ),
            fix="Choose an id that outlives the name, as `billing.refund` for `refund`.",
            locations=(entry.location,) if entry is not None else (),
            holds=somewhere(holders, presence.listed),
        )


def _entry(tool: Tool, controls: Controls) -> ListedName | None:
    """The line of the id table that gives the tool its id, if one does."""
    keys = (tool.function, tool.function_name, tool.target)
    return next((one for one in controls.ids if one.value == tool.business_id and one.name in keys), None)


def _about_holders(
    code: str,
    holders: Sequence[Holding],
    *,
    names: tuple[str],
    message: str,
    fix: str,
    locations: Iterable[Location | None],
    holds: Condition,
    described: Condition | None = None,
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
    finding = msgspec.structs.replace(
        finding, touches=tuple((consumer.id, tool.key) for consumer, tool in holders)
    )
    return findings.held(finding, holds, doubt=doubt_of(holders), described=described)
