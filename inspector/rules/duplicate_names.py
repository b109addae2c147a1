"""TI101, TI102, TI103: tools of one consumer that share a bare name."""

from collections.abc import Iterator, Sequence

from inspector.model import Consumer, Finding, SdkInfo
from inspector.rules.collisions import Collision, servers
from inspector.rules.dispatch import outcome
from inspector.rules.findings import about_tools, held
from inspector.rules.owners import join, owners, quoted, subjects


def check(consumer: Consumer, groups: Sequence[Collision], info: SdkInfo) -> Iterator[Finding]:
    """One finding per name."""
    for group in groups:
        match group.code:
            case "TI101":
                claim, fix = _duplicate(group)
            case "TI102":
                claim, fix = _handoff(group)
            case "TI103":
                claim, fix = _mcp(group)
            case _:
                continue
        message = f"{claim} on `{consumer.name}`. {outcome(group, consumer, info)}"
        finding = about_tools(
            group.code,
            consumer,
            (*group.tools, *group.others),
            names=(group.name,),
            message=message,
            fix=fix,
            condition=group.meeting.condition,
        )
        yield held(finding, group.meeting.holds, doubt=group.meeting.doubt, described=group.described)


def _duplicate(group: Collision) -> tuple[str, str]:
    name = group.name
    if len({tool.identity for tool in group.tools}) == 1:
        copies = "twice" if len(group.tools) == 2 else f"{len(group.tools)} times"
        return (
            f"`{name}` is listed {copies}: the same tool object, {owners(group.tools[:1])},",
            f"List `{name}` once.",
        )
    distinct = list({tool.identity: tool for tool in group.tools}.values())
    if all(tool.origin == "agent_tool" for tool in distinct):
        agents = quoted(tool.function or tool.name for tool in distinct)
        fix = f"Pass `tool_name=` to `as_tool()` so that {agents} have names of their own."
    elif all(tool.origin == "mcp" for tool in distinct):
        fix = f"Let the MCP server {quoted(servers(distinct))} list `{name}` once."
    else:
        fix = "Give each its own visible name (`name_override=`, `tool_name=`), or put one into a namespace."
    return f"`{name}` names {len(distinct)} tools, {owners(distinct)},", fix


def _handoff(group: Collision) -> tuple[str, str]:
    handoffs = [tool for tool in group.tools if tool.origin == "handoff"]
    tools = [tool for tool in group.tools if tool.origin != "handoff"]
    if tools:
        if len(group.tools) > 2:
            claim = f"`{group.name}` names {owners(group.tools)}"
            return claim, _each_its_own(group)
        claim = f"`{group.name}` names both {join([owners(handoffs), owners(tools)])}"
        return claim, "Pass `tool_name_override=` to the handoff, or rename the tool."
    targets = list(dict.fromkeys(tool.target or tool.function or "" for tool in handoffs))
    if len(targets) == 1:
        return (
            f"`{group.name}` is the name of {len(handoffs)} handoffs to the same agent, "
            f"{owners(handoffs[:1])},",
            ("List the agent once, or pass `tool_name_override=` to one of the handoffs."),
        )
    return f"`{group.name}` names {len(handoffs)} handoffs, {owners(handoffs)},", (
        "Pass `tool_name_override=` to one of the handoffs, or rename one of the agents."
    )


def _mcp(group: Collision) -> tuple[str, str]:
    claim = f"`{group.name}` names {owners(group.tools)}"
    listed = servers(group.tools)
    local = {tool.identity: tool for tool in group.tools if tool.origin != "mcp"}
    if not local:
        one = "one server" if len(listed) == 2 else "all servers but one"
        return claim, (
            f"Filter `{group.name}` out of {one} (`tool_filter=`), or set "
            "`include_server_in_tool_names` in the agent's MCP config."
        )
    if len(listed) + len(local) > 2:
        return claim, _each_its_own(group)
    return claim, f"Rename the local tool, or filter `{group.name}` out of {quoted(listed)} (`tool_filter=`)."


def _each_its_own(group: Collision) -> str:
    """A way out for every owner: after half of it, the other half would still collide."""
    distinct = list({tool.identity: tool for tool in group.tools}.values())
    local = [tool for tool in distinct if tool.origin in ("function", "agent_tool")]
    handoffs = [tool for tool in distinct if tool.origin == "handoff"]
    steps = []
    if local:
        steps.append(f"give {subjects(local)} {'a name' if len(local) == 1 else 'names'} of their own")
    if handoffs:
        steps.append(f"pass `tool_name_override=` to {subjects(handoffs)}")
    if listed := servers(distinct):
        steps.append(f"filter `{group.name}` out of {quoted(listed)} (`tool_filter=`)")
    return f"At most one of them can keep the name: {join(steps)}."
