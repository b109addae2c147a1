"""TI506: calls that end the run when they fail, or that nothing cuts short."""

from collections.abc import Callable, Iterator, Sequence

from inspector.controls.presence import any_of, live
from inspector.model import Condition, Consumer, Finding, Registry, SdkInfo, Tool
from inspector.rules.holdings import Where, about_group, code_and_name, held_first, listed, together
from inspector.rules.owners import quoted

_MANY = 5
"""Tools with a timeout that a message names."""
_Cause = Callable[[Consumer, SdkInfo], list[Tool]]


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per cause and tool, or MCP server, on the first consumer that has it."""
    causes: tuple[tuple[_Cause, Callable[[Sequence[Tool], Consumer], tuple[str, str]], Where], ...] = (
        (_raising, _ends_the_run, live),
        (_not_honoured, _runs_on, live),
        (_without_timeout, _may_hang, _beside_limited),
    )
    for found_by, said, there in causes:
        found = [
            (consumer, tool) for consumer in registry.consumers for tool in found_by(consumer, registry.info)
        ]
        for group in together(found, same=code_and_name):
            consumer = group[0][0]
            message, fix = said(held_first(group), consumer)
            yield about_group("TI506", group, message=f"On `{consumer.name}` {message}", fix=fix, there=there)


def _raising(consumer: Consumer, info: SdkInfo) -> list[Tool]:
    return [
        tool
        for tool in consumer.tools
        if tool.live
        and tool.contract.failure == "raise"
        and (tool.origin != "mcp" or _mcp_failures_are_a_choice(info))
    ]


def _ends_the_run(tools: Sequence[Tool], _: Consumer) -> tuple[str, str]:
    return (
        f"an exception in {listed(tools)} ends the whole run: `failure_error_function` is None, so the model "
        "is never told and can't try something else.",
        "Drop `failure_error_function=None`, or pass a function that tells the model what went wrong, unless "
        "the caller of the run handles the exception.",
    )


def _mcp_failures_are_a_choice(info: SdkInfo) -> bool:
    """Before 0.10 most SDKs let every error of an MCP tool through, whatever the project set."""
    parts = [int(part) if part.isdigit() else 0 for part in info.sdk.split(".")[:2]]
    return parts >= [0, 10]


def _not_honoured(consumer: Consumer, _: SdkInfo) -> list[Tool]:
    return [
        tool
        for tool in consumer.tools
        if tool.live and tool.contract.timeout is not None and tool.contract.timeout_honoured is False
    ]


def _runs_on(tools: Sequence[Tool], _: Consumer) -> tuple[str, str]:
    return (
        f"the timeout of {listed(tools)} can't be honoured: the SDK doesn't look at it, or the code is "
        "synchronous and runs on in its thread.",
        "Make the function `async`, or limit the time inside it.",
    )


def _without_timeout(consumer: Consumer, _: SdkInfo) -> list[Tool]:
    """Only where timeouts are in use: most projects set none, on purpose or not."""
    if not _limited(consumer):
        return []
    return [
        tool
        for tool in consumer.tools
        if tool.live
        and tool.origin == "function"
        and tool.contract.is_async
        and tool.contract.timeout is None
    ]


def _limited(consumer: Consumer) -> list[Tool]:
    return [tool for tool in consumer.tools if tool.live and tool.contract.timeout is not None]


def _beside_limited(consumer: Consumer, tool: Tool) -> Condition:
    """Where the tool is there, and one with a timeout."""
    return live(consumer, tool) & any_of(live(consumer, other) for other in _limited(consumer))


def _may_hang(tools: Sequence[Tool], consumer: Consumer) -> tuple[str, str]:
    limited = [tool.visible for tool in _limited(consumer)]
    others = f"{quoted(limited[:_MANY])} {'has' if len(limited) == 1 else 'have'} one"
    return (
        f"{listed(tools)} {'has' if len(tools) == 1 else 'have'} no timeout, although {others}: a call "
        "that hangs holds up the run for good.",
        "Pass `timeout=` to `@function_tool`.",
    )
