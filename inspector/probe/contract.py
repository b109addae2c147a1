"""How a call of a tool is executed: approval, guardrails, timeout, failure policy."""

from typing import Any

from . import sdk
from .plain import is_a, text
from .source import Source, describe


def approval(tool: Any) -> str:
    """`none`, `static` or `dynamic`, as the tool object itself says."""
    if sdk.tool_kind(tool) == "HostedMCPTool":
        return _hosted_mcp_approval(tool)
    gate = getattr(tool, "needs_approval", False)
    if callable(gate):
        return "dynamic"
    return "static" if gate else "none"


def _hosted_mcp_approval(tool: Any) -> str:
    config = getattr(tool, "tool_config", None)
    required = config.get("require_approval") if is_a(config, dict) else None
    if required == "never":
        return "none"
    # The service asks for approval unless it is told otherwise; `{"never": …}` frees some tools only.
    return "static"


def contract(tool: Any, source: Source | None, *, realtime: bool = False) -> dict[str, Any]:
    """The `Contract` of a tool or handoff as a plain dict; `realtime`: it is called in such a session."""
    called_as_function = sdk.is_function_tool(tool)
    guardrails = {side: _guardrails(tool, f"tool_{side}_guardrails") for side in ("input", "output")}
    sides = [side for side, names in guardrails.items() if names] or ["input"]
    return {
        "is_async": source.is_async if source is not None else None,
        "input_guardrails": guardrails["input"],
        "output_guardrails": guardrails["output"],
        "guardrails_run": called_as_function
        and all(sdk.runs_tool_guardrails(side, realtime=realtime) for side in sides),
        **_timeout(tool, looked_at=called_as_function and sdk.keeps_timeouts(realtime=realtime)),
        "failure": sdk.failure_policy(tool) if called_as_function else "unknown",
    }


def _timeout(tool: Any, *, looked_at: bool) -> dict[str, Any]:
    seconds = getattr(tool, "timeout_seconds", None)
    if not is_a(seconds, (int, float)):
        return {"timeout": None, "timeout_honoured": None, "timeout_raises": False}
    return {
        "timeout": float(seconds),
        "timeout_honoured": looked_at and not sdk.runs_in_thread(tool),
        "timeout_raises": looked_at and getattr(tool, "timeout_behavior", None) == "raise_exception",
    }


def _guardrails(tool: Any, attribute: str) -> list[str]:
    guardrails = getattr(tool, attribute, None)
    if not is_a(guardrails, (list, tuple)):
        return []
    return [_guardrail_name(guardrail) for guardrail in guardrails]


def _guardrail_name(guardrail: Any) -> str:
    name = getattr(guardrail, "name", None)
    if is_a(name, str) and name:
        return text(name)
    function = getattr(guardrail, "guardrail_function", guardrail)
    return text(describe(function).name)
