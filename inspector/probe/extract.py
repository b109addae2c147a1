"""From live agents to consumers: every tool, in the order of the SDK, with what runs and what is sent."""

import asyncio
from typing import Any

from . import configured, mcp_servers, sdk
from .entries import Entry, Reading, handoff_entry, number_repeats, tool_entry
from .identities import Identities
from .plain import error_text, plain, short_repr, text
from .predicates import evaluate
from .resolve import settle
from .wire_payload import add_payloads, refusal, set_error


def read(
    found: list[Any], *, recorder: Any, project: str, request: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """(`Consumer` dicts, `NotInspected` dicts) of all agents of one import root; one bad tool hides no other.

    `found` is complete: every agent that another one leads to is in it. Asks predicates, and with
    `request["mcp"]` starts the agents' MCP servers and stops them again; needs no running event loop.
    """
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(_Extraction(found, recorder, project, request).read())
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def collision_policy(request: dict[str, Any]) -> str:
    """`warn`, `error`, or `none` on an SDK without a policy: what the configured RunConfig asks for."""
    reference = request.get("run_config") or ""
    run_config = configured.load(reference, call=False)[0] if reference else None
    return sdk.collision_policy(run_config)


class _Extraction:
    """One reading of all agents of an import root."""

    def __init__(self, found: list[Any], recorder: Any, project: str, request: dict[str, Any]) -> None:
        self.found = found
        self.request = request
        self.reading = Reading(
            project=project,
            sites=getattr(recorder, "tools", None) or {},
            consumers={id(item.agent): item for item in found},
            identities=Identities(),
        )
        self.policy = collision_policy(request)
        self.context: Any = None
        self.not_inspected: list[dict[str, Any]] = []
        self.fleet: mcp_servers.Fleet | None = None

    async def read(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        self.context = self._run_context()
        if self.request.get("mcp"):
            limit = max(1.0, float(self.request.get("timeout") or 20.0) / 3)
            self.fleet = mcp_servers.Fleet(limit=limit, network=bool(self.request.get("network")))
            await self.fleet.start([server for item in self.found for server in _servers(item.agent)])
        try:
            consumers = [await self._consumer(item) for item in self.found]
        finally:
            if self.fleet is not None:
                await self.fleet.stop()
        return consumers, self.not_inspected

    def _run_context(self) -> Any:
        reference = self.request.get("context") or ""
        if not reference:
            return sdk.run_context()
        value, error = configured.load(reference, call=True)
        if error is not None:
            self.not_inspected.append(_note(reference, f"the configured context failed: {error}", "warning"))
        return sdk.run_context(value)

    async def _consumer(self, item: Any) -> dict[str, Any]:
        agent = item.agent
        kind = sdk.consumer_kind(agent) or "agent"
        realtime = kind == "realtime"
        path, line = self.reading.location(item.path, item.line)
        reader = _AgentReader(self, item, realtime=realtime)
        handoffs = await reader.handoffs()
        tools = await reader.tools()
        listed, run_error = await reader.mcp(tools, handoffs)
        entries = [*listed, *tools, *handoffs]
        number_repeats(entries)
        resolution = settle(entries, realtime=realtime, policy=self.policy, run_error=run_error)
        model = getattr(agent, "model", None)
        wire_model = model if isinstance(model, str) else None
        add_payloads(entries, realtime=realtime, model=wire_model)
        kept = [entry for entry in entries if _would_be_sent(entry)]
        if kind == "sandbox":
            self._note_for(item, f"the capability tools of `{agent.name}` exist only inside a run")
        return {
            "id": item.id,
            "name": text(agent.name),
            "kind": kind,
            "path": path,
            "line": line,
            "tools": [entry.data for entry in entries],
            "boundaries": _boundaries(entries),
            "junk": reader.junk,
            "mcp_servers": reader.servers,
            "resolution": {**resolution, "wire_error": set_error(kept, realtime=realtime, model=wire_model)},
            "tools_list": self.reading.identities.of(getattr(agent, "tools", None)),
            **_settings(agent),
            "partial": bool(item.partial),
        }

    def _note_for(self, item: Any, reason: str, severity: str = "info") -> None:
        path, line = self.reading.location(item.path, item.line)
        self.not_inspected.append(_note(item.id, reason, severity, path, line))


class _AgentReader:
    """Reads the three lists of one agent; what is no tool goes to `junk`."""

    def __init__(self, extraction: _Extraction, item: Any, *, realtime: bool) -> None:
        self._extraction = extraction
        self._item = item
        self._agent = item.agent
        self._realtime = realtime
        self.junk: list[dict[str, Any]] = []
        self.servers: list[dict[str, Any]] = []

    def _list(self, where: str) -> list[Any]:
        try:
            return list(getattr(self._agent, where))
        except Exception as error:
            value = getattr(self._agent, where, None)
            self._add_junk(where, 0, value, "error", error_text(error))
            return []

    def _add_junk(self, where: str, index: int, value: Any, effect: str, detail: str = "") -> None:
        path, line = self._extraction.reading.location(self._item.path, self._item.line)
        location = None if path is None else {"path": path, "line": line}
        junk = {"where": where, "index": index, "type": type(value).__name__, "text": short_repr(value)}
        self.junk.append({**junk, "effect": effect, "detail": detail, "location": location})

    async def tools(self) -> list[Entry]:
        entries: list[Entry] = []
        for index, tool in enumerate(self._list("tools")):
            try:
                if not sdk.is_tool(tool):
                    self._add_junk("tools", index, tool, "error", refusal(tool, realtime=self._realtime))
                    continue
                state = await evaluate(tool, self._extraction.context, self._agent)
                entries.append(tool_entry(tool, state, self._extraction.reading))
            except Exception as error:
                self._add_junk("tools", index, tool, "error", error_text(error))
        return entries

    async def handoffs(self) -> list[Entry]:
        entries: list[Entry] = []
        for index, entry in enumerate(self._list("handoffs")):
            try:
                handoff = sdk.as_handoff(entry, realtime=self._realtime)
                if handoff is None:
                    self._add_junk("handoffs", index, entry, "dropped")
                    continue
                state = await evaluate(handoff, self._extraction.context, self._agent)
                entries.append(handoff_entry(handoff, entry, state, self._extraction.reading))
            except Exception as error:
                self._add_junk("handoffs", index, entry, "error", error_text(error))
        return entries

    async def mcp(self, tools: list[Entry], handoffs: list[Entry]) -> tuple[list[Entry], str | None]:
        """(entries of the MCP tools, what listing them together raises)."""
        servers = self._mcp_servers()
        prefixed = sdk.prefixes_mcp_tools(self._agent)
        fleet = self._extraction.fleet
        broken = next((junk["detail"] for junk in self.junk if junk["where"] == "mcp_servers"), None)
        if fleet is None or not servers:
            for server in servers:
                name = mcp_servers.server_name(server)
                self.servers.append(_server(server, prefixed=prefixed))
                self._extraction._note_for(self._item, f"MCP server `{name}` was not started; pass --mcp")
            return [], broken
        reserved = {entry.tool.name for entry in tools if entry.is_function}
        reserved |= {entry.tool.tool_name for entry in handoffs if entry.enabled is not False}
        with sdk.quiet():
            listing = await fleet.listing(self._agent, self._extraction.context, reserved)
        entries: list[Entry] = []
        for server, tool in listing.tools:
            state = await evaluate(tool, self._extraction.context, self._agent)
            name = mcp_servers.server_name(server)
            entries.append(tool_entry(tool, state, self._extraction.reading, server=name))
        for server in servers:
            error = listing.errors.get(id(server))
            count = sum(1 for owner, _ in listing.tools if owner is server)
            self.servers.append(_server(server, prefixed=prefixed, tools=count, error=error, started=True))
            if error is not None:
                reason = f"MCP server `{mcp_servers.server_name(server)}` could not be listed: {error}"
                self._extraction._note_for(self._item, reason, "warning")
        return entries, broken or listing.run_error

    def _mcp_servers(self) -> list[Any]:
        servers: list[Any] = []
        for index, server in enumerate(self._list("mcp_servers")):
            if callable(getattr(server, "list_tools", None)):
                servers.append(server)
            else:
                detail = f"AttributeError: '{type(server).__name__}' object has no attribute 'list_tools'"
                self._add_junk("mcp_servers", index, server, "error", detail)
        return servers


def _servers(agent: Any) -> list[Any]:
    try:
        return [server for server in agent.mcp_servers if callable(getattr(server, "list_tools", None))]
    except Exception:
        return []


def _server(
    server: Any, *, prefixed: bool, tools: int = 0, error: str | None = None, started: bool = False
) -> dict[str, Any]:
    return {
        "name": mcp_servers.server_name(server),
        "type": type(server).__name__,
        "started": started and error is None,
        "error": error,
        "tools": tools,
        "prefixed": prefixed,
    }


def _would_be_sent(entry: Entry) -> bool:
    """Sent, or held back only because the whole set is refused."""
    return entry.enabled is not False and (entry.data["sent"] or entry.data["shadowed_by"] is None)


def _boundaries(entries: list[Entry]) -> list[dict[str, Any]]:
    edges: dict[tuple[str, str], None] = {}
    for entry in entries:
        target = entry.data.get("target")
        if target is not None:
            edges[("handoff" if entry.is_handoff else "agent_tool", target)] = None
    return [{"kind": kind, "to": target} for kind, target in edges]


def _settings(agent: Any) -> dict[str, Any]:
    """What an agent says of how its run goes on."""
    behavior = getattr(agent, "tool_use_behavior", "run_llm_again")
    stop: list[str] = []
    if callable(behavior):
        behavior = "function"
    elif isinstance(behavior, dict):
        names = behavior.get("stop_at_tool_names") or ()
        stop = [text(names)] if isinstance(names, str) else [text(name) for name in names]
        behavior = "stop_at_tools"
    settings = getattr(agent, "model_settings", None)
    choice = getattr(settings, "tool_choice", None)
    instructions = getattr(agent, "instructions", None)
    model = getattr(agent, "model", None)
    model_name = model if isinstance(model, str) else getattr(model, "model", None)
    if model is not None and not isinstance(model_name, str):
        model_name = type(model).__name__
    return {
        "stop": stop,
        "stop_behavior": text(behavior),
        "tool_choice": None if choice is None else text(choice if isinstance(choice, str) else plain(choice)),
        "reset_tool_choice": bool(getattr(agent, "reset_tool_choice", True)),
        "instructions": text(instructions) if isinstance(instructions, str) else None,
        "model": None if model_name is None else text(model_name),
    }


def _note(
    ref: str, reason: str, severity: str, path: str | None = None, line: int | None = None
) -> dict[str, Any]:
    return {"ref": ref, "reason": reason, "path": path, "line": line, "severity": severity}
