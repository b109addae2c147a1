"""TI503: a gated tool whose ungated namesake is the one that runs."""

from collections.abc import Iterator, Sequence

from inspector.model import Consumer, Finding, SdkInfo, Tool
from inspector.rules import hosted_duplicates
from inspector.rules.collisions import Collision
from inspector.rules.dispatch import fails
from inspector.rules.findings import about_tools
from inspector.rules.liveness import coexist, when
from inspector.rules.owners import owner, owners


def check(consumer: Consumer, groups: Sequence[Collision], info: SdkInfo) -> Iterator[Finding]:
    """One finding per name; a handoff that wins is no bypass, since it doesn't do what the gate guards."""
    for group in groups:
        winner = group.winner
        if winner is not None and winner.origin != "handoff" and not fails(group, consumer, info):
            yield from _bypass(consumer, group.tools, winner, group.condition)
    for tools in hosted_duplicates.kinds_that_run(consumer):
        winner = hosted_duplicates.runs(tools)
        meeting = coexist(tools)
        if winner is not None and meeting is not None:
            yield from _bypass(consumer, tools, winner, meeting.condition)


def _bypass(
    consumer: Consumer, tools: Sequence[Tool], winner: Tool, condition: str | None
) -> Iterator[Finding]:
    if _gate(winner) is not None:
        return
    gated = [tool for tool in tools if tool is not winner and _gate(tool) is not None]
    if not gated:
        return
    yield about_tools(
        "TI503",
        consumer,
        (winner, *gated),
        names=(winner.visible,),
        message=(
            f"`{winner.visible}` on `{consumer.name}` runs {owner(winner)} without any gate, although "
            f"{owners(gated)} "
            f"of the same name {_gate(gated[0])}: the call goes through unreviewed."
        ),
        fix="Remove the ungated duplicate, or gate it as well.",
        condition=condition or when(winner),
    )


def _gate(tool: Tool) -> str | None:
    if tool.approval != "none":
        return "needs approval"
    if tool.contract.input_guardrails and tool.contract.guardrails_run:
        return "has an input guardrail"
    return None
