"""TI704: values in an agent's lists that are no tool, handoff or server."""

from collections.abc import Iterator

from inspector.controls.presence import any_of, doubt, existing
from inspector.model import Consumer, Finding, Junk, SdkInfo
from inspector.rules.findings import about_consumer, held

_KIND = {"tools": "tool", "handoffs": "handoff", "mcp_servers": "MCP server"}


def check(consumer: Consumer, info: SdkInfo) -> Iterator[Finding]:
    """One finding per value."""
    found: dict[Junk, list[Consumer]] = {}
    for form in consumer.forms:
        for junk in form.junk:
            found.setdefault(junk, []).append(form)
    for junk, forms in found.items():
        finding = about_consumer(
            "TI704",
            consumer,
            names=(f"{junk.where}[{junk.index}]",),
            message=f"{described(junk, consumer, info)}.",
            fix=_fix(junk),
            locations=(junk.location or consumer.location,),
        )
        yield held(finding, any_of(map(existing, forms)), doubt=doubt(*forms))


def described(junk: Junk, consumer: Consumer, info: SdkInfo) -> str:
    """What it is and what the SDK does with it, without a full stop."""
    return (
        f"`{junk.where}[{junk.index}]` of `{consumer.name}` is no {_KIND[junk.where]} but "
        f"{_value(junk)}: {_effect(junk, info)}"
    )


def _value(junk: Junk) -> str:
    return f"`{junk.text}`" if junk.type == "NoneType" else f"`{junk.text}` of type `{junk.type}`"


def _effect(junk: Junk, info: SdkInfo) -> str:
    if junk.effect == "dropped":
        return f"SDK {info.sdk} drops it without a word"
    detail = f" ({junk.detail})" if junk.detail else ""
    return f"SDK {info.sdk} fails on it when the agent runs{detail}"


def _fix(junk: Junk) -> str:
    if junk.where == "mcp_servers":
        return "Pass a server object such as `MCPServerStdio(...)`."
    if junk.where == "handoffs":
        return "Pass the agent itself, or `handoff(agent)`."
    if junk.type in ("function", "method", "builtin_function_or_method", "type"):
        return "Decorate the function with `@function_tool`."
    if junk.type.endswith("Agent"):
        return "Pass `agent.as_tool(...)`, or list the agent under `handoffs`."
    return "Remove the value, or replace it with a tool."
