"""Control sets that stand on the agents themselves, as the SDK will read them."""

from collections.abc import Iterable, Iterator

import msgspec

from inspector.controls.kinds import UNFORCED
from inspector.controls.presence import any_of, doubt, existing
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
    """Each set once, with the scenarios in which it is this one where it isn't always."""
    if not consumer.variants:
        yield from _of_form(consumer)
    for one, forms in _by_set(consumer).items() if consumer.variants else ():
        if len(forms) == len(consumer.forms):
            yield one
        else:
            yield msgspec.structs.replace(one, holds=any_of(map(existing, forms)), doubt=doubt(*forms))
    for tool in consumer.tools:
        if tool.hosted_allowed is not None or tool.hosted_approval:
            for one in _of_hosted(consumer, tool):
                yield msgspec.structs.replace(one, holds=tool.listed or tool.presence, doubt=tool.doubt)


def _by_set(consumer: Consumer) -> dict[ControlSet, list[Consumer]]:
    """The sets of the consumer itself, with the forms that have each."""
    found: dict[ControlSet, list[Consumer]] = {}
    for form in consumer.forms:
        for one in _of_form(form):
            found.setdefault(one, []).append(form)
    return found


def _of_form(consumer: Consumer) -> Iterator[ControlSet]:
    if consumer.stop:
        yield _set(consumer, "stop", f"StopAtTools of `{consumer.name}`", _plain(consumer.stop))
    choice = consumer.choice
    if choice is not None and choice not in UNFORCED:
        source = f"tool_choice of `{consumer.name}`"
        yield _set(consumer, "tool_choice", source, _plain([choice]), consumer.tool_choice_server)
    for server in consumer.mcp_servers:
        yield from _of_server(consumer, server)


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
