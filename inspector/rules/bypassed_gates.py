"""TI503: a gated tool whose ungated namesake is the one that runs."""

from collections.abc import Iterator, Sequence

from inspector.controls.presence import any_of, live, witness
from inspector.model import ALWAYS, NEVER, Condition, Consumer, Finding, SdkInfo, Tool
from inspector.rules import hosted_duplicates
from inspector.rules.collisions import Collision
from inspector.rules.dispatch import failing
from inspector.rules.findings import about_tools, held
from inspector.rules.liveness import Coexistence, coexist, when
from inspector.rules.owners import owner, owners


def check(consumer: Consumer, groups: Sequence[Collision], info: SdkInfo) -> Iterator[Finding]:
    """One finding per name; a handoff that wins is no bypass, since it doesn't do what the gate guards."""
    for group in groups:
        gets_far = group.meeting.holds - failing(group, consumer, info)
        if gets_far.possible:
            yield from _bypass(consumer, group.order, group.meeting, gets_far)
    for tools in hosted_duplicates.kinds_that_run(consumer):
        meeting = coexist(consumer, tools)
        if meeting is not None:
            yield from _bypass(consumer, hosted_duplicates.order(tools), meeting, meeting.holds)


def _bypass(
    consumer: Consumer, order: Sequence[Tool], meeting: Coexistence, within: Condition
) -> Iterator[Finding]:
    """`order`: each tool runs where none before it is there."""
    if all(_gate(tool) is None for tool in order):
        return
    runs = _ungated_runs(consumer, order)
    gated = {tool.key: live(consumer, tool) & _gated(tool) for tool in order}
    bypassed = [
        (tool, where & within & any_of(one for key, one in gated.items() if key != tool.key))
        for tool, where in runs
    ]
    bypassed = [(tool, where) for tool, where in bypassed if where.possible]
    if not bypassed:
        return
    holds = any_of(where for _, where in bypassed)
    around, is_there = witness(holds, [*(where for _, where in bypassed), *gated.values()])
    winner = next(tool for (tool, _), does in zip(bypassed, is_there, strict=False) if does)
    there = dict(zip(gated, is_there[len(bypassed) :], strict=True))
    losers = [tool for tool in order if tool is not winner and there[tool.key]]
    finding = about_tools(
        "TI503",
        consumer,
        (winner, *losers),
        names=(winner.visible,),
        message=(
            f"`{winner.visible}` on `{consumer.name}` runs {owner(winner)} without any gate, although "
            f"{owners(losers)} "
            f"of the same name {_gate(losers[0])}: the call goes through unreviewed."
        ),
        fix="Remove the ungated duplicate, or gate it as well.",
        condition=meeting.condition or when(winner),
    )
    yield held(finding, holds, doubt=meeting.doubt, described=around)


def _ungated_runs(consumer: Consumer, order: Sequence[Tool]) -> Iterator[tuple[Tool, Condition]]:
    """Where each ungated tool is the one that runs."""
    before = NEVER
    for tool in order:
        there = live(consumer, tool)
        if tool.origin != "handoff":
            yield tool, there - before - _gated(tool)
        before = before | there


def _gated(tool: Tool) -> Condition:
    if tool.gated is not None and tool.approval == "none" and not _guarded(tool):
        return tool.gated
    return NEVER if _gate(tool) is None else ALWAYS


def _gate(tool: Tool) -> str | None:
    if tool.approval != "none" or tool.gated is not None:
        return "needs approval"
    return "has an input guardrail" if _guarded(tool) else None


def _guarded(tool: Tool) -> bool:
    return bool(tool.contract.input_guardrails) and tool.contract.guardrails_run
