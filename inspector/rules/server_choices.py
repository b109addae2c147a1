"""TI206 of a forced tool of a hosted MCP server: a label that no server has, a tool that it may not offer."""

from collections.abc import Iterator, Sequence

from inspector.controls.matching import HeldSet
from inspector.controls.names import Place
from inspector.controls.presence import any_of, live
from inspector.model import Condition, Finding, ListedName
from inspector.rules.listed_names import about_entry, called, standing
from inspector.rules.owners import owner, quoted


def check(held: HeldSet, entry: ListedName, label: str) -> Iterator[Finding]:
    """One finding at most. `label`: of the server that the choice forces."""
    if offering := held.tools(entry):
        there = any_of(live(held.names.consumers[holder], tool) for holder, tool in offering)
        holds = standing(held) - there
        if holds.meets(held.names.legal):
            yield _not_always(held, entry, offering, holds)
        return
    name = entry.name.removeprefix(f"{label}/")
    servers = held.scope.hosted_servers.get(label, ())
    if servers:
        yield _left_out(held, entry, name, servers)
    elif held.names.lists_all(held.control.consumer):
        yield _no_server(held, entry, name, label)


def _not_always(held: HeldSet, entry: ListedName, offering: Sequence[Place], holds: Condition) -> Finding:
    return about_entry(
        "TI206",
        held,
        entry,
        message=(
            f"`{entry.name}`, the {called(held.control)}, forces a tool of {owner(offering[0][1])}, which is "
            "not there in every scenario: the request forces a tool that isn't in it."
        ),
        fix="Force it only where the server is there, or leave the server on.",
        tools=[(holder, tool.key) for holder, tool in offering],
        holds=holds,
    )


def _left_out(held: HeldSet, entry: ListedName, name: str, servers: Sequence[Place]) -> Finding:
    allowed = [one for _, tool in servers for one in tool.hosted_allowed or ()]
    meant = held.names.likeness.of(name, allowed)
    return _finding(
        held,
        entry,
        f"forces `{name}` of {owner(servers[0][1])}, whose `allowed_tools` leave it out: the request "
        "forces a tool that isn't in it",
        fix=f"Force `{meant}` of it." if meant else "Force a tool that is allowed, or allow this one.",
        tools=servers,
    )


def _no_server(held: HeldSet, entry: ListedName, name: str, label: str) -> Finding:
    local = [place for places in held.scope.visible.values() for place in places if _is_local(place, label)]
    if local:
        why = (
            f"names the local MCP server `{label}`: its tools are function tools to the model, and only a "
            "HostedMCPTool has a label"
        )
        forced = next((tool.visible for _, tool in local if tool.raw_name == name), None)
        fix = f'Write `tool_choice="{forced}"`.' if forced else "Force one of its tools by its visible name."
        return _finding(held, entry, why, fix=fix, tools=local[:1])
    labels = [one for one in held.scope.hosted_servers if one]
    meant = held.names.likeness.of(label, labels)
    whose = "that any agent has" if held.control.consumer is None else "that this agent has"
    there = f"; there is {quoted(labels[:3])}" if labels else ""
    return _finding(
        held,
        entry,
        f"is for a hosted MCP server `{label}`, and no HostedMCPTool {whose} carries that label{there}",
        fix=f'Write `server_label="{meant}"`.' if meant else "Write the label of a server that is there.",
        tools=held.scope.hosted_servers.get(meant, ()) if meant else (),
    )


def _is_local(place: Place, server: str) -> bool:
    return place[1].origin == "mcp" and place[1].server == server


def _finding(held: HeldSet, entry: ListedName, why: str, *, fix: str, tools: Sequence[Place]) -> Finding:
    return about_entry(
        "TI206",
        held,
        entry,
        message=f"`{entry.name}`, the {called(held.control)}, {why}.",
        fix=fix,
        tools=[(holder, tool.key) for holder, tool in tools],
        ghost=True,
    )
