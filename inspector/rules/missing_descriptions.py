"""TI302: tools that the model is given without a description."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from inspector.model import Consumer, Finding, Registry, Tool
from inspector.rules.docstrings import descriptive
from inspector.rules.findings import about_tools
from inspector.rules.liveness import when
from inspector.rules.owners import owner, quoted

_DESCRIBED = frozenset({"function", "agent_tool", "mcp", "custom"})
"""Kinds whose description the project or an MCP server writes."""


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per function and per MCP server, on the first consumer that has it."""
    holders: dict[tuple[object, ...], list[tuple[Consumer, Tool]]] = defaultdict(list)
    for consumer in registry.consumers:
        for tool in consumer.tools:
            if not tool.description.strip() and tool.live and tool.origin in _DESCRIBED:
                holders[_owner_key(tool)].append((consumer, tool))
    for held in holders.values():
        first = held[0][0]
        others = tuple((consumer.id, tool.key) for consumer, tool in held if consumer.id != first.id)
        tools = [tool for consumer, tool in held if consumer.id == first.id]
        yield msgspec.structs.replace(_finding(first, tools), touches=others)


def _owner_key(tool: Tool) -> tuple[object, ...]:
    if tool.origin == "mcp":
        return ("mcp", tool.server)
    return (tool.origin, tool.function or tool.identity, tool.visible)


def _finding(consumer: Consumer, tools: Sequence[Tool]) -> Finding:
    first = tools[0]
    names = list(dict.fromkeys(tool.visible for tool in tools))
    if first.origin == "mcp":
        what = f"MCP server `{first.server}` gives {quoted(names)} on `{consumer.name}` no description"
    else:
        what = f"`{first.visible}` on `{consumer.name}` has no description: {owner(first)}{_cause(first)}"
    return about_tools(
        "TI302",
        consumer,
        tools,
        names=names,
        message=f"{what}. The model is given the bare name and has to guess when to call it.",
        fix=_fix(first),
        condition=when(first) if len(tools) == 1 else None,
    )


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
