"""TI506: calls that end the run when they fail, or that nothing cuts short."""

from collections.abc import Iterator, Sequence

from inspector.model import Consumer, Finding, SdkInfo, Tool
from inspector.rules.findings import about_tools
from inspector.rules.owners import join, owner, quoted

_MANY = 5
"""Tools that a message names one by one."""


def check(consumer: Consumer, info: SdkInfo) -> Iterator[Finding]:
    """One finding per consumer and cause."""
    live = [tool for tool in consumer.tools if tool.live]
    for tools, message, fix in (
        _raising(live, info),
        _not_honoured(live),
        _without_timeout(live),
    ):
        if tools:
            yield about_tools(
                "TI506",
                consumer,
                tools,
                names=(tool.visible for tool in tools),
                message=f"On `{consumer.name}` {message}",
                fix=fix,
            )


def _raising(live: Sequence[Tool], info: SdkInfo) -> tuple[list[Tool], str, str]:
    found = [
        tool
        for tool in live
        if tool.contract.failure == "raise" and (tool.origin != "mcp" or _mcp_failures_are_a_choice(info))
    ]
    return (
        found,
        f"an exception in {_listed(found)} ends the whole run: `failure_error_function` is None, so the "
        "model is "
        "never told and can't try something else.",
        "Drop `failure_error_function=None`, or pass a function that tells the model what went wrong, "
        "unless the "
        "caller of the run handles the exception.",
    )


def _mcp_failures_are_a_choice(info: SdkInfo) -> bool:
    """Before 0.10 most SDKs let every error of an MCP tool through, whatever the project set."""
    parts = [int(part) if part.isdigit() else 0 for part in info.sdk.split(".")[:2]]
    return parts >= [0, 10]


def _not_honoured(live: Sequence[Tool]) -> tuple[list[Tool], str, str]:
    found = [
        tool for tool in live if tool.contract.timeout is not None and tool.contract.timeout_honoured is False
    ]
    return (
        found,
        f"the timeout of {_listed(found)} can't be honoured: the SDK doesn't look at it, or the code is "
        "synchronous "
        "and runs on in its thread.",
        "Make the function `async`, or limit the time inside it.",
    )


def _without_timeout(live: Sequence[Tool]) -> tuple[list[Tool], str, str]:
    """Only where timeouts are in use: most projects set none, on purpose or not."""
    limited = [tool for tool in live if tool.contract.timeout is not None]
    found = [
        tool
        for tool in live
        if limited and tool.origin == "function" and tool.contract.is_async and tool.contract.timeout is None
    ]
    return (
        found,
        f"{_listed(found)} {'has' if len(found) == 1 else 'have'} no timeout, although "
        f"{quoted([tool.visible for tool in limited[:_MANY]])} {'has' if len(limited) == 1 else 'have'} "
        "one: a "
        "call that hangs holds up the run for good.",
        "Pass `timeout=` to `@function_tool`.",
    )


def _listed(tools: Sequence[Tool]) -> str:
    named = [f"`{tool.visible}` of {owner(tool)}" for tool in tools[:_MANY]]
    more = [f"{len(tools) - _MANY} more"] if len(tools) > _MANY else []
    return join([*named, *more])
