"""Realtime agents: what a session sends and what a call runs is what the probe says."""

import asyncio
import logging
import os

import agents
import pytest
from agents import function_tool
from agents.realtime import RealtimeAgent, RealtimeModel, RealtimeSession, realtime_handoff
from agents.realtime.model_events import RealtimeModelToolCallEvent
from exactness_probe import Found, Live, read
from hypothesis import given, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("TOOLINSPECT_EXACTNESS_EXAMPLES", "60"))
logging.getLogger("openai.agents").setLevel(logging.CRITICAL)


class SilentModel(RealtimeModel):
    """Remembers the settings that the session connects with."""

    settings: Live = None

    async def connect(self, options: Live) -> None:
        self.settings = options["initial_model_settings"]

    def add_listener(self, listener: Live) -> None:
        pass

    def remove_listener(self, listener: Live) -> None:
        pass

    async def send_event(self, event: Live) -> None:
        pass

    async def close(self) -> None:
        pass


def function(name: str, index: int, ran: list[str], *, enabled: bool) -> Live:
    def mark() -> str:
        ran.append(f"mark{index}")
        return "ok"

    mark.__qualname__ = f"mark{index}"
    return function_tool(mark, name_override=name, is_enabled=enabled)


async def converse(agent: RealtimeAgent, call: str) -> tuple[Live, RealtimeAgent]:
    """(settings of the session, the agent in charge after one call)."""
    model = SilentModel()
    session = RealtimeSession(model, agent, None)
    async with session:
        await session.on_event(RealtimeModelToolCallEvent(name=call, call_id="c", arguments="{}"))
        for _ in range(200):
            await asyncio.sleep(0)
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        if tasks:
            await asyncio.wait(tasks, timeout=5)
        return model.settings, session._current_agent


@pytest.mark.parametrize("side", ["input", "output"])
def test_a_session_runs_tool_guardrails_where_the_probe_says_so(side: str) -> None:
    if not hasattr(agents, f"tool_{side}_guardrail"):
        return
    ran: list[str] = []

    def mark(_data: Live) -> Live:
        ran.append(side)
        return agents.ToolGuardrailFunctionOutput.allow()

    tool = function("a", 0, [], enabled=True)
    setattr(tool, f"tool_{side}_guardrails", [getattr(agents, f"tool_{side}_guardrail")(mark)])
    agent = RealtimeAgent(name="main", tools=[tool])
    (said,) = read([Found(agent, "main")])[0][0]["tools"]
    asyncio.run(converse(agent, "a"))
    assert ran == ([side] if said["contract"]["guardrails_run"] else [])


names = st.sampled_from(["a", "b", "transfer_to_x"])


@settings(max_examples=EXAMPLES, deadline=None, database=None)
@given(
    functions=st.lists(st.tuples(names, st.sampled_from([True, True, True, False])), max_size=4),
    handoffs=st.lists(st.tuples(st.integers(0, 1), st.sampled_from([None, "a", "c"])), max_size=3),
    bare=st.booleans(),
)
def test_a_session_agrees_with_the_probe(
    functions: list[tuple[str, bool]], handoffs: list[tuple[int, str | None]], bare: bool
) -> None:
    ran: list[str] = []
    others = [RealtimeAgent(name="x"), RealtimeAgent(name="X")]
    agent = RealtimeAgent(
        name="main",
        tools=[function(name, i, ran, enabled=on) for i, (name, on) in enumerate(functions)],
        handoffs=[
            others[index]
            if bare and name is None
            else realtime_handoff(others[index], tool_name_override=name)
            for index, name in handoffs
        ],
    )
    found = [Found(agent, "main"), Found(others[0], "x"), Found(others[1], "X")]
    consumer = read(found)[0][0]
    assert consumer["kind"] == "realtime"
    live = [tool for tool in consumer["tools"] if tool["enabled"]]
    refused = consumer["resolution"]["run_error"]
    for name in {tool["name"] for tool in live}:
        ran.clear()
        try:
            session, now = asyncio.run(converse(agent, name))
        except Exception as error:  # noqa: BLE001 - whatever the session raises is the answer
            assert str(error) == refused
            continue
        assert refused is None
        received = [t.name for t in session["tools"]] + [h.tool_name for h in session["handoffs"]]
        assert received == [tool["name"] for tool in consumer["tools"] if tool["sent"]]
        winner = next(t for t in live if t["name"] == name and t["shadowed_by"] is None)
        if winner["origin"] == "handoff":
            assert (ran, now.name) == ([], winner["target"])
        else:
            assert (ran, now.name) == ([winner["function"].rpartition(".")[2]], "main")
            assert winner["wire"]["name"] == name
