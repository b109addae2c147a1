"""TI302: tools that the model is given without a description."""

from collections.abc import Iterator, Sequence

import msgspec

from inspector.model import Finding, Registry, Tool
from inspector.rules.docstrings import descriptive
from inspector.rules.holdings import Holding, about_group, code_and_name, held_first, together
from inspector.rules.liveness import when
from inspector.rules.owners import owner, quoted

_DESCRIBED = frozenset({"function", "agent_tool", "mcp", "custom"})
"""Kinds whose description the project or an MCP server writes."""


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per function and per MCP server, on the first consumer that has it."""
    undescribed = [
        (consumer, tool)
        for consumer in registry.consumers
        for tool in consumer.tools
        if not tool.description.strip() and tool.live and tool.origin in _DESCRIBED
    ]
    yield from map(_finding, together(undescribed, same=_made))


def _made(tool: Tool) -> object:
    """An agent has as many descriptions as `as_tool()` calls."""
    return (code_and_name(tool), tool.built_at if tool.origin == "agent_tool" else None)


def _finding(group: Sequence[Holding]) -> Finding:
    consumer, first = group[0]
    tools = held_first(group)
    names = list(dict.fromkeys(tool.visible for tool in tools))
    if first.origin == "mcp":
        what = f"MCP server `{first.server}` gives {quoted(names)} on `{consumer.name}` no description"
    else:
        what = f"`{first.visible}` on `{consumer.name}` has no description: {owner(first)}{_cause(first)}"
    finding = about_group(
        "TI302",
        group,
        message=f"{what}. The model is given the bare name and has to guess when to call it.",
        fix=_fix(first),
        condition=when(first) if len(tools) == 1 else None,
    )
    if first.origin == "agent_tool" and first.built_at is not None:
        return msgspec.structs.replace(finding, locations=(first.built_at,))
    return finding


def _cause(tool: Tool) -> str:
    if tool.origin != "function":
        return " is given none"
    if not tool.docstring:
        return " has no docstring"
    if descriptive(tool.docstring):
        return " has a docstring that `use_docstring_info=False` keeps from the model"
    return " has a docstring that describes only parameters"


def _fix(tool: Tool) -> str:
    match tool.origin:
        case "agent_tool":
            return "Pass `tool_description=` to `as_tool()`."
        case "mcp":
            return "Describe the tools in the MCP server."
        case "custom":
            return "Pass `description=` to the tool."
        case _ if tool.docstring and descriptive(tool.docstring):
            return "Drop `use_docstring_info=False`, or pass `description_override=`."
        case _ if tool.docstring:
            return "Begin the docstring with a sentence about when to use the tool."
        case _:
            return "Write a docstring that says when to use the tool, or pass `description_override=`."
