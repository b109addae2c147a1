"""TI109: function tools that tool_choice can't name."""

from collections.abc import Iterator

from inspector.controls.kinds import BY_NAME, UNFORCED
from inspector.model import Consumer, Finding, SdkInfo
from inspector.rules.findings import about_tools
from inspector.rules.liveness import when
from inspector.rules.owners import owner

_ALWAYS = frozenset(
    {
        *(*UNFORCED, "web_search", "web_search_preview", "file_search"),
        *("computer_use_preview", "image_generation", "code_interpreter", "mcp"),
    }
)
_WITH_TOOL = {
    "ShellTool": frozenset({"shell"}),
    "ApplyPatchTool": frozenset({"apply_patch"}),
    "ComputerTool": frozenset({"computer", "computer_use"}),
}
"""Reserved only where a tool of the type is present."""


def check(consumer: Consumer, info: SdkInfo) -> Iterator[Finding]:
    """One finding per name; realtime agents have no forced tool choice."""
    if consumer.kind == "realtime":
        return
    reserved = _reserved(consumer, info)
    seen: set[str] = set()
    for tool in consumer.tools:
        if (
            tool.origin not in BY_NAME
            or not tool.live
            or tool.deferred
            or tool.namespace is not None
            or tool.name not in reserved
            or tool.name in seen
        ):
            continue
        seen.add(tool.name)
        api = "" if tool.name in UNFORCED else " on the Responses API"
        yield about_tools(
            "TI109",
            consumer,
            (tool,),
            names=(tool.visible,),
            message=(
                f"`{tool.name}` of {owner(tool)} on `{consumer.name}` is a reserved tool choice{api}: "
                f'`tool_choice="{tool.name}"` never forces this tool.'
            ),
            fix="Rename the tool.",
            condition=when(tool),
        )


def _reserved(consumer: Consumer, info: SdkInfo) -> frozenset[str]:
    names = set(_ALWAYS)
    if _version(info.sdk) >= (0, 19, 0):
        names.add("programmatic_tool_calling")
    for tool in consumer.tools:
        names |= _WITH_TOOL.get(tool.type, frozenset())
    return frozenset(names)


def _version(text: str) -> tuple[int, ...]:
    parts = []
    for part in text.split(".")[:3]:
        digits = "".join(character for character in part if character.isdigit())
        parts.append(int(digits or 0))
    return tuple(parts)
