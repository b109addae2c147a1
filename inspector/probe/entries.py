"""One SDK tool or handoff as the plain dict of a `Tool`."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from . import hosted_policies, importing, paths, sdk
from .contract import approval, contract
from .identities import Identities
from .plain import is_a, plain, text
from .predicates import Enabled
from .signatures import parameters
from .source import Source, describe

_ORIGINS = {
    "LocalShellTool": "shell",
    "ShellTool": "shell",
    "ApplyPatchTool": "apply_patch",
    "CustomTool": "custom",
    "ComputerTool": "computer",
}
_WIRE_NAMES = {"ShellTool": "shell", "ApplyPatchTool": "apply_patch"}


@dataclasses.dataclass(eq=False)
class Entry:
    """A tool in the order of the SDK, with what resolution needs to know of it."""

    tool: Any
    """The object that the SDK would send: for a bare agent in `handoffs`, the Handoff made of it."""
    kind: str
    enabled: bool | None
    predicate: int | None
    key: tuple[str, ...] | None
    data: dict[str, Any]
    """The `Tool` as a plain dict, without `sent`, `shadowed_by` and `wire` until it is resolved."""

    @property
    def is_handoff(self) -> bool:
        return self.kind == "Handoff"

    @property
    def is_function(self) -> bool:
        return self.kind == "FunctionTool"


@dataclasses.dataclass(frozen=True)
class Reading:
    """What reading the tools of one import root needs to know beside the tools."""

    project: str
    """Absolute path."""
    sites: Any
    """id(tool) -> (absolute path, line) of its construction."""
    consumers: dict[int, Any]
    """id(agent) -> Found."""
    identities: Identities
    variables: Mapping[int, Sequence[str]] = dataclasses.field(default_factory=dict)
    """id(tool) -> names of the module attributes that hold it."""

    def location(self, path: str | None, line: int | None) -> tuple[str | None, int | None]:
        """Path as reports show it."""
        return (None, None) if path is None else (text(paths.relative(self.project, path)), line)

    def site(self, value: Any) -> dict[str, Any] | None:
        """Where an object was constructed, as a `Location`."""
        found = self.sites.get(id(value))
        if found is None:
            return None
        path, line = self.location(found[0], found[1])
        return {"path": path, "line": line}

    def place(self, value: Any) -> dict[str, Any] | None:
        """Where a callable is defined, as a `Location`."""
        source = describe(value)
        path, line = self.location(source.path, source.line)
        return None if path is None else {"path": path, "line": line}

    def qualified(self, value: Any) -> str:
        """Qualified name of a callable, by the module name that the project would write."""
        source = describe(value)
        return text(importing.display_name(source))


def tool_entry(
    tool: Any, state: Enabled, reading: Reading, server: str | None = None, *, realtime: bool = False
) -> Entry:
    """Reads a tool of `agent.tools`, or one that MCP server `server` lists; raises what attributes raise."""
    kind = sdk.tool_kind(tool)
    if kind == "FunctionTool":
        return _function_entry(tool, state, reading, server, realtime=realtime)
    name = _WIRE_NAMES.get(kind) or text(getattr(tool, "name", kind))
    origin = _ORIGINS.get(kind, "hosted")
    config = getattr(tool, "tool_config", None)
    data = _common(tool, tool, state, reading, origin=origin, name=name, visible=name)
    data["description"] = text(getattr(tool, "description", None) or "")
    if kind == "HostedMCPTool" and is_a(config, dict):
        data["server"] = text(config.get("server_label") or "")
        data["description"] = text(config.get("server_description") or "")
        data.update(hosted_policies.policies(tool))
    data["deferred"] = bool(getattr(tool, "defer_loading", False)) or (
        is_a(config, dict) and bool(config.get("defer_loading"))
    )
    work = _worker(tool)
    if work is not None:
        _place_source(data, describe(work), reading)
    data["contract"] = contract(tool, describe(work) if work is not None else None)
    data["business_id"] = _business_id(tool, work)
    return Entry(tool, kind, state.value, data["predicate_identity"], None, data)


def _given_name(name: Any) -> str:
    """A name as the model gets it; what is no string, which the SDK lets through, is set in brackets."""
    return text(name) if is_a(name, str) else f"<{text(name)}>"


def _function_entry(
    tool: Any, state: Enabled, reading: Reading, server: str | None, *, realtime: bool
) -> Entry:
    name, namespace = _given_name(tool.name), sdk.namespace(tool)
    agent = sdk.agent_behind(tool)
    origin = "mcp" if server is not None else "agent_tool" if agent is not None else "function"
    visible = name if namespace is None else f"{text(namespace)}.{name}"
    data = _common(tool, tool, state, reading, origin=origin, name=name, visible=visible)
    data["namespace"] = None if namespace is None else text(namespace)
    data["description"] = text(tool.description or "")
    data["schema"] = plain(getattr(tool, "params_json_schema", None))
    data["deferred"] = bool(getattr(tool, "defer_loading", False))
    function, source = None, None
    if server is not None:
        binding = sdk.mcp_binding(tool)
        raw = text(binding[1]) if binding is not None else name
        data.update(server=server, raw_name=raw, via=[server], function=f"{server}/{raw}")
    elif agent is not None:
        _lead_to(data, agent, reading, default=sdk.default_tool_name(agent.name, handoff=False))
    else:
        function = sdk.function_behind(tool)
        source = describe(function) if function is not None else None
        if source is not None:
            _place_source(data, source, reading)
            data["function_name"] = text(source.name)
            data["overridden"] = source.name != tool.name and function is not tool.on_invoke_tool
            data["variables"] = [name for name in data["variables"] if name != source.name]
    if namespace is not None:
        data["via"] = [*data["via"], text(namespace)]
    data["contract"] = contract(tool, source, realtime=realtime)
    data["business_id"] = _business_id(tool, function)
    key = sdk.lookup_key(tool)
    data["lookup_key"] = None if key is None else [text(part) for part in key]
    return Entry(tool, "FunctionTool", state.value, data["predicate_identity"], key, data)


def handoff_entry(handoff: Any, item: Any, state: Enabled, reading: Reading) -> Entry:
    """Reads a handoff; `item` is what stands in the agent's `handoffs`, an agent or the Handoff itself."""
    name = text(handoff.tool_name)
    data = _common(handoff, item, state, reading, origin="handoff", name=name, visible=name)
    data["description"] = text(handoff.tool_description or "")
    data["schema"] = plain(handoff.input_json_schema)
    target = sdk.handoff_target(handoff)
    agent_name = handoff.agent_name
    if target is not None:
        _lead_to(data, target, reading, default=sdk.default_tool_name(target.name, handoff=True))
    else:
        data["function"] = text(agent_name)
    data["contract"] = contract(handoff, None)
    data["business_id"] = _business_id(handoff, target)
    key = sdk.handoff_key(handoff)
    data["lookup_key"] = None if key is None else [text(part) for part in key]
    return Entry(handoff, "Handoff", state.value, data["predicate_identity"], key, data)


def _common(
    tool: Any, item: Any, state: Enabled, reading: Reading, *, origin: str, name: str, visible: str
) -> dict[str, Any]:
    predicate = state.predicate
    asked = sdk.approval_behind(tool)
    return {
        "key": f"{origin}:{visible}",
        "visible": visible,
        "name": name,
        "namespace": None,
        "lookup_key": None,
        "function": None,
        "origin": origin,
        "type": text(type(tool).__name__),
        "via": [],
        "path": None,
        "line": None,
        "built_at": reading.site(item),
        "identity": reading.identities.of(item),
        "overridden": False,
        "enabled": state.value,
        "predicate": None if predicate is None else _predicate_name(predicate, reading),
        "predicate_identity": None if predicate is None else reading.identities.of_callable(predicate),
        "predicate_error": state.error,
        "predicate_failure": state.failure,
        "predicate_parameters": parameters(predicate) if callable(predicate) else [],
        "predicate_location": reading.place(predicate) if callable(predicate) else None,
        "approval": approval(tool),
        "approval_callable": None if asked is None else reading.qualified(asked),
        "approval_parameters": [] if asked is None else parameters(asked),
        "approval_location": None if asked is None else reading.place(asked),
        "variables": list(reading.variables.get(id(tool), ())),
        "sent": False,
        "shadowed_by": None,
    }


def _worker(tool: Any) -> Any:
    """The project's code behind a local tool: a function, or the class of an object that does the work."""
    for field in ("on_invoke_tool", "executor", "editor", "computer"):
        found = getattr(tool, field, None)
        if found is not None:
            return found if callable(found) else type(found)
    return None


def _predicate_name(predicate: Any, reading: Reading) -> str:
    return reading.qualified(predicate) if callable(predicate) else text(predicate)


def _place_source(data: dict[str, Any], source: Source, reading: Reading) -> None:
    data["function"] = text(importing.display_name(source))
    data["path"], data["line"] = reading.location(source.path, source.line)
    data["docstring"] = None if source.docstring is None else text(source.docstring)


def _lead_to(data: dict[str, Any], agent: Any, reading: Reading, *, default: str | None) -> None:
    """Fills what an entry that leads to another agent says of it."""
    data["function"] = text(agent.name)
    data["overridden"] = default is not None and data["name"] != default
    found = reading.consumers.get(id(agent))
    if found is not None:
        data["target"] = found.id
        data["path"], data["line"] = reading.location(found.path, found.line)


def _business_id(*holders: Any) -> str | None:
    for holder in holders:
        if holder is None:
            continue
        value = getattr(holder, "business_id", None)
        if is_a(value, str) and value:
            return text(value)
    return None


def number_repeats(entries: list[Entry]) -> None:
    """Makes keys unique by `#2`, `#3`… in the given order."""
    seen: dict[str, int] = {}
    for entry in entries:
        key = entry.data["key"]
        seen[key] = count = seen.get(key, 0) + 1
        if count > 1:
            entry.data["key"] = f"{key}#{count}"
