"""TI105: names and namespaces that a provider refuses."""

import re
from collections.abc import Iterator

from inspector.controls.kinds import NAMED
from inspector.controls.presence import any_of, doubt, live
from inspector.model import Consumer, Finding, Tool
from inspector.rules.findings import about_tools, held
from inspector.rules.liveness import when
from inspector.rules.owners import owner

_VALID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_OUTSIDE = re.compile(r"[^A-Za-z0-9_-]")


def check(consumer: Consumer) -> Iterator[Finding]:
    """One finding per refused name or namespace, whatever number of tools carries it."""
    refused: dict[tuple[str, str], list[Tool]] = {}
    for tool in consumer.tools:
        if not tool.live or tool.origin not in NAMED:
            continue
        if not _VALID.fullmatch(tool.name):
            refused.setdefault(("name", tool.name), []).append(tool)
        if tool.namespace is not None and not _VALID.fullmatch(tool.namespace):
            refused.setdefault(("namespace", tool.namespace), []).append(tool)
    for (part, text), tools in refused.items():
        finding = about_tools(
            "TI105",
            consumer,
            tools,
            names=(text,),
            message=_message(consumer, part, text, tools[0]),
            fix=_fix(part, tools[0]),
            condition=when(tools[0]) if len(tools) == 1 else None,
        )
        yield held(finding, any_of(live(consumer, tool) for tool in tools), doubt=doubt(consumer, *tools))


def _message(consumer: Consumer, part: str, text: str, tool: Tool) -> str:
    shown = f"`{text}`" if len(text) <= 64 else f"`{text[:30]}…` ({len(text)} characters)"
    return (
        f"The {part} {shown} of {owner(tool)} on `{consumer.name}` {_problem(text)}. The SDK sends it as "
        "it is, "
        "and the provider refuses the whole request."
    )


def _problem(text: str) -> str:
    if not text:
        return "is empty"
    outside = "".join(dict.fromkeys(_OUTSIDE.findall(text)))
    if not outside:
        return f"is longer than 64 characters ({len(text)})"
    kinds = ", ".join(_character(character) for character in outside[:5])
    return f"holds {kinds}: only letters, digits, `_` and `-` are allowed"


def _character(character: str) -> str:
    return "a space" if character == " " else f"`{character}`"


_FIX = {
    "function": "Set a valid `name_override=`.",
    "agent_tool": "Pass a valid `tool_name=` to `as_tool()`.",
    "handoff": "Pass a valid `tool_name_override=` to the handoff.",
    "mcp": "Rename the tool in the MCP server, or filter it out.",
    "custom": "Give the custom tool a valid name.",
}


def _fix(part: str, tool: Tool) -> str:
    if part == "namespace":
        return "Rename the namespace: letters, digits, `_` and `-`, at most 64."
    return _FIX[tool.origin]
