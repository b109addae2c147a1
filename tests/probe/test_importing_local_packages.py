"""A project's own `agents` (or `mcp`, `openai`, `model`) lives beside the installed package of that name."""

import pytest
from discovery import discover


def clean(result):
    assert result.all("failures") == []
    return result


def test_a_local_agents_package_and_the_sdk_do_not_hide_each_other(tmp_path):
    result = clean(
        discover(
            tmp_path,
            {
                "agents/__init__.py": "from .triage import triage\n",
                "agents/triage.py": """\
                    from agents import Agent, function_tool
                    from agents.helpers import ask
                    from .tools import lookup
                    triage = Agent(name="Triage", tools=[lookup, ask])
                """,
                "agents/helpers.py": "from agents import function_tool\n@function_tool\ndef ask(): ...\n",
                "agents/tools.py": "from agents import function_tool\n@function_tool\ndef lookup(): ...\n",
                "main.py": (
                    "from agents import Agent, triage\n"
                    "from agents.triage import triage as same\n"
                    "assert triage is same\n"
                    "boss = Agent(name='Boss', handoffs=[triage])\n"
                ),
            },
        )
    )
    assert sorted(result.ids) == ["agents.triage:triage", "main:boss"]
    assert result.tools("agents.triage:triage") == ["lookup", "ask"]
    assert [tool["function"] for tool in result.consumer("agents.triage:triage")["tools"]] == [
        "agents.tools.lookup",
        "agents.helpers.ask",
    ]


def test_a_module_that_both_have_is_read_from_the_project(tmp_path):
    """`agents.tool` is a module of the SDK too; relative imports inside the local package stay local."""
    result = clean(
        discover(
            tmp_path,
            {
                "agents/__init__.py": "",
                "agents/tool.py": "from agents import function_tool\n@function_tool\ndef mine(): ...\n",
                "agents/desk.py": (
                    "from agents import Agent\n"
                    "from .tool import mine\n"
                    "desk = Agent(name='Desk', tools=[mine])\n"
                ),
                "app.py": (
                    "from agents import Agent\n"
                    "from agents.tool import mine, FunctionTool\n"
                    "app = Agent(name='App', tools=[mine])\n"
                ),
            },
        )
    )
    assert result.tools("agents.desk:desk") == ["mine"]
    assert result.tools("app:app") == ["mine"]


def test_a_namespace_folder_called_agents_works(tmp_path):
    result = clean(
        discover(
            tmp_path,
            {
                "agents/clerk.py": "from agents import Agent\nclerk = Agent(name='Clerk')\n",
                "main.py": (
                    "from agents import Agent\n"
                    "from agents.clerk import clerk\n"
                    "boss = Agent(name='Boss', handoffs=[clerk])\n"
                ),
            },
        )
    )
    assert sorted(result.ids) == ["agents.clerk:clerk", "main:boss"]


def test_a_single_file_called_agents_works(tmp_path):
    result = clean(
        discover(
            tmp_path,
            {
                "agents.py": "from agents import Agent\nclerk = Agent(name='Clerk')\n",
                "main.py": "from agents import Agent, clerk\nboss = Agent(name='Boss', handoffs=[clerk])\n",
            },
        )
    )
    assert sorted(result.ids) == ["agents:clerk", "main:boss"]


def test_a_nested_agents_package_is_no_special_case(tmp_path):
    result = clean(
        discover(
            tmp_path,
            {
                "app/__init__.py": "",
                "app/agents/__init__.py": "from .triage import triage\n",
                "app/agents/triage.py": "from agents import Agent\ntriage = Agent(name='Triage')\n",
                "app/main.py": "from agents import Runner\nfrom .agents import triage\n",
            },
        )
    )
    assert result.ids == ["app.agents.triage:triage"]


@pytest.mark.parametrize("name", ["inspector", "model", "mcp", "openai", "probe", "scan"])
def test_local_packages_with_names_that_others_use_are_imported(tmp_path, name):
    result = clean(
        discover(
            tmp_path,
            {
                f"{name}/__init__.py": "",
                f"{name}/team.py": (
                    "from agents import Agent\nfrom .deep import NAME\nteam = Agent(name=NAME)\n"
                ),
                f"{name}/deep.py": "NAME = 'deep'\n",
                "main.py": (
                    f"from agents import Agent\n"
                    f"from {name}.team import team\n"
                    f"boss = Agent(name='Boss', handoffs=[team])\n"
                ),
            },
        )
    )
    assert sorted(result.ids) == sorted(["main:boss", f"{name}.team:team"])
