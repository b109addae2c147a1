"""TI505: a forced tool choice that stays in force, so that the model never gets to answer."""

from collections.abc import Iterator, Sequence

from inspector.controls.kinds import BY_NAME, FUNCTION_LIKE
from inspector.controls.presence import any_of, doubt, existing, live, present, rivals, shadowed
from inspector.model import Condition, Consumer, Finding, Tool
from inspector.rules.findings import about_consumer, held
from inspector.rules.owners import owners
from inspector.rules.stopping import stops


def check(consumer: Consumer, run_choice: str | None) -> Iterator[Finding]:
    """One finding per consumer and choice; `run_choice`: what the RunConfig forces, over the agent's own.

    Silent where a tool that the choice allows may end the run, and where a function decides about that.
    A choice that names no tool is another rule's.
    """
    forced: dict[str, Condition] = {}
    for form in consumer.forms:
        choice = run_choice or form.choice
        if not choice or form.reset_tool_choice or form.kind == "realtime":
            continue
        if form.stop_behavior == "function" or _stops_unseen_tools(form):
            continue
        allowed = _allowed(choice, consumer)
        loops = any_of(where for _, where in allowed)
        ends = any_of(where for tool, where in allowed if _may_end(tool, form))
        holds = existing(form) & loops - ends
        if holds.possible:
            forced[choice] = forced[choice] | holds if choice in forced else holds
    for choice, holds in forced.items():
        by_name: dict[str, list[Tool]] = {}
        for tool, where in _allowed(choice, consumer):
            if where.meets(holds):
                by_name.setdefault(tool.key, []).append(tool)
        described, there = present(consumer, by_name, holds)
        tools = [tool for named in there.values() for tool in named]
        finding = _finding(consumer, choice, tools, by_run=bool(run_choice))
        yield held(finding, holds, doubt=doubt(consumer, *tools), described=described)


def _finding(consumer: Consumer, choice: str, allowed: Sequence[Tool], *, by_run: bool) -> Finding:
    forces = "the RunConfig" if by_run else "it"
    what = f"any of {owners(allowed)}" if choice == "required" else owners(allowed)
    return about_consumer(
        "TI505",
        consumer,
        names=(choice,),
        # A comment at one of several tools is no word on what the agent is forced to do with all of them.
        locations=(consumer.location, *(tool.location for tool in allowed if len(allowed) == 1)),
        tools=allowed,
        message=(
            f"`{consumer.name}` ({consumer.location or consumer.id}) has `reset_tool_choice=False`, and "
            f'{forces} forces `tool_choice="{choice}"`, that is {what}: the model has to call a tool on '
            "every turn and never gets to answer, until MaxTurnsExceeded ends the run."
        ),
        fix=_fix(choice, allowed),
    )


def _allowed(choice: str, consumer: Consumer) -> Sequence[tuple[Tool, Condition]]:
    """Tools that the choice lets the model call, and where; none for a choice that forces nothing."""
    if choice in ("auto", "none"):
        return ()
    rivals_of = rivals(consumer)
    return [
        (tool, where)
        for tool in consumer.tools
        if tool.live
        and (choice == "required" or (tool.visible == choice and tool.origin in BY_NAME))
        and (where := live(consumer, tool) - shadowed(consumer, tool, rivals_of)).possible
    ]


def _may_end(tool: Tool, consumer: Consumer) -> bool:
    """Hosted tools answer within the turn; of other kinds nobody knows from here."""
    return tool.origin not in FUNCTION_LIKE or stops(tool, consumer)


def _stops_unseen_tools(consumer: Consumer) -> bool:
    """Whether the stop list may name tools of an MCP server that was not started, or of a sandbox."""
    unseen = consumer.kind == "sandbox" or any(not server.started for server in consumer.mcp_servers)
    return unseen and bool(consumer.stop)


def _fix(choice: str, allowed: Sequence[Tool]) -> str:
    stop = "a tool that ends the run" if choice == "required" else f"`{allowed[0].name}`"
    return (
        f"Leave `reset_tool_choice` on, list {stop} in `StopAtTools`, or use "
        '`tool_use_behavior="stop_on_first_tool"`.'
    )
