"""Control sets that stand on the agents themselves, as the SDK will read them."""

from collections.abc import Iterable, Iterator

from inspector.controls.kinds import UNFORCED
from inspector.model import Consumer, ControlSet, ListedName, McpServer, Registry, SetKind, Tool


def derive(registry: Registry, run_config: str = "") -> tuple[ControlSet, ...]:
    """StopAtTools, tool choices, MCP filters and approvals, hosted lists; `run_config` is its reference."""
    return tuple(_all(registry, run_config))


def _all(registry: Registry, run_config: str) -> Iterator[ControlSet]:
    choice = registry.run_choice
    if choice is not None and choice not in UNFORCED:
        source = (
            f"tool_choice of the RunConfig `{run_config}`" if run_config else "tool_choice of the RunConfig"
        )
        server = registry.run_tool_choice_server
        yield ControlSet(kind="tool_choice", source=source, entries=_plain([choice]), server=server)
    for consumer in registry.consumers:
        yield from _own(consumer)


def _own(consumer: Consumer) -> Iterator[ControlSet]:
    if consumer.stop:
        yield _set(consumer, "stop", f"StopAtTools of `{consumer.name}`", _plain(consumer.stop))
    choice = consumer.choice
    if choice is not None and choice not in UNFORCED:
        source = f"tool_choice of `{consumer.name}`"
        yield _set(consumer, "tool_choice", source, _plain([choice]), consumer.tool_choice_server)
    for server in consumer.mcp_servers:
        yield from _of_server(consumer, server)
    for tool in consumer.tools:
        if tool.hosted_allowed is not None or tool.hosted_approval:
            yield from _of_hosted(consumer, tool)


def _of_server(consumer: Consumer, server: McpServer) -> Iterator[ControlSet]:
    called = f"MCP server `{server.name}`"
    if server.filter == "static":
        entries = (*_plain(server.allowed, "allowed"), *_plain(server.blocked, "blocked"))
        yield _set(consumer, "mcp_filter", f"tool_filter of {called}", entries, server.name)
    if server.approval:
        asked = tuple(ListedName(name=name, value=value) for name, value in server.approval.items())
        yield _set(consumer, "mcp_approval", f"require_approval of {called}", asked, server.name)


def _of_hosted(consumer: Consumer, tool: Tool) -> Iterator[ControlSet]:
    called = f"hosted MCP server `{tool.server or tool.visible}`"
    if tool.hosted_allowed is not None:
        source = f"allowed_tools of {called}"
        yield _set(consumer, "hosted_allowed", source, _plain(tool.hosted_allowed), tool.server)
    if tool.hosted_approval:
        entries = tuple(
            ListedName(name=name, value=policy)
            for policy, names in tool.hosted_approval.items()
            for name in names
        )
        yield _set(consumer, "hosted_approval", f"require_approval of {called}", entries, tool.server)


def _set(
    consumer: Consumer,
    kind: SetKind,
    source: str,
    entries: tuple[ListedName, ...],
    server: str | None = None,
) -> ControlSet:
    return ControlSet(kind=kind, source=source, entries=entries, consumer=consumer.id, server=server)


def _plain(names: Iterable[str], value: str | None = None) -> tuple[ListedName, ...]:
    return tuple(ListedName(name=name, value=value) for name in names)
