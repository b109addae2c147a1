"""`toolinspect init`: a first config that says what was found and changes nothing until it is confirmed."""

import json
import re
from pathlib import Path

import pytest
from cli_program import Run

from inspector.config import Loaded, load
from inspector.inspection.starter import starter
from inspector.model import (
    Consumer,
    ListedName,
    Location,
    NotInspected,
    Registry,
    SdkInfo,
    Suggestion,
    Tool,
)

NEEDY = """\
from agents import Agent, function_tool

@function_tool(is_enabled=lambda context, agent: context.context.admin)
def refund(order: str) -> str:
    '''Refund an order.'''
    return order

desk = Agent(name="Desk", tools=[refund])

def build_billing(database):
    return Agent(name="Billing", tools=[refund], instructions=str(database))
"""


def uncommented(text: str, *, only: str = "") -> str:
    """The settings of a starter taken into use; with `only`, those of one table."""
    lines, table = [], ""
    for line in text.splitlines():
        setting = re.match(r"#((?:\S|  ).*)$", line)
        if setting and (header := re.fullmatch(r"\[(.+)\]", setting[1])):
            table = header[1]
        lines.append(setting[1] if setting and table.startswith(only) else line)
    return "\n".join(lines) + "\n"


def loaded(folder: Path, text: str) -> Loaded:
    (folder / "toolinspect.toml").write_text(text, encoding="utf-8")
    return load(folder)


def made(*, suggestions: tuple[Suggestion, ...] = (), **found: object) -> str:
    """The starter for what a load found."""
    info = SdkInfo(sdk="0.24.0", python="3.11")
    return starter(Registry(root="/project", info=info, **found), suggestions)


def tool(visible: str, function: str) -> Tool:
    return Tool(
        key=f"function:{visible}",
        visible=visible,
        name=visible,
        function=function,
        origin="function",
        type="FunctionTool",
        identity=1,
    )


def test_a_starter_is_written_and_says_what_to_do_next(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(NEEDY)
    done = run("init", tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert "toolinspect.toml: 1 agent, 1 factory that needs arguments. Nothing in it counts" in done.stderr
    assert f"toolinspect check {tmp_path}" in done.stderr
    text = (tmp_path / "toolinspect.toml").read_text()
    assert '#  "shop:desk",  # Desk' in text
    assert '#"shop:build_billing" = {database = "pkg.mod:attr"}' in text
    assert '#context = "pkg.mod:make"' in text
    assert '#"shop.refund" = "shop.refund"' in text
    assert '#high = ["shop.*"]' in text
    assert [path.name for path in tmp_path.glob("*toolinspect*")] == ["toolinspect.toml"]


def test_a_starter_changes_nothing_and_is_a_config_once_uncommented(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(NEEDY)
    before = json.loads(run("check", tmp_path, "--format", "json").stdout)
    run("init", tmp_path)
    done = run("check", tmp_path, "--format", "json")
    assert (json.loads(done.stdout), done.stderr) == (before, "")
    text = (tmp_path / "toolinspect.toml").read_text()
    config = loaded(tmp_path, uncommented(text)).config
    assert config.agents == ("shop:desk",)
    assert config.arguments == {"shop:build_billing": {"database": "pkg.mod:attr"}}
    assert config.sets.approval_default == "deny"
    assert config.risk.high == ("shop.*",)


@pytest.mark.parametrize("sample", ["support_desk", "travel_clean"])
def test_a_sample_gets_a_starter_that_loads(run: Run, samples: Path, tmp_path: Path, sample: str) -> None:
    target = tmp_path / "toolinspect.toml"
    done = run("init", samples / sample, "--output", target)
    assert done.returncode == 0, done.stderr
    assert loaded(tmp_path, uncommented(target.read_text(), only="sets")).config.sets.approval


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("toolinspect.toml", "", "toolinspect.toml: there is a config already"),
        (
            "pyproject.toml",
            "[project]\nname = 'x'\n[tool.toolinspect]\n",
            "pyproject.toml:3: holds a `[tool.toolinspect]` table already",
        ),
    ],
)
def test_a_second_config_is_refused(run: Run, clean: Path, name: str, text: str, said: str) -> None:
    (clean / name).write_text(text)
    done = run("init", clean)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "--output PATH" in done.stderr
    assert (clean / name).read_text() == text


def test_a_pyproject_without_our_table_is_no_config(run: Run, clean: Path) -> None:
    (clean / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert run("init", clean).returncode == 0
    assert (clean / "toolinspect.toml").is_file()


def test_output_goes_elsewhere_and_replaces_nothing(run: Run, clean: Path) -> None:
    (clean / "toolinspect.toml").write_text("timeout = 9\n")
    target = clean / "starter.toml"
    done = run("init", clean, "--output", target)
    assert done.returncode == 0
    assert f"--config {target}" in done.stderr
    written = target.read_text()
    again = run("init", clean, "--output", target)
    assert again.returncode == 2
    assert "is there already" in again.stderr
    assert target.read_text() == written
    assert (clean / "toolinspect.toml").read_text() == "timeout = 9\n"


def test_nothing_is_written_where_nothing_was_found(run: Run, tmp_path: Path) -> None:
    done = run("init", tmp_path)
    assert done.returncode == 3
    assert "No config was written" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_a_mistake(run: Run, clean: Path) -> None:
    done = run("init", clean, "--output", clean / "gone" / "a.toml")
    assert done.returncode == 2
    assert "there is no directory" in done.stderr
    assert "takes one PATH; what is `two`?" in run("init", "one", "two").stderr
    assert "Did you mean the command `init`?" in run("initt").stderr


def test_help_names_what_init_takes(run: Run) -> None:
    shown = run("init", "--help").stdout
    assert "--output" in shown
    assert "--fail-on" not in shown


def test_suggested_sets_wait_for_a_confirmation(tmp_path: Path) -> None:
    def suggestion(kind: str, reference: str, **more: object) -> Suggestion:
        return Suggestion(kind=kind, reference=reference, location=Location("shop/policy.py", 4), **more)

    text = made(
        suggestions=(
            suggestion(
                "approval",
                "shop.policy:APPROVAL",
                entries=(ListedName(name="refund"), ListedName(name="refund_v2")),
                mismatches=(("refund_v2", "the function behind `refund`"),),
            ),
            suggestion("approval", "config/approval.toml#high", entries=(ListedName(name="refund"),)),
            suggestion("declared", "shop.policy:VIP_TOOLS"),
            suggestion("declared", "config/all.yaml#stops"),
            suggestion("declared", "shop/scripts/run-all.py:TOOLS"),
        )
    )
    assert '#approval = ["shop.policy:APPROVAL", "config/approval.toml#high"]' in text
    assert (
        "`shop.policy:APPROVAL` (shop/policy.py:4): 2 names, not visible: `refund_v2`: the function "
        "behind `refund`." in text.replace("\n# ", " ")
    )
    assert loaded(tmp_path, text).config.sets.approval == ()
    sets = loaded(tmp_path, uncommented(text, only="sets")).config.sets
    assert sets.approval == ("shop.policy:APPROVAL", "config/approval.toml#high")
    assert sets.other == {"vip_tools": ("shop.policy:VIP_TOOLS",), "stops-names": ("config/all.yaml#stops",)}


def test_only_what_agents_can_name_is_listed() -> None:
    text = made(
        consumers=tuple(
            Consumer(id=one, name="A")
            for one in ("shop:desk", "my-scripts/run.py:desk", "shop:desk>Child", "shop:desks[0]")
        )
    )
    assert re.findall(r'^#  "(.+)",', text, re.MULTILINE) == ["shop:desk", "my-scripts/run.py:desk"]


def test_hostile_names_stay_in_their_comment(tmp_path: Path) -> None:
    name = 'a"\\\n#[sets]\nx = 1\x1b[2J\u202e'
    text = made(
        consumers=(Consumer(id="shop:desk", name=name, tools=(tool(name, f"shop.{name}"),)),),
        not_inspected=(NotInspected(ref="shop:build", reason="", config="[not toml"),),
    )
    assert not set(text) & {"\x1b", "\u202e"}
    assert loaded(tmp_path, text).lines == {}
    assert list(loaded(tmp_path, uncommented(text, only="ids")).config.ids) == [f"shop.{name}"]


def test_a_list_that_stands_in_the_project_is_suggested_with_what_is_wrong(run: Run, clashing: Path) -> None:
    (clashing / "policy.py").write_text("APPROVAL_TOOLS = ['lookup', 'web_search', 'find']\n")
    with (clashing / "shop.py").open("a") as module:
        module.write("\nfrom policy import APPROVAL_TOOLS\n")
    done = run("init", clashing)
    assert "1 suggested set" in done.stderr
    text = (clashing / "toolinspect.toml").read_text()
    assert '#approval = ["policy:APPROVAL_TOOLS"]' in text
    assert "`find`" in text


def test_a_list_that_no_agents_module_imports_is_suggested_too(run: Run, clashing: Path) -> None:
    (clashing / "service.py").write_text("APPROVAL_TOOLS = ['lookup', 'web_search', 'find']\n")
    (clashing / "tests").mkdir()
    (clashing / "tests" / "test_shop.py").write_text("EXPECTED_TOOLS = ['lookup', 'web_search']\n")
    assert "1 suggested set" in run("init", clashing).stderr
    assert '#approval = ["service:APPROVAL_TOOLS"]' in (clashing / "toolinspect.toml").read_text()
