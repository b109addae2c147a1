"""README says what the program does: generated parts, commands and config are held here."""

import functools
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.config import load
from inspector.config.schema import PLANNED
from inspector.flags.space import space_of
from inspector.rules import CATALOGUE
from inspector.tui.actions import ACTIONS

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
SAMPLE = ROOT / "sample_projects" / "support_desk"
TENANTS = ROOT / "sample_projects" / "multi_tenant"
RENAMED = ROOT / "sample_projects" / "legacy_overrides"
COMMITTED = "git init -q . && git add -A && git -c user.name=a -c user.email=a@example.org commit -qm All"

Run = Callable[..., subprocess.CompletedProcess[str]]


def readme() -> str:
    return README.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def run(run_program: Run) -> Run:
    """Run toolinspect with arguments, in `cwd`, 88 columns wide."""
    environment = {**os.environ, "COLUMNS": "88", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    return functools.partial(run_program, env=environment)


def hold(section: str, expected: str) -> None:
    """README's part between the section's marks is `expected`; TOOLINSPECT_UPDATE=1 writes it there."""
    pattern = re.compile(
        rf"<!-- {section} -->\n(.*?)<!-- /{section.split(':', maxsplit=1)[0]} -->", re.DOTALL
    )
    found = pattern.search(readme())
    assert found, f"README has no section {section}"
    if os.environ.get("TOOLINSPECT_UPDATE"):
        text = readme()
        README.write_text(text[: found.start(1)] + expected + text[found.end(1) :], encoding="utf-8")
    else:
        assert found[1] == expected


def examples() -> list[str]:
    """Every shell line of README that calls toolinspect itself."""
    blocks = re.findall(r"```(?:sh|yaml)\n(.*?)```", readme(), re.DOTALL)
    lines = [
        line.removeprefix("- run: ").split("  #")[0].strip()
        for block in blocks
        for line in block.splitlines()
    ]
    return [line for line in lines if line.startswith("toolinspect")]


def test_help_is_what_the_program_prints(run: Run) -> None:
    hold("help", f"```text\n{run('check', '--help').stdout.rstrip()}\n```\n")


def test_rules_are_those_of_the_catalogue() -> None:
    rows = [
        f"| {rule.code} | {rule.name} | {rule.severity} | {rule.meaning} |" for rule in CATALOGUE.values()
    ]
    hold("rules", "\n".join(["| Code | Name | Severity | Holds when |", "|---|---|---|---|", *rows]) + "\n")


def test_keys_are_those_of_the_app() -> None:
    rows = [f"| `{action.shown}` | {action.help} |" for action in ACTIONS]
    hold("keys", "\n".join(["| Key | Does |", "|---|---|", *rows]) + "\n")


def test_a_findings_condition_is_told_as_the_program_tells_it(run: Run) -> None:
    told = run("check", str(TENANTS)).stdout
    found = re.search(r"^  . TI101 duplicate-tool-name: export_tickets\n(?:    .*\n)+", told, re.MULTILINE)
    assert found, told
    hold("condition", f"```text\n{found[0]}```\n")


def test_there_are_examples() -> None:
    assert len(examples()) >= 8


@pytest.mark.parametrize("line", examples())
def test_an_example_does_what_it_says(line: str, run: Run, tmp_path: Path) -> None:
    sample = tmp_path / "app"
    # `init` writes into the project.
    shutil.copytree(_sample_for(line), sample, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(COMMITTED, cwd=sample, shell=True, check=True, capture_output=True)
    command = line.replace("path/to/app", str(sample)).replace("$(command -v python)", sys.executable)
    words = shlex.split(command.split("||")[0])[1:]
    if "--output" in words:
        words[words.index("--output") + 1] = str(tmp_path / "report.json")
    done = run(*words, cwd=sample)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    written = [path for path in (tmp_path / "report.json", sample / "toolinspect.toml") if path.exists()]
    printed = done.stdout + "".join(path.read_text(encoding="utf-8") for path in written)
    printed += done.stderr if "--fix" in words else ""
    assert re.search(r"TI101|TI202|Triage|support\.agents|deskmate\.desks|refund_order|policy\.py", printed)


def _sample_for(line: str) -> Path:
    if " audit " in line:
        return RENAMED
    return TENANTS if any(word in line for word in ("--tenant", "--set", " flags ")) else SAMPLE


def test_the_config_example_is_a_config(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(\[tool\.toolinspect\]\n.*?)```", readme(), re.DOTALL)
    assert example
    (tmp_path / "pyproject.toml").write_text(example[1], encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.unused == ()
    assert loaded.config.per_consumer_ignores == {"Orders": ("TI101",)}


def test_the_example_of_tenants_is_a_config(tmp_path: Path) -> None:
    section = readme().partition("## Tenants and flags")[2]
    example = re.search(r"```toml\n(.*?)```", section, re.DOTALL)
    assert example
    (tmp_path / "pyproject.toml").write_text(example[1], encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.unused == ()
    space = space_of(loaded.config.flags, loaded.config.forbidden, loaded.config.tenants)
    assert [one.name for one in space.variables] == ["beta_refunds", "plan", "sso", "tenant"]
    assert list(space.tenants) == ["acme"]


def test_the_keys_without_effect_are_those_that_the_config_reads_past() -> None:
    told = re.search(r"The keys ((?:`\w+`(?:, | and )?)+) are checked, and have no effect yet", readme())
    assert told
    assert set(re.findall(r"`(\w+)`", told[1])) == PLANNED


def test_the_test_command_is_the_one_ci_runs() -> None:
    command = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m pytest"
    assert f"\n{command}\n" in readme()
    assert f"\n{command}\n" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_example_of_what_is_accepted_is_a_config(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(\[tool\.toolinspect\.accepted\].*?)```", readme(), re.DOTALL)
    assert example
    (tmp_path / "pyproject.toml").write_text(example[1], encoding="utf-8")
    assert len(load(tmp_path).config.accepted) == 2


def test_every_sample_is_listed() -> None:
    for folder in (ROOT / "sample_projects").iterdir():
        if folder.is_dir():
            assert f"| `{folder.name}` |" in readme()
