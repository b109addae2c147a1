"""The id that each agent has in every report."""

import time

import pytest
from discovery import discover

HEAD = "from agents import Agent, function_tool\n"


def ids(tmp_path, text):
    import textwrap

    return discover(tmp_path, {"app.py": HEAD + textwrap.dedent(text)}).ids


def test_a_container_beats_a_loop_variable(tmp_path):
    text = """
        AGENTS = {}
        for key in ("a", "b"):
            agent = Agent(name=key)
            AGENTS[key] = agent
    """
    assert ids(tmp_path, text) == ["app:AGENTS['a']", "app:AGENTS['b']"]


def test_a_module_attribute_beats_a_container(tmp_path):
    assert ids(tmp_path, "ALL = [Agent(name='x'), Agent(name='y')]\nsecond = ALL[1]") == [
        "app:second",
        "app:ALL[0]",
    ]


def test_a_public_attribute_beats_a_private_one(tmp_path):
    assert ids(tmp_path, "_a = Agent(name='x')\na = _a") == ["app:a"]


def test_objects_and_classes_hold_agents(tmp_path):
    text = """
        import types
        team = types.SimpleNamespace(lead=Agent(name="Lead"))
        class Desk:
            clerk = Agent(name="Clerk")
    """
    assert ids(tmp_path, text) == ["app:team.lead", "app:Desk.clerk"]


def test_an_agent_belongs_to_the_module_that_builds_it(tmp_path):
    result = discover(
        tmp_path,
        {
            "a_user.py": (
                "from z_home import agent as borrowed\n"
                "from agents import Agent\n"
                "mine = Agent(name='M', handoffs=[borrowed])\n"
            ),
            "z_home.py": HEAD + "agent = Agent(name='Home')\n",
        },
    )
    assert sorted(result.ids) == ["a_user:mine", "z_home:agent"]


def test_agents_that_are_only_reached_hang_on_their_parent(tmp_path):
    text = """
        boss = Agent(
            name="Boss",
            handoffs=[Agent(name="Clerk"), Agent(name="Clerk")],
            tools=[Agent(name="Helper").as_tool(tool_name="help", tool_description="x")],
        )
    """
    assert ids(tmp_path, text) == ["app:boss", "app:boss>Helper", "app:boss>Clerk", "app:boss>Clerk#2"]


def test_agents_that_nobody_holds_are_named_by_where_they_were_built(tmp_path):
    text = """
        def register():
            Agent(name="Local")
        register()
        Agent(name="Loose")
    """
    assert ids(tmp_path, text) == ["app:register>Local", "app>Loose"]


def test_ids_survive_edits_above_the_agent(tmp_path):
    text = "def f():\n    Agent(name='L')\nf()\nboss = Agent(name='B', handoffs=[Agent(name='C')])\n"
    assert ids(tmp_path, text) == ids(tmp_path, "# a comment\n\n" + text)


def test_cycles_end(tmp_path):
    text = (
        "a = Agent(name='A')\nb = Agent(name='B', handoffs=[a])\na.handoffs.append(b)\na.handoffs.append(a)\n"
    )
    assert ids(tmp_path, text) == ["app:a", "app:b"]


DESK = """
    class Desk:
        def __init__(self):
            self.clerk = self._make_clerk()

        def _make_clerk(self):
            @function_tool
            def look(key: str) -> str:
                return key
            return Agent(name="Clerk", tools=[look], instructions="Help.")

    desk = Desk()
"""


def test_an_agent_that_nobody_holds_is_not_shown_beside_its_twin(tmp_path):
    assert ids(tmp_path, DESK + "    desk._make_clerk()\n") == ["app:desk.clerk"]


@pytest.mark.parametrize(
    "other",
    [
        "name='Other', tools=[]",
        "name='Clerk', tools=[search]",
        "name='Clerk', tools=[], instructions='Other.'",
        "name='Clerk', tools=[], tool_use_behavior={'stop_at_tool_names': ['look']}",
        "name='Clerk', tools=[function_tool(look, is_enabled=lambda ctx, agent: state['on'])]",
        "name='Clerk', tools=[function_tool(look, is_enabled=False)]",
    ],
)
def test_agents_of_one_line_that_differ_are_all_shown(tmp_path, other):
    text = f"""
        state = {{"on": True}}
        def look(key: str) -> str:
            return key
        @function_tool
        def search(key: str) -> str:
            return key
        def make(**given):
            return Agent(**given)
        def register(make):
            make({other})
        clerk = make(name="Clerk", tools=[])
        register(make)
    """
    assert ids(tmp_path, text) == ["app:clerk", f"app:make>{'Other' if 'Other' in other[:14] else 'Clerk'}"]


def test_junk_among_tools_and_handoffs_leads_nowhere(tmp_path):
    text = (
        "a = Agent(name='A', tools=[print, Agent(name='X')], handoffs=['x', None, 3])\nb = Agent(name='B')\n"
    )
    assert "app:b" in ids(tmp_path, text)


def test_equal_names_are_numbered_past_those_that_are_taken(tmp_path):
    text = """
        boss = Agent(
            name="Boss",
            handoffs=[Agent(name="Clerk"), Agent(name="Clerk#2"), Agent(name="Clerk"), Agent(name="Clerk")],
        )
    """
    assert ids(tmp_path, text)[1:] == [
        "app:boss>Clerk",
        "app:boss>Clerk#2",
        "app:boss>Clerk#3",
        "app:boss>Clerk#4",
    ]


def test_thousands_of_agents_are_named_soon(tmp_path):
    text = """
        def register():
            for _ in range(4000):
                Agent(name="Local")
        register()
        TEAM = [Agent(name="Held") for _ in range(2000)]
    """
    began = time.monotonic()
    found = ids(tmp_path, text)
    assert time.monotonic() - began < 20
    assert (len(found), found[0], found[-1]) == (6000, "app:TEAM[0]", "app:register>Local#4000")
