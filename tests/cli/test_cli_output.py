"""Where reports go and how they look on the way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pexpect
from cli_program import Run


def test_json_on_stdout_is_the_report(run: Run, samples: Path) -> None:
    done = run("check", samples / "support_desk", "--format", "json")
    document = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (1, "")
    assert document["schema"] == "toolinspect.report/1"
    assert document["summary"]["consumers"] == 10
    assert not any(Path(consumer["path"]).is_absolute() for consumer in document["consumers"])


def test_reports_are_reproducible(run_alone: Run, samples: Path) -> None:
    # Each worker has to have a hash seed of its own.
    first, second = (run_alone("show", samples / "travel_clean", "--format", "json").stdout for _ in range(2))
    assert first == second


def test_show_prints_every_tool_in_80_columns(run: Run, samples: Path) -> None:
    done = run("show", samples / "travel_clean", columns=80)
    assert done.returncode == 0
    assert "flights.book" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines() if line.startswith("  "))


def test_without_a_terminal_the_program_prints_the_table(run: Run, clean: Path) -> None:
    done = run(clean)
    assert done.returncode == 0
    assert "Visible" in done.stdout
    assert done.stderr == "toolinspect: no terminal, so here is a plain table\n"


def test_config_keys_without_effect_are_named(run: Run, clean: Path) -> None:
    (clean / "toolinspect.toml").write_text("[scope]\nhandoff = 'isolate'\n")
    done = run("check", clean)
    assert done.returncode == 0
    assert done.stderr.startswith("toolinspect: toolinspect.toml: `scope`: not supported yet")


def test_consumers_that_the_config_ignores_in_vain_are_named(run: Run, clean: Path) -> None:
    (clean / "toolinspect.toml").write_text('per-consumer-ignores = {Desc = ["TI101"], Desk = ["TI101"]}\n')
    done = run("check", clean)
    assert done.returncode == 0
    assert done.stderr == (
        "toolinspect: toolinspect.toml: per-consumer-ignores: no consumer is called `Desc`; "
        "did you mean `Desk`?\n"
    )


def test_what_is_seen_in_source_only_is_one_command_away(run: Run, clean: Path) -> None:
    (clean / "late.py").write_text(
        "from agents import Agent\ndef main(x):\n    Agent(name='Late', model=x)\n"
    )
    assert "1 seen in source only (`toolinspect show` lists them)" in run("check", clean).stdout
    assert "Late" in run("show", clean).stdout


def test_a_file_and_a_reference_inspect_only_that(run: Run, samples: Path) -> None:
    desk = samples / "support_desk"
    whole, part, one = (
        json.loads(run("show", *arguments, "--format", "json", cwd=desk).stdout)["summary"]["consumers"]
        for arguments in ((".",), ("support/factory.py",), ("support.factory:build_campaign_desk",))
    )
    assert (whole, part, one) == (10, 1, 1)


class TestOutputFile:
    def test_is_written_in_one_step(self, run: Run, clashing: Path) -> None:
        target = clashing / "out" / "report.json"
        target.parent.mkdir()
        target.write_text("old")
        target.chmod(0o640)
        done = run("check", clashing, "--format", "json", "--output", target)
        assert (done.returncode, done.stdout) == (1, "")
        assert json.loads(target.read_text())["summary"]["errors"] == 1
        assert target.stat().st_mode & 0o777 == 0o640
        assert [path.name for path in target.parent.iterdir()] == ["report.json"]

    def test_a_link_stays_a_link(self, run: Run, clean: Path) -> None:
        (clean / "real.txt").touch()
        (clean / "link.txt").symlink_to("real.txt")
        run("check", clean, "--output", clean / "link.txt")
        assert (clean / "link.txt").is_symlink()
        assert "1 consumer" in (clean / "real.txt").read_text()

    def test_a_device_can_be_named(self, run: Run, clean: Path) -> None:
        assert run("check", clean, "--output", os.devnull).returncode == 0


def test_a_reader_that_leaves_is_no_error(
    samples: Path, environment: dict[str, str], program: list[str]
) -> None:
    script = f'{" ".join(program)} check "{samples / "support_desk"}" | head -1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.splitlines() == ["Project", "1"]
    assert done.stderr == ""


def on_terminal(program: list[str], environment: dict[str, str], *arguments: str) -> str:
    """Everything the program writes to a terminal of 100 columns."""
    child = pexpect.spawn(
        program[0],
        [*program[1:], *arguments],
        env=environment,
        encoding="utf-8",
        timeout=60,
        dimensions=(40, 100),
    )
    child.expect(pexpect.EOF)
    child.close()
    return child.before


def test_colour_on_a_terminal_unless_no_color(
    clashing: Path, environment: dict[str, str], program: list[str]
) -> None:
    terminal = environment | {"TERM": "xterm-256color"}
    assert "\x1b[31;1mTI101" in on_terminal(program, terminal, "check", str(clashing))
    plain = on_terminal(program, terminal | {"NO_COLOR": "1"}, "check", str(clashing))
    assert "TI101 duplicate-tool-name" in plain
    assert "\x1b[31" not in plain


def test_hostile_names_reach_no_terminal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(
        "from agents import Agent, function_tool\n"
        "@function_tool(name_override='a\\x1b[2J\\u202eb\\nc[bold]')\n"
        "def one() -> str:\n    '''One.'''\n    return ''\n"
        "desk = Agent(name='D\\x1b]0;title\\x07', tools=[one])\n"
    )
    for command in ("check", "show"):
        shown = run(command, tmp_path).stdout
        assert "\\x1b[2J\\u202eb\\nc[bold]" in shown
        assert not set(shown) & {"\x1b", "\x07", "\u202e"}
    raw = run("check", tmp_path, "--format", "json").stdout
    assert not set(raw) & {"\x1b", "\x07", "\u202e"}
    document = json.loads(raw)
    assert document["consumers"][0]["tools"][0]["visible"] == "a\x1b[2J\u202eb\nc[bold]"


def test_version_and_help_come_without_loading_anything(run: Run) -> None:
    assert run("--version").stdout.startswith("toolinspect ")
    for arguments in (("--help",), ("check", "--help")):
        done = run(*arguments)
        assert done.returncode == 0
        assert "--python" in done.stdout


def test_explain(run: Run) -> None:
    done = run("explain", "ti503")
    assert done.returncode == 0
    assert done.stdout.startswith("TI503 gate-bypassed-by-duplicate (error)")
    assert "Fix:" in done.stdout


def test_the_host_imports_neither_the_sdk_nor_textual(clean: Path, environment: dict[str, str]) -> None:
    script = (
        "import sys\nfrom inspector.cli.main import run\n"
        f"run(['check', {str(clean)!r}])\n"
        "print(sorted({'agents', 'textual', 'shop', 'openai'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_pipe_and_a_file_get_every_column_in_full(run: Run, tmp_path: Path) -> None:
    name = "a" * 64
    (tmp_path / "shop.py").write_text(
        "from agents import Agent, function_tool\n"
        f"@function_tool(name_override={name!r})\n"
        f"def {'f' * 60}(order: str) -> str:\n    return order\n"
        f"desk = Agent(name='Desk', tools=[{'f' * 60}])\n"
    )
    piped = run("show", tmp_path)
    assert f"{name}  shop.{'f' * 60}  function  sent" in piped.stdout
    run("show", tmp_path, "--output", tmp_path / "table.txt")
    assert (tmp_path / "table.txt").read_text() == piped.stdout


def test_a_gate_that_only_a_run_context_could_tell_about_is_no_silent_pass(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(
        "from agents import Agent, function_tool\n"
        "def is_admin(context, agent): return context.context.admin\n"
        "def is_beta(context, agent): return context.context.beta\n"
        "@function_tool(is_enabled=is_admin, needs_approval=True)\n"
        "def refund(order: str) -> str: return order\n"
        "@function_tool(name_override='refund', is_enabled=is_beta)\n"
        "def refund_v2(order: str) -> str: return order\n"
        "desk = Agent(name='Desk', tools=[refund, refund_v2])\n"
    )
    checked = run("check", tmp_path)
    assert "TI702 not-inspected: refund" in checked.stdout
    assert "`shop.is_admin` and" in checked.stdout
    assert run("check", tmp_path, "--fail-on", "warning").returncode == 1
    assert "2 tools are unknown: their predicates read a run context" in run("show", tmp_path).stdout
    (tmp_path / "context.py").write_text("class make:\n    admin, beta = True, True\n")
    (tmp_path / "toolinspect.toml").write_text('context = "context:make"\n')
    assert "TI503" in run("check", tmp_path).stdout
