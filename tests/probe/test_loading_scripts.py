"""The sample folder of standalone scripts, as a user would point toolinspect at it."""

import functools
from pathlib import Path

from discovery import Discovery, discover

NOT_CALLED = "inside main(), which is not called (show it with --capture"
SCRIPTS = Path(__file__).parents[2] / "sample_projects" / "scripts"


@functools.lru_cache(maxsize=1)
def scripts() -> Discovery:
    return discover(SCRIPTS)


def test_all_agents_of_the_scripts_are_shown():
    assert sorted(scripts().ids) == [
        "2-research/main.py:reader",
        "2-research/main.py:researcher",
        "ask_at_import:converter",
        "chat-bot/main.py:chat",
        "local_agents/agents/host.py:host",
        "local_agents/app.py:restaurant",
        "nightly/report.py:main>Reporter",
        "team_factory:build_team['editor']",
        "team_factory:build_team['writer']",
    ]
    assert scripts().all("failures") == []


def test_each_script_has_the_helper_that_lies_beside_it():
    assert scripts().tools("chat-bot/main.py:chat") == ["opening_hours"]
    assert scripts().tools("2-research/main.py:researcher") == ["search_papers", "transfer_to_reader"]


def test_runs_that_would_start_are_named():
    runs = {(run["agent"], run["path"], run["consumer"]) for run in scripts().all("would_run")}
    assert runs == {
        ("Converter", "ask_at_import.py", "ask_at_import:converter"),
        ("Reporter", "nightly/report.py", "nightly/report.py:main>Reporter"),
    }


def test_the_rest_is_named_with_its_reason():
    assert scripts().reasons == {
        "ask_at_import.py:14": "the run stopped before it at line 11",
        "files_over_mcp.py:9": f"{NOT_CALLED} files_over_mcp:main)",
        "hello-world.py:7": f"{NOT_CALLED} hello-world.py:main)",
        "hello-world.py:8": f"{NOT_CALLED} hello-world.py:main)",
        "team_factory.py:12": "in factory `build_translator`, which needs argument 'language'",
    }
    refs = [note["ref"] for note in scripts().all("not_inspected") if note["severity"] == "warning"]
    assert refs == ["team_factory:build_translator"]
