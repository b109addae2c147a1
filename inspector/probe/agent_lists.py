"""The three lists of one agent: what is a tool becomes an entry, what is none is junk."""

import collections
import dataclasses
from typing import Any

from . import mcp_policies, mcp_servers, sdk, stubs
from .entries import Entry, Reading, handoff_entry, tool_entry
from .plain import error_text, is_a, short_repr
from .predicates import Predicates
from .wire_payload import Converter

_START = "Pass `--mcp` to start MCP servers."


@dataclasses.dataclass
class Asking:
    """What the agents of one import root are asked with."""

    reading: Reading
    context: Any
    """The RunContextWrapper that MCP servers are asked with."""
    predicates: Predicates
    fleet: mcp_servers.Fleet | None
    """None when MCP servers are not to be started."""


class AgentReader:
    """Reads the lists of one agent; one bad value hides no other."""

    def __init__(self, asking: Asking, item: Any, *, realtime: bool) -> None:
        self._asking = asking
        self._item = item
        self._agent = item.agent
        self._realtime = realtime
        model = getattr(self._agent, "model", None)
        self.converter = Converter(
            realtime=realtime,
            model=model if is_a(model, str) else None,
            prompt=getattr(self._agent, "prompt", None) is not None,
        )
        self.junk: list[dict[str, Any]] = []
        self.servers: list[dict[str, Any]] = []
        self.notes: list[tuple[str, str, str]] = []
        """(reason, severity, advice) of what was not started."""
        self._stubbed: "collections.Counter[tuple[str, str]]" = collections.Counter()

    async def tools(self) -> list[Entry]:
        """Entries of `tools`, in order."""
        entries: list[Entry] = []
        for index, tool in enumerate(self._list("tools")):
            try:
                if self._is_stubbed(tool, "tool"):
                    continue
                if not sdk.is_tool(tool):
                    self._add_junk("tools", index, tool, "error", self.converter.refusal(tool))
                    continue
                state = await self._asking.predicates.ask(tool, self._agent)
                entries.append(tool_entry(tool, state, self._asking.reading, realtime=self._realtime))
            except Exception as error:
                self._add_junk("tools", index, tool, "error", error_text(error))
        return entries

    async def handoffs(self) -> list[Entry]:
        """Entries of `handoffs`, in order."""
        entries: list[Entry] = []
        for index, entry in enumerate(self._list("handoffs")):
            try:
                if self._is_stubbed(entry, "handoff"):
                    continue
                handoff = sdk.as_handoff(entry, realtime=self._realtime)
                if handoff is None:
                    self._add_junk("handoffs", index, entry, "dropped")
                    continue
                state = await self._asking.predicates.ask(handoff, self._agent)
                entries.append(handoff_entry(handoff, entry, state, self._asking.reading))
            except Exception as error:
                self._add_junk("handoffs", index, entry, "error", error_text(error))
        return entries

    async def mcp(self, tools: list[Entry], handoffs: list[Entry]) -> tuple[list[Entry], str | None]:
        """(entries of the MCP tools, what listing them together raises)."""
        servers = self._mcp_servers()
        broken = next((junk["detail"] for junk in self.junk if junk["where"] == "mcp_servers"), None)
        fleet = self._asking.fleet
        if fleet is None or not servers:
            for server in servers:
                self._add_server(server)
                name = mcp_servers.server_name(server)
                advice = "Pass `--mcp --network` to start it." if mcp_servers.is_remote(server) else _START
                self.notes.append((f"MCP server `{name}` was not started", "info", advice))
            return [], broken
        reserved = {entry.tool.name for entry in tools if entry.is_function}
        reserved |= {entry.tool.tool_name for entry in handoffs if entry.enabled is not False}
        with sdk.quiet():
            listing = await fleet.listing(self._agent, self._asking.context, reserved)
        entries = [entry for pair in listing.tools if (entry := await self._mcp_entry(*pair)) is not None]
        for server in servers:
            found = [tool for owner, tool in listing.tools if owner is server]
            self._add_server(server, listed=found, error=listing.errors.get(id(server)))
        return entries, broken or listing.run_error

    async def _mcp_entry(self, server: Any, tool: Any) -> Entry | None:
        try:
            state = await self._asking.predicates.ask(tool, self._agent)
            name = mcp_servers.server_name(server)
            return tool_entry(tool, state, self._asking.reading, server=name, realtime=self._realtime)
        except Exception as error:
            index = next(i for i, each in enumerate(self._agent.mcp_servers) if each is server)
            self._add_junk("mcp_servers", index, tool, "error", error_text(error))
            return None

    def _list(self, where: str) -> list[Any]:
        value = None
        try:
            value = getattr(self._agent, where)
            return list(value)
        except Exception as error:
            self._add_junk(where, 0, value, "error", error_text(error))
            return []

    def _mcp_servers(self) -> list[Any]:
        servers: list[Any] = []
        for index, server in enumerate(self._list("mcp_servers")):
            if self._is_stubbed(server, "MCP server"):
                continue
            if callable(getattr(server, "list_tools", None)):
                servers.append(server)
            else:
                detail = f"AttributeError: '{type(server).__name__}' object has no attribute 'list_tools'"
                self._add_junk("mcp_servers", index, server, "error", detail)
        return servers

    def _is_stubbed(self, value: Any, what: str) -> bool:
        """Whether a stand-in took the value's place; it is named and not looked at."""
        package = stubs.behind(value)
        if package is not None:
            self._stubbed[what, package] += 1
        return package is not None

    def stubbed(self) -> list[tuple[str, str]]:
        """(reason, package) of the values whose place stand-ins took."""
        return [
            (f"{_counted(count, what)} of the stubbed package `{package}`", package)
            for (what, package), count in self._stubbed.items()
        ]

    def _add_junk(self, where: str, index: int, value: Any, effect: str, detail: str = "") -> None:
        path, line = self._asking.reading.location(self._item.path, self._item.line)
        location = None if path is None else {"path": path, "line": line}
        junk = {"where": where, "index": index, "type": type(value).__name__, "text": _shown(value)}
        self.junk.append({**junk, "effect": effect, "detail": detail, "location": location})

    def _add_server(self, server: Any, *, listed: list[Any] | None = None, error: str | None = None) -> None:
        """`listed`: the tools that came of listing it; None where it wasn't started."""
        name = mcp_servers.server_name(server)
        started = listed is not None and error is None
        policies = mcp_policies.policies(server)
        filtered = policies["filter"] != "none"
        self.servers.append(
            {
                "name": name,
                "type": type(server).__name__,
                "started": started,
                "error": error,
                "tools": len(listed or ()),
                "prefixed": sdk.prefixes_mcp_tools(self._agent),
                "raw_tools": mcp_policies.raw_names(server, listed or [], filtered=filtered)
                if started
                else None,
                **policies,
            }
        )
        if error == mcp_servers.NEEDS_NETWORK:
            advice = "Pass `--network` besides `--mcp`."
            self.notes.append((f"MCP server `{name}` was not started: it needs the network", "info", advice))
        elif error is not None:
            advice = "Start the server by hand to see why it doesn't answer."
            self.notes.append((f"MCP server `{name}` could not be listed: {error}", "warning", advice))


def _counted(count: int, noun: str) -> str:
    if count > 1:
        return f"{count} {noun}s"
    return f"{'an' if noun.startswith('MCP') else 'a'} {noun}"


def _shown(value: Any) -> str:
    """A short text for a value; agents hold whole graphs, so of them only the name."""
    return f"{type(value).__name__}(name={value.name!r})" if sdk.is_agent(value) else short_repr(value)
