"""Whether the MCP servers of an agent could offer something else in another scenario."""

from collections.abc import Iterable, Mapping
from typing import Any

from .extract import Askable, servers_of
from .mcp_policies import policies
from .plain import is_a

_SDK = "agents."


def lists_again(askables: "Iterable[Askable]", request: "Mapping[str, Any]") -> bool:
    """Whether servers are to be started once more to explore what they offer."""
    return bool(request.get("mcp")) and any(map(offers_vary, askables))


def offers_vary(askable: Askable) -> bool:
    """Whether a filter, a server of the project's own, or a handoff that comes and goes decides about it.

    The SDK gives MCP tools other names where a handoff has theirs.
    """
    servers = servers_of(askable.item.agent)
    if any(_is_own(server) or policies(server)["filter"] == "dynamic" for server in servers):
        return True
    return bool(servers) and any(
        entry.is_handoff and entry.data.get("predicate") is not None for entry in askable.own
    )


def _is_own(server: Any) -> bool:
    module = type(server).__module__
    return not is_a(module, str) or not module.startswith(_SDK)
