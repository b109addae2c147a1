"""TI507: `is_enabled` and approval callables that take their arguments in the wrong order."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from inspector.controls.presence import any_of, doubt, listed
from inspector.model import Consumer, Finding, Location, Parameter, Tool
from inspector.rules.findings import about_consumer, held
from inspector.rules.owners import owners, quoted

Role = Literal["context", "agent", "arguments", "call_id", "unknown"]

_NAMED: dict[str, Role] = {
    **dict.fromkeys(
        (
            *("ctx", "context", "wrapper", "run_context", "run_ctx", "context_wrapper", "ctx_wrapper"),
            *("run_context_wrapper", "tool_context", "tool_ctx"),
        ),
        "context",
    ),
    **dict.fromkeys(("agent", "current_agent", "the_agent"), "agent"),
    **dict.fromkeys(
        (
            *("arguments", "args", "params", "parameters"),
            *("tool_arguments", "tool_args", "tool_params", "tool_input"),
        ),
        "arguments",
    ),
    **dict.fromkeys(("call_id", "tool_call_id", "callid"), "call_id"),
}
"""Parameter names that leave no doubt, without leading underscores."""
_TYPED: dict[str, Role] = {
    **dict.fromkeys(("RunContextWrapper", "ToolContext"), "context"),
    **dict.fromkeys(("Agent", "AgentBase", "RealtimeAgent", "SandboxAgent"), "agent"),
}
"""Classes of the SDK that a run passes."""
_HEAD = re.compile(r"^[\s'\"]*(?:(?:\w+\.)*(?:Optional|Annotated)\[)?[\s'\"]*(?:\w+\.)*(?P<name>\w+)")


def check(consumer: Consumer) -> Iterator[Finding]:
    """One finding per callable, whatever number of tools it decides about."""
    predicates: dict[object, list[Tool]] = {}
    approvals: dict[object, list[Tool]] = {}
    for tool in consumer.tools:
        if tool.predicate_parameters and _predicate_is_swapped(tool.predicate_parameters):
            key = tool.predicate_identity or tool.predicate or tool.key
            predicates.setdefault(key, []).append(tool)
        if tool.approval_parameters and _approval_is_swapped(tool.approval_parameters):
            approvals.setdefault(tool.approval_callable or tool.key, []).append(tool)
    for tools in predicates.values():
        yield _finding(
            consumer,
            tools,
            what=f"`{tools[0].predicate or 'is_enabled'}`, which decides whether",
            state="enabled",
            parameters=tools[0].predicate_parameters,
            place=tools[0].predicate_location,
            passed=("context", "agent"),
        )
    for tools in approvals.values():
        yield _finding(
            consumer,
            tools,
            what=f"`{tools[0].approval_callable or 'needs_approval'}`, which decides whether",
            state="approved",
            parameters=tools[0].approval_parameters,
            place=tools[0].approval_location,
            passed=("context", "arguments", "call_id"),
        )


def _predicate_is_swapped(parameters: Sequence[Parameter]) -> bool:
    roles = [_typed(one) for one in parameters[:2]]
    if len(roles) == 2 and roles[0] != roles[1] and "unknown" in roles:
        # One annotation is enough, unless the other parameter's name contradicts it.
        named = [
            typed if typed != "unknown" else _named(one)
            for typed, one in zip(roles, parameters, strict=False)
        ]
        if roles[0] == "agent":
            return named[1] != "agent"
        if roles[1] == "context":
            return named[0] != "context"
    return [_role(one) for one in parameters[:2]] == ["agent", "context"]


def _approval_is_swapped(parameters: Sequence[Parameter]) -> bool:
    roles = [_role(one) for one in parameters[:3]]
    if "context" in roles[1:] and roles[0] in ("arguments", "call_id"):
        return True
    return roles == ["context", "call_id", "arguments"]


def _role(parameter: Parameter) -> Role:
    """By the annotation where that is the SDK's, else by the name."""
    typed = _typed(parameter)
    return typed if typed != "unknown" else _named(parameter)


def _typed(parameter: Parameter) -> Role:
    head = _HEAD.match(parameter.annotation)
    return _TYPED.get(head["name"], "unknown") if head is not None else "unknown"


def _named(parameter: Parameter) -> Role:
    return _NAMED.get(parameter.name.lstrip("_").lower(), "unknown")


def _finding(
    consumer: Consumer,
    tools: Sequence[Tool],
    *,
    what: str,
    state: str,
    parameters: Sequence[Parameter],
    place: Location | None,
    passed: Sequence[str],
) -> Finding:
    names = list(dict.fromkeys(tool.visible for tool in tools))
    must = {"enabled": "is enabled", "approved": "must be approved"}[state]
    if len(names) > 1:
        must = {"enabled": "are enabled", "approved": "must be approved"}[state]
    order = ", ".join(passed)
    finding = about_consumer(
        "TI507",
        consumer,
        names=names,
        # A comment at one of several tools is no word on the callable that decides about all of them.
        locations=(place, *(at for tool in tools if place is None or len(tools) == 1 for at in tool.places)),
        tools=tools,
        message=(
            f"{what} {quoted(names)} on `{consumer.name}` {must} ({owners(tools)}), is declared as "
            f"({', '.join(one.name for one in parameters)}), but the SDK passes ({order}) by position: each "
            "parameter holds what another is meant for."
        ),
        fix=f"Declare the parameters in the order ({order}).",
    )
    return held(finding, any_of(listed(consumer, tool) for tool in tools), doubt=doubt(consumer, *tools))
