"""The installed OpenAI Agents SDK: the only place that knows its private names.

Everything here asks the SDK first and falls back to the rule of the versions that lack what is asked for.
Nothing here changes an agent or a tool.
"""

import contextlib
import functools
import importlib
import importlib.metadata
import inspect
import logging
import sys
import typing
from collections.abc import Iterator, Sequence
from typing import Any

import agents
from agents import Agent, FunctionTool, Handoff, RunConfig, RunContextWrapper
from agents import agent as _agent_module
from agents import tool as _tool_module

from .plain import is_a, text

try:
    from agents import _tool_identity as _identity
except ImportError:  # before 0.11.0
    _identity = None

AgentBase: type = getattr(_agent_module, "AgentBase", Agent)
LookupKey = tuple[str, ...]

_resolve = getattr(_identity, "resolve_tool_name_collisions", None)
_validate_lookup = getattr(_identity, "validate_function_tool_lookup_configuration", None)
_validate_codex = getattr(_agent_module, "_validate_codex_tool_name_collisions", None)
_DEFAULT_FAILURE = getattr(_tool_module, "default_tool_error_function", None)
_FUNCTION_FIELDS = getattr(FunctionTool, "__dataclass_fields__", {})


def version() -> str:
    """Version of the installed `openai-agents`, or `unknown`."""
    try:
        return importlib.metadata.version("openai-agents")
    except importlib.metadata.PackageNotFoundError:
        return str(getattr(agents, "__version__", "unknown"))


def strict_available() -> bool:
    """Whether this SDK has `tool_name_collision_policy` (0.19.3 and later)."""
    return _resolve is not None


def collision_policy(run_config: Any = None) -> str:
    """`warn` or `error` as the given RunConfig says; `none` where the SDK has no policy."""
    if not strict_available():
        return "none"
    policy = getattr(run_config, "tool_name_collision_policy", "warn")
    return policy if policy in ("warn", "error") else "warn"


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Silences the SDK's own log while it is asked things that it would warn about."""
    logger = logging.getLogger("openai.agents")
    before = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = before


def run_context(context: Any = None) -> Any:
    """A real RunContextWrapper; some pairs of SDK and `openai` can't build its default `usage`."""
    try:
        return RunContextWrapper(context=context)
    except Exception:
        from agents.usage import Usage

        usage: Any = object.__new__(Usage)
        for field in ("requests", "input_tokens", "output_tokens", "total_tokens"):
            object.__setattr__(usage, field, 0)
        return RunContextWrapper(context=context, usage=usage)


# Kinds


def _loaded(module: str, name: str) -> type | None:
    """A class of an SDK module that the project has imported; None otherwise."""
    found = getattr(sys.modules.get(module), name, None)
    return found if isinstance(found, type) else None


def consumer_kind(agent: Any) -> str | None:
    """`agent`, `sandbox` or `realtime`; None for what is no agent."""
    realtime = _loaded("agents.realtime.agent", "RealtimeAgent")
    if realtime is not None and is_a(agent, realtime):
        return "realtime"
    sandbox = _loaded("agents.sandbox.sandbox_agent", "SandboxAgent")
    if sandbox is not None and is_a(agent, sandbox):
        return "sandbox"
    return "agent" if is_agent(agent) else None


def is_agent(value: Any) -> bool:
    """Whether the value is an agent of any kind; asks no lazy object what it stands for."""
    return is_a(value, AgentBase)


def is_run_config(value: Any) -> bool:
    return is_a(value, RunConfig)


def _passes_for(value: Any, kinds: Any) -> bool:
    """isinstance as the SDK asks it of what stands in an agent's lists; an object that can't say is none."""
    try:
        return isinstance(value, kinds)
    except Exception:
        return False


def is_function_tool(value: Any) -> bool:
    return _passes_for(value, FunctionTool)


def is_handoff(value: Any) -> bool:
    return _passes_for(value, Handoff)


@functools.lru_cache(maxsize=1)
def tool_classes() -> tuple[type, ...]:
    """Every class of the SDK's `Tool` union."""
    members = typing.get_args(getattr(_tool_module, "Tool", None))
    return tuple({typing.get_origin(member) or member: None for member in members})


def is_tool_by_type(value: Any) -> bool:
    """Whether the value is a tool or handoff by its type alone: asks no object what it stands for."""
    return is_a(value, (*tool_classes(), Handoff))


def is_tool(value: Any) -> bool:
    """Whether the SDK knows the value as a tool."""
    return _passes_for(value, tool_classes())


def tool_kind(tool: Any) -> str:
    """Name of the SDK class that the tool is, or derives from: `FunctionTool`, `ShellTool`…"""
    for known in tool_classes():
        if _passes_for(tool, known):
            return known.__name__
    return type(tool).__name__


# Names


def namespace(tool: Any) -> str | None:
    """Explicit namespace of a function tool."""
    value = getattr(tool, "_tool_namespace", None)
    return value if is_a(value, str) and value else None


def lookup_key(tool: Any) -> LookupKey | None:
    """The key that calls of a function tool are dispatched by; None for a name that no call can carry."""
    find = getattr(_identity, "get_function_tool_lookup_key_for_tool", None)
    if find is not None:
        key = find(tool)
        return None if key is None else tuple(text(part) for part in key)
    name = getattr(tool, "name", None)
    return ("bare", text(name)) if is_a(name, str) else None


def handoff_key(handoff: Any) -> LookupKey | None:
    """A handoff is dispatched by its bare tool name."""
    name = getattr(handoff, "tool_name", None)
    return ("bare", text(name)) if is_a(name, str) and name else None


def default_tool_name(agent_name: str, *, handoff: bool) -> str | None:
    """The name the SDK derives from an agent's name for a handoff or an agent tool; None if it can't."""
    from agents.util import _transforms

    source = f"transfer_to_{agent_name}" if handoff else agent_name
    transform = _transforms.transform_string_function_style
    try:
        with quiet():
            return str(transform(source))
    except Exception:
        return None


# Code behind a tool


def closure_cell(function: Any, name: str) -> Any:
    """Contents of a closure variable; None when there is none of that name, or it is empty."""
    code = getattr(function, "__code__", None)
    closure = getattr(function, "__closure__", None)
    if code is None or not closure or name not in code.co_freevars:
        return None
    try:
        return closure[code.co_freevars.index(name)].cell_contents
    except ValueError:
        return None


def _invocation(tool: Any) -> Any:
    """The callable that does the work of a function tool, below the SDK's error handling."""
    invoker = getattr(tool, "on_invoke_tool", None)
    inner = getattr(invoker, "_invoke_tool_impl", None)
    if inner is None:
        inner = closure_cell(invoker, "_on_invoke_tool_impl")
    return invoker if inner is None else inner


def function_behind(tool: Any) -> Any:
    """The Python callable behind a function tool; for a raw FunctionTool its invoker; None for SDK code."""
    try:
        return tool.__wrapped__
    except AttributeError:
        pass
    invocation = _invocation(tool)
    function = closure_cell(invocation, "the_func")
    if function is not None:
        return function
    if mcp_binding(tool) is not None:
        return None
    module = getattr(invocation, "__module__", None) or type(invocation).__module__
    inside = is_a(module, str) and (module == "agents" or module.startswith("agents."))
    return None if inside and module in sys.modules and _is_sdk_module(module) else invocation


def _is_sdk_module(name: str) -> bool:
    home = getattr(agents, "__path__", [""])[0]
    return str(getattr(sys.modules.get(name), "__file__", "") or "").startswith(str(home))


def agent_behind(tool: Any) -> Any:
    """The agent that an agent tool runs; None for any other tool."""
    found = getattr(tool, "_agent_instance", None)
    if found is None:
        function = closure_cell(_invocation(tool), "the_func")
        if getattr(function, "__name__", "") == "run_agent":
            found = closure_cell(function, "self")
    return found if is_agent(found) else None


def mcp_binding(tool: Any) -> tuple[Any, str] | None:
    """(server object, raw tool name) of a local MCP tool; None for any other tool."""
    invocation = _invocation(tool)
    if not is_a(invocation, functools.partial) or len(invocation.args) < 2:
        return None
    if getattr(invocation.func, "__name__", "") != "invoke_mcp_tool":
        return None
    server, raw = invocation.args[:2]
    return server, text(getattr(raw, "name", ""))


def handoff_target(handoff: Any) -> Any:
    """The agent that a handoff leads to, or None."""
    reference = getattr(handoff, "_agent_ref", None)
    if callable(reference):
        found = reference()
        if is_agent(found):
            return found
    invoke = getattr(handoff, "on_invoke_handoff", None)
    candidates = [invoke]
    if is_a(invoke, functools.partial):
        candidates += [invoke.func, *invoke.args]
    for candidate in candidates:
        found = closure_cell(candidate, "agent")
        if is_agent(found):
            return found
    return None


def predicate_behind(entry: Any) -> Any:
    """The project's own `is_enabled`, below the SDK's wrapper around a handoff's; None for a bool."""
    predicate = getattr(entry, "is_enabled", True)
    if is_a(predicate, bool):
        return None
    inner = closure_cell(predicate, "is_enabled") if is_handoff(entry) else None
    return predicate if inner is None else inner


def failure_policy(tool: Any) -> str:
    """`default`, `custom`, `raise`, or `unknown` for an invoker the SDK did not build."""
    if hasattr(tool, "_use_default_failure_error_function"):
        if getattr(tool.on_invoke_tool, "_invoke_tool_impl", None) is None and not hasattr(
            tool.on_invoke_tool, "__agents_bind_function_tool__"
        ):
            return "unknown"
        if tool._use_default_failure_error_function:
            return "default"
        return _policy_of(tool._failure_error_function)
    invoker = getattr(tool, "on_invoke_tool", None)
    code = getattr(invoker, "__code__", None)
    if code is None or "failure_error_function" not in code.co_freevars:
        return "raise" if mcp_binding(tool) is not None else "unknown"
    return _policy_of(closure_cell(invoker, "failure_error_function"))


def _policy_of(function: Any) -> str:
    if function is None:
        return "raise"
    return "default" if function is _DEFAULT_FAILURE else "custom"


# Handoffs, collisions, validation


def as_handoff(item: Any, *, realtime: bool) -> Any:
    """The Handoff that the SDK makes of an entry in `handoffs`; None for what it drops.

    Raises whatever the SDK raises when it can't make one.
    """
    if is_handoff(item):
        return item
    with quiet():
        return _made_handoff(item, realtime=realtime)


def _made_handoff(item: Any, *, realtime: bool) -> Any:
    if realtime:
        realtime_agent = _loaded("agents.realtime.agent", "RealtimeAgent")
        if realtime_agent is not None and _passes_for(item, realtime_agent):
            return importlib.import_module("agents.realtime.handoffs").realtime_handoff(item)
        return None
    return agents.handoff(item) if _passes_for(item, Agent) else None


def resolve(tools: Sequence[Any], handoffs: Sequence[Any], policy: str) -> tuple[list[Any], list[Any]]:
    """What the model is given of these; raises UserError under policy `error`. All of it before 0.19.3."""
    if _resolve is None:
        return list(tools), list(handoffs)
    with quiet():
        kept: tuple[list[Any], list[Any]] = _resolve(tools, handoffs, collision_policy=policy)
        return kept


def check_tools(tools: Sequence[Any]) -> None:
    """Raises what `get_all_tools` or the dispatch set-up raises for this list of enabled tools."""
    with quiet():
        if _validate_codex is not None:
            _validate_codex(list(tools))
        if _validate_lookup is not None:
            _validate_lookup([tool for tool in tools if is_function_tool(tool)])


def check_realtime(tools: Sequence[Any], handoffs: Sequence[Any]) -> None:
    """Raises what a realtime session raises for these names (0.17.7 and later)."""
    try:
        module = importlib.import_module("agents.realtime._tool_validation")
    except ImportError:
        return
    module.validate_realtime_tool_names(tools, handoffs)


def own_listing(agent: Any) -> bool:
    """Whether the project has overridden how the agent lists its tools."""
    listing = getattr(type(agent), "get_all_tools", None)
    module = getattr(listing, "__module__", None)
    return listing is not None and not (is_a(module, str) and _is_sdk_module(module))


# What the model is sent


def responses_payload(
    tools: Sequence[Any], handoffs: Sequence[Any], *, model: Any = None, prompt: bool = False
) -> list[Any]:
    """Tool payloads of the Responses API as the SDK's own converter builds them; raises what it raises.

    `prompt`: the agent has a prompt kept on the server, which may bring searchable tools of its own.
    """
    from agents.models import openai_responses

    convert = openai_responses.Converter.convert_tools
    with quiet():
        try:
            converted = convert(
                list(tools), list(handoffs), model=model, allow_opaque_tool_search_surface=prompt
            )
        except TypeError:  # before 0.11.0 there were no such parameters
            converted = convert(list(tools), list(handoffs))
    return list(converted.tools)


def realtime_payload(tools: Sequence[Any], handoffs: Sequence[Any]) -> list[Any]:
    """The same for a realtime session, which takes function tools only."""
    module = importlib.import_module("agents.realtime.openai_realtime")
    model: Any = object.__new__(module.OpenAIRealtimeWebSocketModel)
    with quiet():
        return list(model._tools_to_session_tools(list(tools), list(handoffs)))


def search_companions(tool: Any) -> list[Any]:
    """Hosted tools without which the converter refuses this tool on its own."""
    companions: list[Any] = []
    kind = tool_kind(tool)
    config = getattr(tool, "tool_config", None)
    config = config if is_a(config, dict) else {}
    deferred = getattr(tool, "defer_loading", False) or config.get("defer_loading")
    if deferred and hasattr(_tool_module, "ToolSearchTool"):
        companions.append(_tool_module.ToolSearchTool())
    callers = getattr(tool, "allowed_callers", None) or config.get("allowed_callers")
    if callers and "direct" not in callers and hasattr(_tool_module, "ProgrammaticToolCallingTool"):
        companions.append(_tool_module.ProgrammaticToolCallingTool())
    if kind in ("ToolSearchTool", "ProgrammaticToolCallingTool"):
        companions.append(_searchable())
        if kind == "ProgrammaticToolCallingTool":
            companions.append(_tool_module.ToolSearchTool())
    return companions


@functools.lru_cache(maxsize=1)
def _searchable() -> Any:
    async def never(_context: Any, _arguments: str) -> str:
        return ""

    return FunctionTool(
        name="placeholder",
        description="",
        params_json_schema={"type": "object", "properties": {}},
        on_invoke_tool=never,
        strict_json_schema=False,
        defer_loading=True,
    )


# Local MCP servers


async def list_mcp_server(server: Any, agent: Any, context: Any, reserved: set[str]) -> list[Any]:
    """Function tools of one MCP server, with the prefixes and policies that the agent's settings ask for."""
    from agents.mcp import MCPUtil

    config = getattr(agent, "mcp_config", None) or {}
    list_tools = MCPUtil.get_function_tools
    known = inspect.signature(list_tools).parameters
    options: dict[str, Any] = {}
    if "failure_error_function" in known and "failure_error_function" in config:
        options["failure_error_function"] = config["failure_error_function"]
    if "include_server_in_tool_names" in known and config.get("include_server_in_tool_names"):
        options["include_server_in_tool_names"] = True
        options["reserved_tool_names"] = reserved
    strict = bool(config.get("convert_schemas_to_strict", False))
    with quiet():
        return list(await list_tools(server, strict, context, agent, **options))


def prefixes_mcp_tools(agent: Any) -> bool:
    """Whether the agent's MCP tools carry their server's name; never before 0.16.0."""
    config = getattr(agent, "mcp_config", None)
    wanted = is_a(config, dict) and bool(config.get("include_server_in_tool_names"))
    return wanted and hasattr(AgentBase, "_get_mcp_tool_reserved_names")


def mcp_approval(server: Any) -> Any:
    """`require_approval` as this SDK understands it: a bool, a dict by raw name, or the project's callable.

    False where this version has none (before 0.8.0), or the server's class never set it.
    """
    return getattr(server, "_needs_approval_policy", False)


def mcp_listed(server: Any) -> list[Any] | None:
    """What the server listed last, before any filter; None where it keeps no such list."""
    found = getattr(server, "_tools_list", None)
    return list(found) if is_a(found, (list, tuple)) else None


# How calls are executed


def approval_behind(tool: Any) -> Any:
    """The project's own approval callable, below the SDK's wrapper of an MCP server's; None for a bool."""
    gate = getattr(tool, "needs_approval", False)
    if not callable(gate):
        return None
    policy = closure_cell(gate, "policy") if mcp_binding(tool) is not None else None
    return policy if callable(policy) else gate


def is_mcp_choice(choice: Any) -> bool:
    """Whether a tool choice forces a tool of a hosted MCP server, by its label."""
    known = getattr(agents.model_settings, "MCPToolChoice", None)
    return known is not None and _passes_for(choice, known)


def runs_tool_guardrails(side: str, *, realtime: bool) -> bool:
    """Whether a call of a function tool runs its guardrails of one `side`, `input` or `output`.

    Runs do since 0.3.3; realtime sessions learnt it later, and the one side before the other.
    """
    if realtime:
        session = _loaded("agents.realtime.session", "RealtimeSession")
        return hasattr(session, f"_run_tool_{side}_guardrails")
    return f"tool_{side}_guardrails" in _FUNCTION_FIELDS


def keeps_timeouts(*, realtime: bool) -> bool:
    """Whether this SDK looks at the timeout of a function tool (0.9.0 and later)."""
    if realtime and not hasattr(sys.modules.get("agents.realtime.session"), "invoke_function_tool"):
        return False
    return "timeout_seconds" in _FUNCTION_FIELDS


def runs_in_thread(tool: Any) -> bool:
    """Whether the tool's code is a sync function, which runs in a thread that nothing can end."""
    marker = getattr(_tool_module, "_SYNC_FUNCTION_TOOL_MARKER", "__agents_sync_function_tool__")
    return bool(getattr(getattr(tool, "on_invoke_tool", None), marker, False))


def unknown_tool(run_config: Any = None) -> str:
    """What a run does when the model calls a name that no tool has, as the end of a sentence."""
    if getattr(run_config, "tool_not_found_behavior", "raise_error") == "return_error_to_model":
        return "is answered with an error that the model sees, and the run goes on"
    return "ends the run with ModelBehaviorError"


def unknown_tool_is_settled() -> bool:
    """Whether no RunConfig can change that (before 0.17.4)."""
    return "tool_not_found_behavior" not in getattr(RunConfig, "__dataclass_fields__", {})
