"""What an agent says of how its run goes on: stops, forced choices, instructions, model."""

from typing import Any

from .plain import is_a, plain, text
from .stub_objects import Stub


def settings(agent: Any) -> dict[str, Any]:
    """The fields of a `Consumer` that are no lists of tools."""
    behavior = getattr(agent, "tool_use_behavior", "run_llm_again")
    stop: list[str] = []
    if callable(behavior):
        behavior = "function"
    elif is_a(behavior, dict):
        names = behavior.get("stop_at_tool_names") or ()
        listed = is_a(names, (list, tuple, set, frozenset))
        stop = [text(name) for name in names] if listed else [text(names)]
        behavior = "stop_at_tools"
    model_settings = getattr(agent, "model_settings", None)
    choice = getattr(model_settings, "tool_choice", None)
    instructions = getattr(agent, "instructions", None)
    model = getattr(agent, "model", None)
    model_name = model if is_a(model, str) else getattr(model, "model", None)
    if model is not None and not is_a(model_name, str):
        model_name = str(model) if is_a(model, Stub) else type(model).__name__
    return {
        "stop": stop,
        "stop_behavior": text(behavior),
        "tool_choice": None if choice is None else text(choice if is_a(choice, str) else plain(choice)),
        "reset_tool_choice": bool(getattr(agent, "reset_tool_choice", True)),
        "instructions": text(instructions) if is_a(instructions, str) else None,
        "model": None if model_name is None else text(model_name),
    }
