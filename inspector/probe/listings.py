"""What the MCP servers of an agent offer, decided over all scenarios."""

import contextlib
import json
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from typing import Any

from . import mcp_servers
from .agent_lists import AgentReader, Asking
from .entries import Entry, number_repeats
from .extract import Askable, servers_of
from .inquiry import Asked, Inquiry, Outcome
from .plain import error_text
from .predicates import Predicates
from .resolve import ranked
from .switches import Made

_SHARE = 4
"""A fourth of the time limit is what starting or listing one server may take."""


class Listings:
    """Lists servers again and again, as handoffs' predicates and filters of tools decide what they offer."""

    def __init__(self, inquiry: Inquiry, request: Mapping[str, Any]) -> None:
        self._inquiry = inquiry
        self._limit = max(1.0, float(request.get("timeout") or 20.0) / _SHARE)
        self._network = bool(request.get("network"))
        self._fleet: mcp_servers.Fleet | None = None

    @contextlib.asynccontextmanager
    async def running(self, askables: Sequence[Askable]) -> AsyncIterator[None]:
        """All servers of these agents are up within the block."""
        self._fleet = mcp_servers.Fleet(limit=self._limit, network=self._network)
        try:
            await self._fleet.start([server for each in askables for server in servers_of(each.item.agent)])
            yield
        finally:
            await self._fleet.stop()

    async def listing(self, askable: Askable) -> Made:
        """A `Listing`; to be used within `running`."""

        async def ask(asked: Asked) -> Outcome:
            return Outcome(await self._listed(askable, asked))

        identity = ("servers", id(askable.item.agent))
        found = await self._inquiry.decided(identity, ask, key=_offer)
        made = {"consumer": askable.item.id, "decision": found.decision, "outcomes": found.outcomes}
        if found.differing is None:
            return made, None
        difference = "its MCP servers offer other tools each time they are listed under the same flags"
        path, line = askable.reading.location(askable.item.path, askable.item.line)
        return made, {"ref": askable.item.id, "difference": difference, "path": path, "line": line}

    async def _listed(self, askable: Askable, asked: Asked) -> dict[str, Any]:
        predicates = Predicates(asked.context, budget=asked.seconds)
        asking = Asking(askable.reading, asked.context, predicates, self._fleet)
        reader = AgentReader(asking, askable.item, realtime=askable.realtime)
        tools = [entry for entry in askable.own if not entry.is_handoff]
        handoffs = [entry for entry in askable.own if entry.is_handoff]
        try:
            listed, error = await reader.mcp(tools, handoffs)
        except BaseException as raised:
            return {"tools": [], "error": error_text(raised)}
        number_repeats(listed)
        _rank(listed, askable, error)
        reader.converter.add_payloads(listed)
        return {"tools": [entry.data for entry in listed], "error": error}


def _rank(listed: list[Entry], askable: Askable, error: "str | None") -> None:
    """Gives them their place among the agent's own tools, whose places they don't change."""
    for entry in listed:
        entry.data.update(sent=error is None, precedence=None, sent_if_shadowed=False)
    ours = {id(entry) for entry in listed}
    for entry, place, sent in ranked([*listed, *askable.own], realtime=askable.realtime, refused=error or ""):
        if id(entry) in ours:
            entry.data["precedence"], entry.data["sent_if_shadowed"] = place, sent


def _offer(listed: dict[str, Any]) -> Hashable:
    """Each listing makes new tool objects: which ones they are is no difference."""
    tools = [{**tool, "identity": 0} for tool in listed["tools"]]
    return json.dumps([tools, listed["error"]], sort_keys=True, default=repr)
