"""How a call of a tool is executed, in sentences."""

from collections.abc import Iterator

from inspector.controls import Listing, ToolControls
from inspector.controls.kinds import STOPPABLE
from inspector.model import Consumer, Tool
from inspector.report.listed import approval_word, switch_word
from inspector.rules.stopping import stops
from inspector.tui.snapshot import Snapshot

WARN = "$text-warning"
Field = tuple[str, str, str]
"""Label, value and style; values are raw text."""
_FAILURE = {
    "default": "the model is told of the error, and the run goes on",
    "custom": "an error function of the project's own answers the model",
    "raise": "the exception ends the run",
    "unknown": "",
}


def execution(snapshot: Snapshot, consumer: Consumer, tool: Tool) -> Iterator[Field]:
    """Everything that happens around a call, in the order in which it does."""
    controls = snapshot.listed(consumer.id, tool.key)
    yield from _enabled(tool, controls)
    yield from _choice(snapshot, consumer)
    yield from _approval(snapshot, tool, controls)
    yield from _guards(tool)
    yield from _code(tool)
    yield from _stop(consumer, tool, controls)
    if snapshot.registry.unknown_tool:
        yield "unknown name", snapshot.registry.unknown_tool, ""


def where(listing: Listing) -> str:
    """The set and the line of an entry."""
    place = listing.entry.location or listing.set.location
    return f"{listing.set.source} ({place})" if place is not None else listing.set.source


def _enabled(tool: Tool, controls: ToolControls) -> Iterator[Field]:
    word = {True: "on", False: "off", None: "not known"}[tool.enabled]
    yield "enabled", f"{word}, says {tool.predicate}" if tool.predicate else f"always {word}", ""
    if tool.predicate_error:
        yield "", tool.predicate_error, WARN
    for one in controls.enable:
        yield "", f"the switch {where(one)} says {switch_word(one)}", ""


def _choice(snapshot: Snapshot, consumer: Consumer) -> Iterator[Field]:
    by_run = snapshot.registry.run_choice
    choice = by_run or consumer.choice
    if not choice or choice == "auto":
        yield "tool choice", "the model's", ""
        return
    forced = {"required": "some tool is forced", "none": "no tool may be called"}.get(
        choice, f"`{choice}` is forced"
    )
    by = "the RunConfig" if by_run else "the agent"
    if choice == "none":
        yield "tool choice", f"{forced}, by {by}", ""
    elif consumer.reset_tool_choice:
        yield "tool choice", f"{forced} by {by}; free again after the first call", ""
    else:
        yield "tool choice", f"{forced} by {by}, and again after each call: reset_tool_choice is off", WARN


def _approval(snapshot: Snapshot, tool: Tool, controls: ToolControls) -> Iterator[Field]:
    said = [f"{where(one)} says {approval_word(one)}" for one in controls.approval]
    if tool.hosted_approval:
        policies = "; ".join(
            f"{policy}: {', '.join(names)}" for policy, names in tool.hosted_approval.items()
        )
        yield "approval", f"by name at the provider: {policies}", ""
    elif tool.approval == "static":
        yield "approval", "asked before every call", ""
    elif tool.approval == "dynamic":
        by = f"`{tool.approval_callable}`" if tool.approval_callable else "a function"
        yield "approval", f"asked when {by} says so", ""
    elif tool.approval == "table":
        yield "approval", f"asked, since {said[0]}" if said else "asked, since a table says so", ""
        said = said[1:]
    else:
        yield "approval", "never asked", ""
    for one in said:
        yield "", one, ""
    if tool.approval_handled is not None and tool.approval != "none":
        yield from _handled(snapshot, tool.approval_handled)


def _handled(snapshot: Snapshot, by_callback: bool) -> Iterator[Field]:
    if by_callback:
        yield "", "its on_approval_request answers the requests", ""
    elif snapshot.controls.approvals_handled:
        yield "", "no on_approval_request, but the project handles interruptions", ""
    else:
        yield "", "no on_approval_request, and nothing in the project handles the requests", WARN


def _guards(tool: Tool) -> Iterator[Field]:
    contract = tool.contract
    run = contract.guardrails_run
    for label, names in (
        ("guards in", contract.input_guardrails),
        ("guards out", contract.output_guardrails),
    ):
        if names:
            note = "" if run else ": never run, the SDK has none for this kind of tool"
            yield label, ", ".join(names) + note, "" if run else WARN
    if not contract.input_guardrails and not contract.output_guardrails:
        yield "guardrails", "none" if run else "none; the SDK runs none for this kind of tool", ""


def _code(tool: Tool) -> Iterator[Field]:
    contract = tool.contract
    if contract.is_async is not None:
        yield "code", "async" if contract.is_async else "sync, in a thread", ""
    if contract.timeout is not None:
        after = "the run ends" if contract.timeout_raises else "the model is told"
        if contract.timeout_honoured is False:
            yield "timeout", f"{contract.timeout:g} s, which can't be honoured: {_unbounded(tool)}", WARN
        else:
            yield "timeout", f"{contract.timeout:g} s, then {after}", ""
    elif tool.origin in STOPPABLE:
        yield "timeout", "none", ""
    if _FAILURE[contract.failure]:
        yield "on failure", _FAILURE[contract.failure], ""


def _unbounded(tool: Tool) -> str:
    if tool.contract.is_async is False:
        return "the code is sync, and a thread can't be stopped"
    return "the SDK doesn't look at it for this kind of tool"


def _stop(consumer: Consumer, tool: Tool, controls: ToolControls) -> Iterator[Field]:
    if consumer.stop_behavior == "function" and tool.origin in STOPPABLE:
        yield "ends the run", "a function of the project decides", ""
    elif not stops(tool, consumer):
        yield "ends the run", "no", ""
        for one in controls.stop:
            yield "", f"though {where(one)} lists it: the agent doesn't stop there", WARN
    elif consumer.stop_behavior == "stop_on_first_tool":
        yield "ends the run", "yes, as the first tool call does", ""
    else:
        yield "ends the run", "yes, the agent's stop list has it", ""
