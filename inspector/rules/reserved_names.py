"""TI109: function tools that tool_choice can't name."""

from collections.abc import Iterator

from inspector.controls.kinds import BY_NAME, UNFORCED
from inspector.controls.presence import any_of, doubt, listed, live
from inspector.model import ALWAYS, NEVER, Condition, Consumer, Finding, SdkInfo, Tool
from inspector.rules.findings import about_tools, held
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
    named: dict[str, list[Tool]] = {}
    for tool in consumer.tools:
        plain = tool.origin in BY_NAME and not tool.deferred and tool.namespace is None
        if plain and tool.live and tool.name in reserved:
            named.setdefault(tool.name, []).append(tool)
    for name, tools in named.items():
        holds = any_of(live(consumer, tool) for tool in tools) & reserved[name]
        if not holds.possible:
            continue
        tool = tools[0]
        api = "" if name in UNFORCED else " on the Responses API"
        finding = about_tools(
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
        yield held(finding, holds, doubt=doubt(consumer, *tools))


def _reserved(consumer: Consumer, info: SdkInfo) -> dict[str, Condition]:
    """Reserved names, and where they are."""
    names = dict.fromkeys(_ALWAYS, ALWAYS)
    if _version(info.sdk) >= (0, 19, 0):
        names["programmatic_tool_calling"] = ALWAYS
    for tool in consumer.tools:
        for name in _WITH_TOOL.get(tool.type, ()):
            names[name] = names.get(name, NEVER) | listed(consumer, tool)
    return names


def _version(text: str) -> tuple[int, ...]:
    parts = []
    for part in text.split(".")[:3]:
        digits = "".join(character for character in part if character.isdigit())
        parts.append(int(digits or 0))
    return tuple(parts)
