"""From live agents to consumers: every tool, in the order of the SDK, with what runs and what is sent."""

import asyncio
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from . import configured, mcp_servers, sdk, stubs
from .agent_lists import AgentReader, Asking
from .agent_settings import settings
from .entries import Entry, Reading, number_repeats
from .identities import Identities
from .instructions import Instructions
from .plain import error_text, is_a, text
from .predicates import Predicates, Said
from .resolve import settle


@dataclasses.dataclass
class Askable:
    """A consumer that was read, with the objects behind what was read of it."""

    item: Any
    """The Found."""
    realtime: bool
    own: list[Entry]
    """Entries of its `tools` and `handoffs`; their data have the keys of the consumer's tools."""
    reading: Reading
    said: "Mapping[tuple[Any, ...], Said]" = dataclasses.field(default_factory=dict)
    """What its predicates and instructions told, as `Predicates.said`; empty where there are no flags."""


@dataclasses.dataclass
class Survey:
    """All agents of one import root, or of one build, as they are in one scenario."""

    consumers: list[dict[str, Any]]
    """`Consumer` dicts."""
    not_inspected: list[dict[str, Any]]
    """`NotInspected` dicts."""
    askables: list[Askable]
    """One for each consumer, to explore the other scenarios with."""
    unasked: str = ""
    """Why predicates and instructions can't be asked in this process at all."""


def read(
    found: list[Any],
    *,
    recorder: Any,
    project: str,
    request: dict[str, Any],
    variables: "Mapping[int, Sequence[str]] | None" = None,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """(`Consumer` dicts, `NotInspected` dicts) of all agents of one import root; one bad tool hides no other.

    `found` is complete: every agent that another one leads to is in it. Asks predicates and instructions, and
    with `request["mcp"]` starts the agents' MCP servers and stops them again; needs no running event loop.
    `variables` are the names that modules hold a tool by, by its id.
    """
    survey = surveyed(found, recorder=recorder, project=project, request=request, variables=variables)
    return survey.consumers, survey.not_inspected


def surveyed(
    found: list[Any],
    *,
    recorder: Any,
    project: str,
    request: dict[str, Any],
    variables: "Mapping[int, Sequence[str]] | None" = None,
    context: Any = None,
    known: "Sequence[Any]" = (),
    identities: "Identities | None" = None,
) -> Survey:
    """What `read` reads, with what exploring it needs.

    `context` is the RunContextWrapper to ask with; None: one of the configured context. `known` are agents
    that those found lead to and that have been read before, with the numbers of `identities`.
    """
    given = {"variables": variables or {}, "context": context, "known": known}

    def start(request: dict[str, Any]) -> Survey:
        numbers = Identities() if identities is None else identities.copy()
        return _read(found, recorder, project, request, identities=numbers, **given)

    try:
        return start(request)
    except BaseException as error:
        # A predicate can stop the loop that asks it, or leave the process: all else is still to be had.
        if request.get("unasked"):
            raise
        return start({**request, "unasked": error_text(error)})


def _read(
    found: list[Any],
    recorder: Any,
    project: str,
    request: dict[str, Any],
    *,
    variables: "Mapping[int, Sequence[str]]",
    context: Any,
    known: "Sequence[Any]",
    identities: Identities,
) -> Survey:
    # One of the standard library's, whatever loop the project prefers: `deadline.awaited` has to see into it.
    # Only the project's own kind, though, can be relied on to start the processes of MCP servers.
    loop = asyncio.new_event_loop() if request.get("mcp") else asyncio.SelectorEventLoop()
    try:
        reading = Reading(
            project=project,
            sites=getattr(recorder, "tools", None) or {},
            consumers={id(item.agent): item for item in (*known, *found)},
            identities=identities,
            variables=variables,
        )
        extraction = _Extraction(found, request, reading)
        return loop.run_until_complete(extraction.read(context))
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


class _Extraction:
    """One reading of all agents of an import root."""

    def __init__(self, found: list[Any], request: dict[str, Any], reading: Reading) -> None:
        self.found = found
        self.request = request
        self.reading = reading
        self.configured = configured.of(request)
        self.policy = self.configured.policy or sdk.collision_policy()
        self.seconds = float(request.get("timeout") or 20.0) / 4
        self.not_inspected: list[dict[str, Any]] = []
        self.askables: list[Askable] = []

    async def read(self, context: Any) -> Survey:
        if context is None:
            context = sdk.run_context(await self.configured.context())
        self.not_inspected.extend(self.configured.notes)
        fleet: mcp_servers.Fleet | None = None
        if self.request.get("mcp"):
            fleet = mcp_servers.Fleet(limit=max(1.0, self.seconds), network=bool(self.request.get("network")))
            await fleet.start([server for item in self.found for server in servers_of(item.agent)])
        unasked = text(self.request.get("unasked") or "")
        if unasked:
            self._note_unasked(unasked)
        self.stages = self.configured.stages if self.configured.space.names else None
        predicates = Predicates(
            context,
            budget=self.seconds,
            context_failed=self.configured.context_failed,
            unasked=unasked,
            stages=self.stages,
        )
        refused = f"not asked again after: {unasked}" if unasked else text(self.request.get("untold") or "")
        self.instructions = Instructions(self.reading, context, budget=self.seconds, unasked=refused)
        asking = Asking(self.reading, context, predicates, fleet)
        consumers: list[dict[str, Any]] = []
        try:
            for item in self.found:
                try:
                    consumers.append(await self._consumer(item, asking))
                except BaseException as error:
                    reason = f"the agent could not be read: {error_text(error)}"
                    self._note(item, reason, "warning", "Repair what reading its fields raises.")
        finally:
            if fleet is not None:
                await fleet.stop()
        return Survey(consumers, self.not_inspected, self.askables, unasked)

    async def _consumer(self, item: Any, asking: Asking) -> dict[str, Any]:
        agent = item.agent
        kind = sdk.consumer_kind(agent) or "agent"
        realtime = kind == "realtime"
        reader = AgentReader(asking, item, realtime=realtime)
        handoffs = await reader.handoffs()
        tools = await reader.tools()
        listed, run_error = await reader.mcp(tools, handoffs)
        entries = [*listed, *tools, *handoffs]
        number_repeats(entries)
        said = asking.predicates.said
        self.askables.append(Askable(item, realtime, [*tools, *handoffs], self.reading, said))
        resolution = settle(entries, realtime=realtime, policy=self.policy, run_error=run_error)
        reader.converter.add_payloads(entries)
        wire_error = reader.converter.set_error([entry for entry in entries if _would_be_sent(entry)])
        self._note_all(item, kind, reader.notes)
        for reason, package in reader.stubbed():
            self._note(item, reason, "info", f"Install `{package}` into the project's interpreter.")
        path, line = self.reading.location(item.path, item.line)
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
            "resolution": {**resolution, "wire_error": wire_error},
            "tools_list": self._tools_list(agent),
            **settings(agent),
            **await self._instructions(agent, said),
            "partial": bool(item.partial),
        }

    async def _instructions(self, agent: Any, said: "dict[tuple[Any, ...], Said]") -> dict[str, Any]:
        if self.stages is None:
            return await self.instructions.of(agent)
        self.stages.take_entries()  # of whatever ran before
        found = await self.instructions.of(agent)
        said["instructions", id(agent)] = Said([], self.stages.take_entries())
        return found

    def _note_unasked(self, ending: str) -> None:
        note = {
            "ref": "is_enabled",
            "reason": "no predicate was asked again, nor were instructions that are functions, since asking "
            f"them ended with: {ending.rstrip('.')}",
            "severity": "warning",
            "advice": "Repair what ends, blocks or stops the process that it is asked in.",
        }
        self.not_inspected.append(note)

    def _tools_list(self, agent: Any) -> int:
        """0 for what is no list: None is one object for all agents, and nothing can be appended to it."""
        tools = getattr(agent, "tools", None)
        return self.reading.identities.of(tools) if is_a(tools, list) else 0

    def _note_all(self, item: Any, kind: str, notes: list[tuple[str, str, str]]) -> None:
        for reason, severity, advice in notes:
            self._note(item, reason, severity, advice)
        agent = item.agent
        if sdk.own_listing(agent):
            reason = f"`{type(agent).__name__}` lists its tools by a `get_all_tools` of its own"
            advice = "Read its code: only a run calls it, with a context of its own."
            self._note(item, reason, "info", advice)
        if kind == "sandbox":
            reason = f"the capability tools of `{text(agent.name)}` exist only inside a run"
            self._note(item, reason, "info", "Trace a run to see them: its sandbox decides which there are.")

    def _note(self, item: Any, reason: str, severity: str, advice: str) -> None:
        path, line = self.reading.location(item.path, item.line)
        note = {"ref": item.id, "reason": reason, "path": path, "line": line, "severity": severity}
        self.not_inspected.append({**note, "advice": advice})


def servers_of(agent: Any) -> list[Any]:
    """Its MCP servers, without what only stands in the place of one."""
    try:
        return [
            server
            for server in agent.mcp_servers
            if callable(getattr(server, "list_tools", None)) and stubs.behind(server) is None
        ]
    except Exception:
        return []


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
