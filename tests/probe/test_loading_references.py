"""References of the config are read from the loaded project, when its tables are complete."""

from pathlib import Path
from typing import Any

from discovery import discover

DESK = {
    "app/__init__.py": "",
    "app/policy.py": "APPROVAL = {}\n",
    "app/tools.py": """
        from agents import function_tool
        from app.policy import APPROVAL

        def gated(function):
            made = function_tool(function)
            APPROVAL[made.name] = "always"
            return made

        @gated
        def refund(order: str) -> str: ...
        """,
    "main.py": """
        from agents import Agent
        from app.tools import refund
        agent = Agent(name="Desk", tools=[refund])
        """,
}


def references(result: Any) -> list[dict[str, Any]]:
    return [one for each in result.results for one in each["references"]]


def test_a_table_that_is_completed_while_wiring_is_read_whole(tmp_path: Path) -> None:
    result = discover(tmp_path, DESK, references=["app.policy:APPROVAL"])
    assert references(result) == [
        {
            "reference": "app.policy:APPROVAL",
            "form": "mapping",
            "entries": [{"name": "refund", "value": "always"}],
            "path": "app/policy.py",
        }
    ]


def test_a_module_that_only_the_config_names_is_imported_and_is_a_source(tmp_path: Path) -> None:
    more = {"stops.py": "from agents import Agent, Runner\nSTOP = ('refund',)\n"}
    result = discover(tmp_path, {**DESK, **more}, references=["stops:STOP"])
    (found,) = references(result)
    assert found["entries"] == [{"name": "refund"}]
    assert "stops.py" in result.results[0]["sources"]


def test_a_module_of_a_local_package_called_agents_is_found(tmp_path: Path) -> None:
    files = {
        "agents/policy.py": "STOP = ['refund']\n",
        "main.py": "from agents import Agent\nfrom agents.policy import STOP\nagent = Agent(name='Desk')\n",
    }
    (found,) = references(discover(tmp_path, files, references=["agents.policy:STOP"]))
    assert (found["entries"], found["path"]) == ([{"name": "refund"}], "agents/policy.py")


def test_reading_a_reference_starts_no_run(tmp_path: Path) -> None:
    more = {
        "stops.py": "from agents import Agent, Runner\n"
        "def names():\n    Runner.run_sync(Agent(name='Lister'), 'which?')\n    return ['refund']\n"
    }
    result = discover(tmp_path, {**DESK, **more}, references=["stops:names", "app.policy:APPROVAL"])
    first, second = references(result)
    assert (first["error"].partition(":")[0], first.get("wrong", False)) == ("StoppedAtRun", False)
    assert second["form"] == "mapping"
    assert result.ids == ["main:agent"]


def test_a_module_that_failed_says_why_and_the_agents_stay(tmp_path: Path) -> None:
    more = {"broken.py": "STOP = ['a']\nraise KeyError('x')\n"}
    (found,) = references(discover(tmp_path, {**DESK, **more}, references=["broken:STOP"]))
    assert (found["error"], found.get("wrong", False)) == ("KeyError: 'x'", False)


def test_without_references_none_is_read(tmp_path: Path) -> None:
    assert references(discover(tmp_path, DESK)) == []
