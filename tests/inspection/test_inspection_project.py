"""Whole inspections through a real worker."""

import threading
from pathlib import Path

import pytest

from inspector.config import ConfigError
from inspector.inspection import (
    InspectOptions,
    Inspector,
    LoadAbandoned,
    TargetError,
    WorkerError,
    diff,
    inspect_project,
)
from inspector.wire.messages import Done, Message, Ready, Scanned

AGENTS = """\
from agents import Agent, function_tool

@function_tool
def lookup(order: str) -> str:
    '''Find an order.'''
    return order

@function_tool(name_override="{second}")
def find(email: str) -> str:
    '''Find a customer.'''
    return email

print("loading")
desk = Agent(name="Desk", tools=[lookup, find])
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").touch()
    write(tmp_path, "lookup")
    return tmp_path


def write(project: Path, second: str) -> None:
    (project / "shop" / "desks.py").write_text(AGENTS.format(second=second))


def test_findings_registry_and_output_of_one_load(project: Path) -> None:
    heard: list[Message] = []
    inspection = inspect_project(InspectOptions(path=str(project)), on_message=heard.append)
    assert [consumer.id for consumer in inspection.registry.consumers] == ["shop.desks:desk"]
    assert [finding.code for finding in inspection.findings] == ["TI101"]
    assert [str(place) for place in inspection.findings[0].locations] == [
        "shop/desks.py:3",
        "shop/desks.py:8",
    ]
    assert "loading" in "".join(inspection.log)
    assert not inspection.empty
    assert [type(message) for message in heard if not isinstance(message, Done)][:2] == [Ready, Scanned]


def test_one_inspector_follows_edits(project: Path) -> None:
    with Inspector(InspectOptions(path=str(project))) as inspector:
        before = inspector.load()
        write(project, "find_customer")
        after = inspector.load()
    assert [finding.code for finding in before.findings] == ["TI101"]
    assert after.findings == ()
    (change,) = diff(before.registry, after.registry).consumers
    assert (change.added, change.removed) == (("function:find_customer",), ("function:lookup#2",))


def test_a_config_silences_and_regrades(project: Path) -> None:
    (project / "toolinspect.toml").write_text('per-consumer-ignores = {Desk = ["TI101"]}\n')
    inspection = inspect_project(InspectOptions(path=str(project)))
    assert inspection.findings == ()
    assert [entry.finding.code for entry in inspection.suppressed] == ["TI101"]


def test_one_inspector_follows_its_config(project: Path) -> None:
    config = project / "toolinspect.toml"
    with Inspector(InspectOptions(path=str(project))) as inspector:
        assert [finding.code for finding in inspector.load().findings] == ["TI101"]
        config.write_text('ignore = ["TI101"]\n')
        assert inspector.load().findings == ()
        config.write_text("ignore = 3\n")
        with pytest.raises(ConfigError, match=r"toolinspect\.toml:1: ignore"):
            inspector.load()
        config.unlink()
        assert [finding.code for finding in inspector.load().findings] == ["TI101"]


def test_a_changed_environment_reaches_the_project(project: Path) -> None:
    config = project / "toolinspect.toml"
    (project / "shop" / "desks.py").write_text(
        "import os\nfrom agents import Agent\ndesk = Agent(name=os.environ.get('DESK', 'unset'))\n"
    )
    with Inspector(InspectOptions(path=str(project))) as inspector:
        assert [one.name for one in inspector.load().registry.consumers] == ["unset"]
        config.write_text("env = {DESK = 'Returns'}\n")
        assert [one.name for one in inspector.load().registry.consumers] == ["Returns"]


def test_an_attribute_that_is_not_there_is_the_users_mistake(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    with pytest.raises(
        TargetError, match=r"`shop\.desks` has no attribute `dsk`\. Did you mean `shop\.desks:desk`"
    ):
        inspect_project(InspectOptions(path="shop.desks:dsk"))


def test_closing_ends_a_load_that_runs(project: Path) -> None:
    (project / "shop" / "desks.py").write_text(
        "from agents import Agent\nimport time\ntime.sleep(60)\nAgent(name='x')\n"
    )
    inspector = Inspector(InspectOptions(path=str(project)))
    scanned = threading.Event()
    outcome: list[Exception] = []

    def run() -> None:
        try:
            inspector.load(lambda message: scanned.set() if isinstance(message, Scanned) else None)
        except LoadAbandoned as error:
            outcome.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert scanned.wait(30)
    inspector.close()
    thread.join(10)
    assert [type(error) for error in outcome] == [LoadAbandoned]


def test_an_interpreter_without_the_sdk_says_what_to_do(project: Path, tmp_path_factory) -> None:
    import venv

    place = tmp_path_factory.mktemp("bare") / "env"
    venv.create(place, with_pip=False)
    with pytest.raises(WorkerError, match="openai-agents is not installed"):
        inspect_project(InspectOptions(path=str(project), python=str(place)))


def test_an_interpreter_that_does_not_exist_is_the_users_mistake(project: Path) -> None:
    with pytest.raises(TargetError, match="does not exist"):
        inspect_project(InspectOptions(path=str(project), python="nowhere/python"))


def test_configured_agents_that_name_no_file_are_a_config_error(project: Path) -> None:
    (project / "toolinspect.toml").write_text('agents = ["shop.nowhere:desk"]\n')
    with pytest.raises(ConfigError, match=r"toolinspect\.toml.*shop\.nowhere:desk"):
        inspect_project(InspectOptions(path=str(project)))


def test_a_part_that_names_nothing_is_the_users_mistake(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    with pytest.raises(TargetError, match="names nothing"):
        inspect_project(InspectOptions(path="shop.nowhere:desk"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('context = "shop.desks:fnd"', "no attribute `fnd`; did you mean `shop.desks:find`"),
        ('context = "shop.dsks:find"', "no module `shop.dsks`; did you mean `shop.desks:find`"),
        ('run-config = "shop.desks:dsk"', "no attribute `dsk`; did you mean `shop.desks:desk`"),
        ('agents = ["shop.dsks:desk"]', "names no file of the project; did you mean `shop.desks:desk`"),
    ],
)
def test_references_that_name_nothing_are_told_with_line_key_and_nearest(
    project: Path, line: str, said: str
) -> None:
    (project / "toolinspect.toml").write_text(f"timeout = 9\n{line}\n")
    key = line.partition(" ")[0]
    with pytest.raises(ConfigError, match=rf"toolinspect\.toml:2: {key}: ") as caught:
        inspect_project(InspectOptions(path=str(project)))
    assert said in str(caught.value)


def test_a_reference_is_looked_for_on_the_configured_path(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "shop").rename(project / "moved")
    (project / "vendor").mkdir()
    (project / "moved").rename(project / "vendor" / "shop")
    (project / "toolinspect.toml").write_text('path = ["vendor"]\n')
    monkeypatch.chdir(project)
    inspection = inspect_project(InspectOptions(path="shop.desks:desk"))
    assert [consumer.name for consumer in inspection.registry.consumers] == ["Desk"]
    with pytest.raises(TargetError, match=r"Did you mean `shop\.desks:desk`"):
        inspect_project(InspectOptions(path="shop.dsks:desk"))


@pytest.mark.parametrize("configured", [True, False])
def test_the_home_directory_of_nobody_is_no_interpreter(project: Path, configured: bool) -> None:
    python = "~nosuchuser/bin/python"
    if configured:
        (project / "toolinspect.toml").write_text(f'python = "{python}"\n')
    with pytest.raises((ConfigError, TargetError), match="nosuchuser"):
        inspect_project(InspectOptions(path=str(project), python=None if configured else python))


def test_modules_that_hanging_ones_kept_from_loading_are_reported(tmp_path: Path) -> None:
    for name in "abcd":
        (tmp_path / f"{name}.py").write_text(
            f"import time\nfrom agents import Agent\ntime.sleep(60)\nagent = Agent(name='{name}')\n"
        )
    (tmp_path / "e.py").write_text("from agents import Agent\nagent = Agent(name='e')\n")
    inspection = inspect_project(InspectOptions(path=str(tmp_path), timeout=0.5))
    told = {name for finding in inspection.findings for name in finding.names}
    shown = {consumer.name for consumer in inspection.registry.consumers}
    assert told | shown == set("abcde")
    assert [one.names for one in inspection.findings if one.code == "TI702"] == [("d", "e")]
