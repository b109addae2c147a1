"""A predicate that can't be evaluated makes its tool unknown; asking all of them would end the run."""

import pytest
from agents import Agent, Runner, function_tool, handoff
from exactness_build import ScriptedModel
from exactness_probe import Found, Live, read


def needs_context(context: Live, _agent: Live) -> bool:
    return bool(context.context["beta"])


@function_tool(is_enabled=needs_context)
def beta() -> str:
    return "beta"


@function_tool
def always() -> str:
    return "always"


def test_an_unknown_tool_hides_no_other_although_the_run_fails() -> None:
    agent = Agent(name="main", model=ScriptedModel(), tools=[beta, always])
    consumers, _ = read([Found(agent, "main")])
    assert [(t["visible"], t["enabled"]) for t in consumers[0]["tools"]] == [("beta", None), ("always", True)]
    assert "TypeError" in consumers[0]["tools"][0]["predicate_error"]
    with pytest.raises(TypeError):
        Runner.run_sync(agent, "hi")


def test_the_configured_context_decides() -> None:
    agent = Agent(name="main", model=ScriptedModel(), tools=[beta, always])
    consumers, _ = read([Found(agent, "main")], context="test_exactness_predicates:make_context")
    assert [t["enabled"] for t in consumers[0]["tools"]] == [False, True]
    Runner.run_sync(agent, "hi", context=make_context())
    assert [tool.name for tool in agent.model.received[0][0]] == ["always"]


def make_context() -> dict[str, bool]:
    return {"beta": False}


def test_a_failing_context_is_named() -> None:
    agent = Agent(name="main", model=ScriptedModel(), tools=[beta])
    _, notes = read([Found(agent, "main")], context="nowhere.at.all:make")
    assert notes[0]["ref"] == "nowhere.at.all:make"
    assert notes[0]["severity"] == "warning"


def test_a_handoffs_predicate_is_the_projects_own() -> None:
    other = Agent(name="other")
    agent = Agent(name="main", handoffs=[handoff(other, is_enabled=needs_context)])
    tool = read([Found(agent, "main"), Found(other, "other")])[0][0]["tools"][0]
    assert tool["predicate"].endswith("test_exactness_predicates.needs_context")
    assert tool["enabled"] is None
