"""Registries put together by hand, as the probe would describe them."""

from typing import Any

import msgspec

from inspector.model import Consumer, Finding, Registry, SdkInfo, Tool
from inspector.rules import evaluate

NEWEST = SdkInfo(sdk="0.24.0", python="3.11.7")
STRICT = SdkInfo(sdk="0.24.0", python="3.11.7", collision_policy="error")
WITHOUT_POLICY = SdkInfo(sdk="0.19.2", python="3.11.7", collision_policy="none", strict_available=False)

_ids = iter(range(1, 10**9))


def tool(visible: str, **changes: object) -> Tool:
    """A live, ungated function tool whose function has its name."""
    namespace, _, name = visible.rpartition(".") if changes.get("namespace") else ("", "", visible)
    function_name = changes.pop("fn", name)
    origin = changes.get("origin", "function")
    number = next(_ids)
    settings: dict[str, Any] = {
        "key": f"{origin}:{visible}#{number}",
        "visible": visible,
        "name": name,
        "namespace": namespace or None,
        "lookup_key": ("namespaced", namespace, name) if namespace else ("bare", name),
        "function": f"app.tools.{function_name}",
        "function_name": function_name,
        "origin": origin,
        "type": "FunctionTool",
        "path": "app/tools.py",
        "line": number,
        "identity": number,
        "description": f"Does thing {number} for {visible}.",
        "overridden": function_name != name,
        "sent": True,
    }
    return Tool(**(settings | changes))


def handoff(visible: str, to: str, **changes: object) -> Tool:
    """A handoff, located where it was built."""
    defaults = {
        "origin": "handoff",
        "type": "Handoff",
        "function": to,
        "function_name": None,
        "target": f"app:{to}",
    }
    return tool(visible, **(defaults | {"overridden": False} | changes))


def mcp(visible: str, server: str, **changes: object) -> Tool:
    """A tool of an MCP server, without a place in source."""
    defaults = {
        "origin": "mcp",
        "function": f"{server}/{visible}",
        "function_name": None,
        "server": server,
        "via": (server,),
        "path": None,
        "line": None,
        "overridden": False,
    }
    return tool(visible, **(defaults | changes))


def hosted(type_name: str, visible: str, **changes: object) -> Tool:
    """A hosted tool, shell, patch editor or custom tool."""
    defaults = {
        "origin": "hosted",
        "type": type_name,
        "function": None,
        "function_name": None,
        "lookup_key": None,
        "overridden": False,
    }
    return tool(visible, **(defaults | changes))


def shadow(loser: Tool, winner: Tool, *, sent: bool = False) -> Tool:
    """`loser` as the SDK leaves it when `winner` has its name."""
    return msgspec.structs.replace(loser, shadowed_by=winner.key, sent=sent)


def agent(*tools: Tool, name: str = "Triage", **changes: object) -> Consumer:
    """An agent at app/agents.py:10."""
    settings: dict[str, Any] = {"id": f"app.agents:{name.lower()}", "path": "app/agents.py", "line": 10}
    return Consumer(name=name, tools=tools, **(settings | changes))


def registry(*consumers: Consumer, info: SdkInfo = NEWEST, **changes: object) -> Registry:
    """A project of these consumers."""
    return Registry(root="/project", info=info, consumers=consumers, **changes)


def findings(*consumers: Consumer, info: SdkInfo = NEWEST, **changes: object) -> tuple[Finding, ...]:
    """What the rules say of these consumers."""
    return evaluate(registry(*consumers, info=info, **changes))


def codes(*consumers: Consumer, info: SdkInfo = NEWEST, **changes: object) -> list[str]:
    """Codes of the findings, in order."""
    return [finding.code for finding in findings(*consumers, info=info, **changes)]


def only(*consumers: Consumer, info: SdkInfo = NEWEST, **changes: object) -> Finding:
    """The one finding that there is."""
    (finding,) = findings(*consumers, info=info, **changes)
    return finding


def places(finding: Finding) -> list[str]:
    """Locations as `path:line`."""
    return [str(place) for place in finding.locations]
