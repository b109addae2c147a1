"""`toolinspect flags`, and the options that choose a scenario."""

import json
from pathlib import Path

import pytest
from cli_program import Run

SHOP = """\
from agents import Agent, function_tool


def in_beta(context, agent):
    return context.context["beta"]


def is_paid(context, agent):
    return context.context["plan"] != "free"


@function_tool(is_enabled=in_beta)
def refund(order: str) -> str:
    '''Give money back.'''
    return order


@function_tool(name_override="refund", is_enabled=is_paid)
def refund_by_card(order: str) -> str:
    '''Give money back to the card.'''
    return order


@function_tool
def search(text: str) -> str:
    '''Find an order.'''
    return text


desk = Agent(name="Desk", tools=[refund, refund_by_card, search])


def make(flags):
    return dict(flags)
"""
CONFIG = """\
context = "shop:make"

[flags]
beta = [false, true]
plan = ["free", "pro", "max"]
sso = [false, true]

[[forbidden]]
plan = "free"
sso = true

[tenants.acme]
beta = true
plan = "pro"

[tenants.globex]
plan = "max"
"""


@pytest.fixture
def flagged(tmp_path: Path) -> Path:
    """A shop in which two refunds meet for paying customers of the beta."""
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "toolinspect.toml").write_text(CONFIG)
    return tmp_path


def words(text: str) -> str:
    return " ".join(text.split())


def test_text_tells_space_readers_presence_and_findings(run: Run, flagged: Path) -> None:
    done = run("flags", flagged, columns=100)
    assert (done.returncode, done.stderr) == (1, "")
    text = words(done.stdout)
    for told in (
        "scenario: default (each flag's first value)",
        "beta false, true",
        "plan free, pro, max",
        "10 of 12 combinations are legal. Forbidden: plan is free and sso.",
        "acme beta, plan pro",
        "beta predicate `shop.in_beta` (shop.py:4) of `refund`",
        "Never read sso",
        "Tool default acme globex When",
        "refund (refund) · ✓ · beta",
        "refund (refund_by_card) · ✓ ✓ plan in {pro, max}",
        "In every scenario: search",
        "✗ TI101 duplicate-tool-name, Desk: refund",
        "Only when beta and plan in {pro, max}; for acme; 4 of 10 combinations.",
        "See it with --set beta=true --set plan=pro",
        "3 flags, 1 of them never read, 10 legal combinations, 2 tenants, 0 builds: exact.",
    ):
        assert told in text, done.stdout
    assert "Not exact" not in text


def test_all_lists_tools_that_do_not_vary_too(run: Run, flagged: Path) -> None:
    done = run("flags", flagged, "--all", columns=100)
    assert "search ✓ ✓ ✓" in words(done.stdout)
    assert "In every scenario" not in done.stdout


def test_json_has_a_schema_of_its_own(run: Run, flagged: Path) -> None:
    document = json.loads(run("flags", flagged, "--format", "json", "--tenant", "acme").stdout)
    assert document["schema"] == "toolinspect.flags/1"
    assert document["scenario"] == {"tenant": "acme", "flags": {"beta": True, "plan": "pro", "sso": False}}
    (desk,) = document["consumers"]
    refund = desk["tools"][0]
    assert (refund["condition"], refund["tenants"]) == ("beta", {"acme": True, "globex": False})
    (finding,) = document["findings"]
    assert (finding["condition"], finding["tenants"]) == ("beta and plan in {pro, max}", ["acme"])
    assert document["exploration"]["exact"]


def test_findings_tell_their_condition_and_decide_the_exit_code(run: Run, flagged: Path) -> None:
    done = run("check", flagged)
    assert done.returncode == 1
    assert "Only when beta and plan in {pro, max}; for acme; 4 of 10 combinations." in words(done.stdout)
    assert run("flags", flagged, "--fail-on", "never").returncode == 0


@pytest.mark.parametrize(
    ("options", "scenario", "states"),
    [
        ([], "default (each flag's first value)", ["off", "off"]),
        (["--tenant", "acme"], "acme (beta, plan pro)", ["shadowed", "sent"]),
        (["--set", "plan=max"], "plan max", ["off", "sent"]),
        (["--set", "plan=max", "--set", "beta=true"], "beta, plan max", ["shadowed", "sent"]),
    ],
)
def test_the_scenario_that_is_shown(
    run: Run, flagged: Path, options: list[str], scenario: str, states: list[str]
) -> None:
    done = run("show", flagged, *options)
    assert done.stdout.startswith(f"scenario: {scenario}\n")
    refunds = [line for line in done.stdout.splitlines() if line.startswith("  refund ")]
    assert [line.split(" function ")[1].split()[0] for line in refunds] == states


def test_check_and_the_plain_table_name_the_scenario_too(run: Run, flagged: Path) -> None:
    for command in (["check"], []):
        done = run(*command, flagged, "--tenant", "globex")
        assert done.stdout.startswith("scenario: globex (plan max)\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--tenant", "acne"], "`acme`"),
        (["--tenant", "zzz"], "--tenant"),
        (["--set", "pln=pro"], "`plan`"),
        (["--set", "plan=prro"], "`pro`"),
        (["--set", "plan"], "--set"),
        (["--set", "sso=true"], "forbid"),
    ],
)
@pytest.mark.parametrize("command", ["check", "flags"])
def test_2_for_a_scenario_that_is_none(
    run: Run, flagged: Path, command: str, options: list[str], says: str
) -> None:
    done = run(command, flagged, *options)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_project_without_flags_is_told_how_to_declare_them(run: Run, clean: Path) -> None:
    done = run("flags", clean)
    assert (done.returncode, done.stderr) == (0, "")
    assert "This project declares no flags" in done.stdout
    assert "    [flags]" in done.stdout
    document = json.loads(run("flags", clean, "--format", "json").stdout)
    assert document["space"] == {"flags": [], "combinations": 1, "legal": 1, "forbidden": None, "tenants": []}
    assert [tool["default"] for tool in document["consumers"][0]["tools"]] == [True]


def test_a_tenant_of_a_project_without_any_is_a_mistake(run: Run, clean: Path) -> None:
    for options in (["--tenant", "acme"], ["--set", "plan=pro"]):
        done = run("flags", clean, *options)
        assert (done.returncode, done.stdout) == (2, "")
        assert options[0] in done.stderr


def test_3_where_there_is_nothing_to_inspect(run: Run, tmp_path: Path) -> None:
    done = run("flags", tmp_path)
    assert done.returncode == 3
    assert "Nothing could be inspected" in done.stdout
