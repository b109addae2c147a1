"""What an agent says of how its run goes on: stops, forced choices, model."""

from typing import Any

from . import sdk
from .plain import is_a, plain, text
from .stub_objects import Stub


def settings(agent: Any) -> dict[str, Any]:
    """The fields of a `Consumer` that are no lists of tools."""
    behavior = getattr(agent, "tool_use_behavior", "run_llm_again")
    names: Any = ()
    if callable(behavior):
        behavior = "function"
    elif is_a(behavior, dict):
        names = behavior.get("stop_at_tool_names") or ()
        behavior = "stop_at_tools"
    model = getattr(agent, "model", None)
    model_name = model if is_a(model, str) else getattr(model, "model", None)
    if model is not None and not is_a(model_name, str):
        model_name = str(model) if is_a(model, Stub) else type(model).__name__
    return {
        "stop": listed_names(names),
        "stop_is_text": is_a(names, str),
        "stop_behavior": text(behavior),
        **forced_choice(agent),
        "reset_tool_choice": bool(getattr(agent, "reset_tool_choice", True)),
        "model": None if model_name is None else text(model_name),
    }


def forced_choice(holder: Any) -> "dict[str, str | None]":
    """`tool_choice` and `tool_choice_server` by the model settings of an agent or a RunConfig."""
    choice: Any = getattr(getattr(holder, "model_settings", None), "tool_choice", None)
    if not sdk.is_mcp_choice(choice):
        return {"tool_choice": _said(choice), "tool_choice_server": None}
    return {"tool_choice": _said(choice.name), "tool_choice_server": _said(choice.server_label)}


def _said(choice: Any) -> "str | None":
    return None if choice is None else text(choice if is_a(choice, str) else plain(choice))


def listed_names(names: Any) -> list[str]:
    """Names as a setting lists them; sets in a stable order, and what is no collection as one name."""
    if is_a(names, (set, frozenset)):
        return sorted(text(name) for name in names)
    if is_a(names, (list, tuple, dict)):
        return [text(name) for name in names]
    return [text(names)]
