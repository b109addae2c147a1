"""TI502: tool guardrails on tools whose guardrails the SDK never runs."""

from collections.abc import Iterator

from inspector.controls.presence import doubt, live
from inspector.model import Consumer, Finding, SdkInfo, Tool
from inspector.rules.findings import about_consumer, held
from inspector.rules.liveness import when
from inspector.rules.owners import owner, quoted

_KIND = {
    "handoff": "handoffs",
    "hosted": "hosted tools, which the provider executes",
    "shell": "shell tools",
    "custom": "custom tools",
    "apply_patch": "patch editors",
    "computer": "computer tools",
    "agent_tool": "agents as tools",
    "mcp": "MCP tools",
}
_FIX = {
    "handoff": (
        "Check the input where the target agent's tools do the work, or pass `on_handoff=` that raises."
    ),
    "hosted": (
        "Wrap the work in a function tool with the guardrail, or check in an output guardrail of the agent."
    ),
}


def check(consumer: Consumer, info: SdkInfo) -> Iterator[Finding]:
    """One finding per tool."""
    for tool in consumer.tools:
        names = (*tool.contract.input_guardrails, *tool.contract.output_guardrails)
        if names and tool.live and not tool.contract.guardrails_run:
            finding = about_consumer(
                "TI502",
                consumer,
                names=(tool.visible,),
                locations=tool.places or (consumer.location,),
                tools=(tool,),
                message=(
                    f"`{tool.visible}` on `{consumer.name}`, {owner(tool)}, carries the tool "
                    f"guardrail{'s' if len(names) > 1 else ''} {quoted(names)}, but SDK {info.sdk} never "
                    f"runs guardrails for {_kind(tool, consumer)}: calls go through unchecked."
                ),
                fix=_fix(tool, consumer),
                condition=when(tool),
            )
            yield held(finding, live(consumer, tool), doubt=doubt(consumer, tool))


def _kind(tool: Tool, consumer: Consumer) -> str:
    if tool.origin == "function":
        return "tools of realtime agents" if consumer.kind == "realtime" else "function tools"
    return _KIND.get(tool.origin, "tools of this kind")


def _fix(tool: Tool, consumer: Consumer) -> str:
    if tool.origin in _FIX:
        return _FIX[tool.origin]
    if tool.origin == "function" and consumer.kind != "realtime":
        return "Check in the function itself, or use an SDK that has tool guardrails (0.3.3 or later)."
    return "Check in the code behind the tool."
