"""Exit codes, and mistakes that never end in a traceback."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_program import Run

INTERRUPTIBLE = """\
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs its arguments as a command that can be interrupted, even from a job that ignores interrupts."""


def test_0_without_findings(run_alone: Run, clean: Path) -> None:
    done = run_alone("check", clean)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 consumer, 1 tool, 0 errors, 0 warnings (SDK ")


def test_1_with_an_error(run: Run, clashing: Path) -> None:
    done = run("check", clashing)
    assert done.returncode == 1
    assert "TI101 duplicate-tool-name: lookup" in done.stdout


@pytest.mark.parametrize(
    ("fail_on", "ignore", "code"),
    [("never", [], 0), ("error", ["TI101"], 0), ("warning", ["TI101"], 1), ("info", ["TI101", "TI109"], 0)],
)
def test_fail_on_and_ignore_decide(
    run: Run, clashing: Path, fail_on: str, ignore: list[str], code: int
) -> None:
    (clashing / "toolinspect.toml").write_text(f"ignore = {json.dumps(ignore)}\n")
    assert run("check", clashing, "--fail-on", fail_on).returncode == code


def test_3_when_nothing_could_be_inspected(run: Run, tmp_path: Path) -> None:
    for fail_on in ("error", "never"):
        assert run("check", tmp_path, "--fail-on", fail_on).returncode == 3
    (tmp_path / "broken.py").write_text(
        "from agents import Agent\nraise RuntimeError('no')\nAgent(name='A')\n"
    )
    done = run("check", tmp_path)
    assert done.returncode == 3
    assert "TI701" in done.stdout


def test_3_when_the_interpreter_has_no_sdk(
    run: Run, clean: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    import venv

    place = tmp_path_factory.mktemp("bare") / "env"
    venv.create(place, with_pip=False)
    done = run("check", clean, "--python", place)
    assert (done.returncode, done.stdout) == (3, "")
    assert "openai-agents is not installed" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "{p}/shpo.py"], "Did you mean `{p}/shop.py`?"),
        (["check", "{p}/flow.json"], "not supported yet"),
        (["check", "{p}/notes.txt"], "is no Python file"),
        (["check", "{p}", "--formt", "json"], "Did you mean --format?"),
        (["check", "{p}", "--format", "xml"], "Choose from"),
        (["check", "{p}", "--timeout", "soon"], "--timeout"),
        (["check", "{p}", "--timeout", "0"], "more than 0"),
        (["check", "{p}", "--timeout", "nan"], "at most 86400 seconds"),
        (["check", "{p}", "--timeout", "inf"], "at most 86400 seconds"),
        (["check", "{p}", "--timeout", "1e12"], "at most 86400 seconds"),
        (["check", "~nosuchuser/x"], "no such home directory"),
        (["check", "{p}", "--python", "~nosuchuser/python"], "~nosuchuser/python"),
        (["check", "{p}", "--output", "x" * 3000], "can't be written"),
        (["check", "shpo:desk"], "Did you mean `shop:desk`?"),
        (["check", "{p}", "--config", "{p}/code.toml"], "code.toml:1: ignore: there is no finding TI999"),
        (["check", "{p}", "--config", "{p}/context.toml"], "context.toml:1: context: "),
        (["check", "{p}", "--config", "{p}/none.toml"], "can't be read"),
        (
            ["check", "{p}", "--config", "{p}/bad.toml"],
            "bad.toml:1: agent: no such key; did you mean `agents`?",
        ),
        (["check", "{p}", "--python", "{p}/python"], "does not exist"),
        (["check", "{p}", "--output", "{p}/missing/report.txt"], "can't be written"),
        (["check", "{p}", "--output", "{p}"], "can't be written"),
        (["chekc"], "Did you mean the command `check`?"),
        (["explain", "TI110"], "Did you mean TI10"),
        (["explain"], "CODE"),
        (["check", "one", "two"], "`check` takes one PATH; what is `two`?"),
        (["{p}", "two"], "takes one PATH; what is `two`?"),
        (["explain", "TI101", "TI102"], "`explain` takes one CODE; what is `TI102`?"),
        (["chekc", "{p}"], "there is no command or path `chekc`; did you mean `check`?"),
        (["qqq", "{p}"], "there is no command or path `qqq`; the commands are check, show, flags, audit, "),
        (["check", "{p}", "--config", "{p}/python.toml"], "python.toml:2: python: {p}/gone/python does not"),
        (["check", "a\x1b[31mb"], "a\\x1b[31mb"),
    ],
)
def test_2_for_a_mistake_with_a_way_out(run: Run, clean: Path, arguments: list[str], says: str) -> None:
    (clean / "flow.json").write_text("{}")
    (clean / "notes.txt").touch()
    (clean / "bad.toml").write_text("agent = []\n")
    (clean / "code.toml").write_text('ignore = ["TI999"]\n')
    (clean / "python.toml").write_text('timeout = 9\npython = "gone/python"\n')
    (clean / "context.toml").write_text('context = "shop:make"\n')
    done = run(*(argument.format(p=clean) for argument in arguments), cwd=clean)
    assert done.returncode == 2, done.stderr
    assert says.format(p=clean) in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_2_for_a_full_disk(clean: Path, environment: dict[str, str], program: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*program, "check", str(clean)],
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "toolinspect: stdout: can't be written (No space left on device)\n"


def test_a_defect_of_ours_is_not_taken_for_findings(environment: dict[str, str], clean: Path) -> None:
    script = (
        "import sys\nfrom inspector.cli import commands, main\n"
        "commands.loaded = None\n"
        f"sys.argv = ['toolinspect', 'show', {str(clean)!r}]\nmain.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 3
    assert "TypeError" in done.stderr


def test_closed_standard_streams_are_survived(
    clashing: Path, environment: dict[str, str], command: list[str]
) -> None:
    script = f'{" ".join(command)} check "{clashing}" <&- >&- 2>&-'
    assert subprocess.run(["bash", "-c", script], env=environment, timeout=60, check=False).returncode == 1


def test_130_when_interrupted(environment: dict[str, str], command: list[str], tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import pathlib, time\nfrom agents import Agent\n"
        "pathlib.Path('started').touch()\ntime.sleep(60)\nAgent(name='A')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *command, "check", str(tmp_path)],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "started").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "toolinspect: interrupted\n")
