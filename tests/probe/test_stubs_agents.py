"""Agents are built from stand-ins, which never pass for an agent or a tool of their own."""

import textwrap

from discovery import discover


def shown(tmp_path, text):
    files = {"app.py": f"import absent\nfrom agents import Agent, function_tool\n{textwrap.dedent(text)}"}
    return discover(tmp_path, files, stub_missing=True)


def notes(found):
    return [(note["ref"], note["reason"], note["severity"]) for note in found.all("not_inspected")]


def test_every_field_of_an_agent_may_be_a_stand_in(tmp_path):
    text = """\
        from agents import ModelSettings
        class OwnModel(absent.Model): ...
        fields = dict(handoff_description=absent.d, instructions=absent.i, prompt=absent.p, hooks=absent.h,
            model_settings=absent.s, output_type=absent.o, tool_use_behavior=absent.b,
            reset_tool_choice=absent.r, input_guardrails=absent.g, output_guardrails=absent.g)
        for name, value in fields.items():
            Agent(name="One", **{name: value})
        one = Agent(name="All", model=absent.Model("x"), **fields)
        two = Agent(name=absent.name, model=OwnModel())
    """
    found = shown(tmp_path, text)
    assert found.all("failures") == []
    assert found.consumer("app:one")["model"] == "absent.Model()"
    assert found.consumer("app:two")["name"] == "absent.name"


def test_tools_handoffs_and_servers_of_the_package_are_named_not_shown(tmp_path):
    text = """\
        @function_tool
        def real() -> str: return ""
        @absent.tool
        def raw(): ...
        class Made(absent.BaseTool): ...
        one = Agent(
            name="One",
            tools=[real, absent.search, function_tool(absent.f), raw, Made(), *absent.more],
            handoffs=[absent.agent],
            mcp_servers=[absent.Server()],
        )
        two = Agent(name="Two", tools=[real] + absent.all_tools())
        three = Agent(name="Three", tools=absent.all_tools())
    """
    found = shown(tmp_path, text)
    assert found.all("failures") == []
    assert [found.tools(f"app:{name}") for name in ("one", "two", "three")] == [["real"], ["real"], []]
    assert all(consumer["junk"] == [] for consumer in found.all("consumers"))
    assert found.consumer("app:one")["mcp_servers"] == []
    assert notes(found) == [
        ("app:one", "a handoff of the stubbed package `absent`", "info"),
        ("app:one", "5 tools of the stubbed package `absent`", "info"),
        ("app:one", "an MCP server of the stubbed package `absent`", "info"),
        ("app:two", "a tool of the stubbed package `absent`", "info"),
        ("app:three", "a tool of the stubbed package `absent`", "info"),
    ]


def test_a_stand_in_is_no_agent(tmp_path):
    found = shown(tmp_path, "one = absent.Agent(name='x')\nreal = Agent(name='R', handoffs=[one])\n")
    assert found.ids == ["app:real"]


def test_a_predicate_of_the_package_leaves_its_tool_unknown(tmp_path):
    text = """\
        @function_tool(is_enabled=absent.flag("x"))
        def tool() -> str: return ""
        one = Agent(name="One", tools=[tool])
    """
    (tool,) = shown(tmp_path, text).consumer("app:one")["tools"]
    assert tool["enabled"] is None
    assert tool["predicate_error"] == "the stubbed package `absent` decides"


def test_an_error_that_only_a_stand_in_causes_is_the_missing_packages(tmp_path):
    text = """\
        import io
        one = Agent(name="One")
        io.BytesIO(absent.picture())
    """
    found = shown(tmp_path, text)
    (failure,) = found.all("failures")
    assert (failure["kind"], failure["missing"]) == ("missing_package", "absent")
    assert found.consumer("app:one")["partial"] is True
