"""TI505: a forced tool choice that stays in force, so that the model never gets to answer."""

from collections.abc import Iterator, Sequence

from inspector.controls.kinds import BY_NAME, FUNCTION_LIKE
from inspector.model import Consumer, Finding, Tool
from inspector.rules.findings import about_consumer
from inspector.rules.owners import owners
from inspector.rules.stopping import stops


def check(consumer: Consumer, run_choice: str | None) -> Iterator[Finding]:
    """One finding per consumer; `run_choice`: what the RunConfig forces, over the agent's own choice.

    Silent where a tool that the choice allows may end the run, and where a function decides about that.
    A choice that names no tool is another rule's.
    """
    choice = run_choice or consumer.choice
    if not choice or consumer.reset_tool_choice or consumer.kind == "realtime":
        return
    if consumer.stop_behavior == "function" or _stops_unseen_tools(consumer):
        return
    allowed = _allowed(choice, consumer)
    if not allowed or any(_may_end(tool, consumer) for tool in allowed):
        return
    forces = "the RunConfig" if run_choice else "it"
    what = f"any of {owners(allowed)}" if choice == "required" else owners(allowed)
    yield about_consumer(
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


def _allowed(choice: str, consumer: Consumer) -> Sequence[Tool]:
    """Tools that the choice lets the model call; none for a choice that forces nothing."""
    if choice in ("auto", "none"):
        return ()
    live = [tool for tool in consumer.tools if tool.live and tool.shadowed_by is None]
    if choice == "required":
        return live
    return [tool for tool in live if tool.visible == choice and tool.origin in BY_NAME]


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
