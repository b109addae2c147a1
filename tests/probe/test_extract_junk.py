"""Values that are no tools: named, with what the SDK does with them, and hiding nothing else."""

import pytest
from agents import Agent, FunctionTool, WebSearchTool, function_tool
from extraction import read


@function_tool
def good() -> str:
    """Good."""
    return ""


def plain_function():
    return ""


def test_what_is_no_tool_is_an_error_in_the_sdks_words():
    agent = Agent(name="main", tools=[plain_function, good, None, Agent(name="Other"), "text"])
    consumer = read(agent).only
    assert [tool.visible for tool in consumer.tools] == ["good"]
    assert [(junk.where, junk.index, junk.type, junk.effect) for junk in consumer.junk] == [
        ("tools", 0, "function", "error"),
        ("tools", 2, "NoneType", "error"),
        ("tools", 3, "Agent", "error"),
        ("tools", 4, "str", "error"),
    ]
    assert all("Unknown tool type" in junk.detail for junk in consumer.junk)


def test_what_is_no_handoff_is_dropped():
    agent = Agent(name="main", handoffs=["Billing", None, Agent(name="Other")])
    consumer = read(agent).only
    assert [tool.visible for tool in consumer.tools] == ["transfer_to_other"]
    assert [(junk.where, junk.index, junk.effect) for junk in consumer.junk] == [
        ("handoffs", 0, "dropped"),
        ("handoffs", 1, "dropped"),
    ]


def test_what_is_no_server_fails_every_run():
    consumer = read(Agent(name="main", tools=[good], mcp_servers=["stdio"])).only
    assert consumer.junk[0].where == "mcp_servers"
    assert "list_tools" in consumer.resolution.run_error
    assert [tool.visible for tool in consumer.tools] == ["good"]


@pytest.mark.parametrize("attribute", ["tools", "handoffs", "mcp_servers"])
def test_a_list_that_is_none_is_junk_and_hides_no_other(attribute):
    agent = Agent(name="main", tools=[good])
    setattr(agent, attribute, None)
    consumer = read(agent).only
    assert [junk.where for junk in consumer.junk] == [attribute]
    assert len(consumer.tools) == (0 if attribute == "tools" else 1)


class Hostile(FunctionTool):
    armed = False

    def __getattribute__(self, name):
        if name == "description" and object.__getattribute__(self, "armed"):
            raise RuntimeError("not today")
        return object.__getattribute__(self, name)


def test_a_tool_whose_attributes_raise_hides_no_other():
    async def invoke(context, arguments):
        return ""

    hostile = Hostile(
        name="h", description="", params_json_schema={}, on_invoke_tool=invoke, strict_json_schema=False
    )
    hostile.armed = True
    consumer = read(Agent(name="main", tools=[hostile, good, WebSearchTool()])).only
    assert [tool.visible for tool in consumer.tools] == ["good", "web_search"]
    assert consumer.junk[0].detail == "RuntimeError: not today"


def test_the_text_of_junk_is_the_same_in_every_load():
    first = read(Agent(name="main", tools=[object()])).only.junk[0].text
    assert first == read(Agent(name="main", tools=[object()])).only.junk[0].text


def test_junk_that_can_not_even_be_shown():
    class Silent:
        def __repr__(self):
            raise ValueError

    assert read(Agent(name="main", tools=[Silent()])).only.junk[0].text == "<Silent>"


def test_an_agent_that_can_not_be_read_hides_no_other():
    class Shy(Agent):
        def __getattribute__(self, name):
            if name == "model_settings":
                raise RuntimeError("not today")
            return super().__getattribute__(name)

    shy = object.__new__(Shy)
    vars(shy).update(vars(Agent(name="broken")))
    result = read(shy, Agent(name="main", tools=[good]))
    assert [consumer.name for consumer in result.consumers] == ["main"]
    assert (result.notes[0].ref, result.notes[0].severity) == ("broken", "warning")


def test_agents_without_a_list_share_none():
    first, second = Agent(name="A"), Agent(name="B")
    for agent in (first, second):
        object.__setattr__(agent, "tools", None)
    assert [consumer.tools_list for consumer in read(first, second).consumers] == [0, 0]


@pytest.mark.parametrize(("name", "shown"), [(None, "<None>"), (5, "<5>")])
def test_a_name_that_is_no_string_can_be_told_from_one_that_is(name, shown):
    @function_tool
    def lookup() -> str:
        return ""

    lookup.name = name
    assert [tool.visible for tool in read(Agent(name="A", tools=[lookup])).only.tools] == [shown]
