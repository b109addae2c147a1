"""What the config names for runs: a reference that means nothing is told apart from one that fails."""

import asyncio
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest
from agents import ModelSettings, RunConfig
from agents.model_settings import MCPToolChoice

from inspector.probe.configured import Configured
from inspector.probe.stub_objects import Stub


@pytest.fixture(autouse=True)
def settings() -> Iterator[Any]:
    module: Any = types.ModuleType("run_settings")
    module.strict = RunConfig(tool_name_collision_policy="error")
    module.plain = RunConfig()
    module.forcing = RunConfig(
        model_settings=ModelSettings(tool_choice="refund"), tool_not_found_behavior="return_error_to_model"
    )
    module.hosted = RunConfig(model_settings=ModelSettings(tool_choice=MCPToolChoice("docs", "read_wiki")))
    module.number = 5
    module.make = lambda: module.strict
    module.missing = Stub("lost_package", "lost_package.CONFIG")
    sys.modules[module.__name__] = module
    yield module
    del sys.modules[module.__name__]


@pytest.mark.parametrize(
    ("reference", "policy"), [("", None), ("run_settings:strict", "error"), ("run_settings:plain", "warn")]
)
def test_the_policy_is_given_only_where_one_is_asked_for(reference: str, policy: "str | None") -> None:
    outcome = Configured(reference, "", 1).outcome()
    assert outcome["collision_policy"] == policy
    assert (outcome["context_failed"], outcome["unresolved"]) == (False, [])


@pytest.mark.parametrize(
    ("reference", "choice", "unknown"),
    [
        ("", None, "ends the run with ModelBehaviorError"),
        ("run_settings:plain", None, "ends the run with ModelBehaviorError"),
        (
            "run_settings:forcing",
            "refund",
            "is answered with an error that the model sees, and the run goes on",
        ),
        ("run_settings:number", None, ""),
        ("run_settings:missing", None, ""),
    ],
)
def test_what_a_run_config_says_of_every_run(reference: str, choice: "str | None", unknown: str) -> None:
    outcome = Configured(reference, "", 1).outcome()
    assert (outcome["run_tool_choice"], outcome["unknown_tool"]) == (choice, unknown)


def test_a_run_config_may_force_a_tool_of_a_hosted_server() -> None:
    outcome = Configured("run_settings:hosted", "", 1).outcome()
    assert (outcome["run_tool_choice"], outcome["run_tool_choice_server"]) == ("read_wiki", "docs")


@pytest.mark.parametrize(
    ("reference", "wrong"),
    [
        ("nowhere.at.all:CONFIG", "there is no module `nowhere`"),
        ("run_settings.inner:CONFIG", "there is no module `run_settings.inner`"),
        ("run_settings:stirct", "`run_settings` has no attribute `stirct`"),
        ("run_settings:number", "it is no RunConfig but of type `int`"),
        ("run_settings:make", "it is no RunConfig but of type `function`"),
        ("run_settings", "it is no RunConfig but of type `module`"),
        ("path/to/file.py:CONFIG", "`path/to/file.py` is no name of a module"),
    ],
)
def test_a_run_config_that_is_none_is_an_unresolved_reference(reference: str, wrong: str) -> None:
    outcome = Configured(reference, "", 1).outcome()
    assert outcome["unresolved"] == [("run-config", f"`{reference}`: {wrong}")]
    assert outcome["collision_policy"] is None


def test_a_module_that_fails_is_no_wrong_reference(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "failing_settings.py").write_text("import a_package_that_nobody_has\n")
    monkeypatch.syspath_prepend(tmp_path)
    configured = Configured("failing_settings:CONFIG", "", 1)
    assert configured.outcome()["unresolved"] == []
    (note,) = configured.notes
    assert "ModuleNotFoundError" in note["reason"]
    assert note["advice"]


def test_a_stand_in_says_nothing_of_the_policy() -> None:
    assert Configured("run_settings:missing", "", 1).outcome()["collision_policy"] is None


def test_a_context_that_is_not_there_is_unresolved_and_failed() -> None:
    configured = Configured("", "run_settings:nothing", 1)
    assert asyncio.run(configured.context()) is None
    outcome = configured.outcome()
    assert outcome["context_failed"]
    assert outcome["unresolved"] == [
        ("context", "`run_settings:nothing`: `run_settings` has no attribute `nothing`")
    ]


def test_a_context_is_made_once(settings: Any) -> None:
    made = []
    settings.context = lambda: made.append(1) or made
    configured = Configured("", "run_settings:context", 1)
    assert asyncio.run(configured.context()) is asyncio.run(configured.context())
    assert made == [1]
