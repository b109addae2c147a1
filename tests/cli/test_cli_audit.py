"""`toolinspect audit`: reports, exit codes, diff and fix, from outside."""

import csv
import io
import json
import subprocess
from pathlib import Path

import pytest
from cli_program import Run

SAMPLE = Path(__file__).parents[2] / "sample_projects" / "legacy_overrides"
TOOL = "from agents import function_tool\n@function_tool(name_override='refund')\ndef refund_v2(): ...\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "tools.py").write_text(TOOL)
    return tmp_path


def test_json_has_the_fixed_keys(run: Run) -> None:
    done = run("audit", SAMPLE, "--format", "json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert document["schema"] == "toolinspect.audit/1"
    refund = next(one for one in document["overrides"] if one["function"] == "refund_order_v2")
    fixed = ("function", "module", "override", "by", "path", "line", "risk", "batch")
    assert {key: refund[key] for key in fixed} == {
        "function": "refund_order_v2",
        "module": "shop.tools.billing",
        "override": "refund_order",
        "by": "name_override",
        "path": "shop/tools/billing.py",
        "line": 12,
        "risk": ["F2"],
        "batch": 1,
    }
    (reference,) = refund["references"]
    assert {key: reference[key] for key in ("path", "line", "column", "set", "text")} == {
        "path": "config/approval.toml",
        "line": 3,
        "column": 1,
        "set": "approval",
        "text": 'refund_order_v2 = "manager"     # the oldest',
    }
    assert {one["by"] for one in document["overrides"]} == {
        *("name_override", "tool_name", "tool_name_override", "tool_namespace"),
    }
    assert document["summary"]["batch_1"] == 7
    assert all(one["batch"] is None or one["references"] for one in document["overrides"])


def test_text_says_which_batch_comes_first_and_what_to_do_meanwhile(run: Run) -> None:
    done = run("audit", SAMPLE)
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("Batch")] == [
        "Batch 1: approval first (7 overrides)",
        "Batch 2: then stop lists (3 overrides)",
        "Batch 3: then the rest (9 overrides)",
    ]
    assert "let the approval default be `deny`" in done.stdout.replace("\n  ", " ")
    assert "versioned('hold')` is computed" in done.stdout
    assert lines[-1].startswith("25 overrides, 25 places to change, ")


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("APPROVAL = ['refund_v2']\n", (), 1),
        ("STOP_TOOLS = ['refund_v2']\n", (), 1),
        ("TRACED = ['refund_v2']\n", (), 0),
        ("TRACED = ['refund_v2']\n", ("--fail-on", "warning"), 1),
        ("APPROVAL = ['refund_v2']\n", ("--fail-on", "never"), 0),
        ("", ("--fail-on", "info"), 0),
    ],
)
def test_exit_codes(project: Path, run: Run, text: str, options: tuple[str, ...], code: int) -> None:
    (project / "sets.py").write_text(text)
    assert run("audit", project, *options).returncode == code


def test_an_empty_directory_is_no_pass(tmp_path: Path, run: Run) -> None:
    assert run("audit", tmp_path).returncode == 3


@pytest.mark.parametrize("path", ["nowhere", "tools.py:refund"])
def test_a_path_that_isnt_there_is_told(project: Path, run: Run, path: str) -> None:
    done = run("audit", project / path.partition(":")[0] / "nothing")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_markdown_has_a_box_for_each_place(run: Run) -> None:
    done = run("audit", SAMPLE, "--format", "markdown", "--batch", "1")
    rows = [line for line in done.stdout.splitlines() if line.startswith("| [ ]")]
    assert "| [ ] | `refund_order_v2` | `refund_order` | `config/approval.toml:3` | approval | fix |" in rows
    assert "## Batch 2" not in done.stdout


def test_csv_has_a_line_for_each_place_and_no_formulas(project: Path, run: Run) -> None:
    (project / "approval.yaml").write_text('a: "=refund_v2"\nb: refund_v2\n')
    done = run("audit", project, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["place"], row["set"], row["batch"]) for row in rows] == [
        ("approval.yaml:1", "approval", "1"),
        ("approval.yaml:2", "approval", "1"),
    ]
    assert not any(value.startswith(("=", "+", "@")) for row in rows for value in row.values())


def test_the_diff_changes_nothing_and_the_fix_does(project: Path, run: Run) -> None:
    (project / "stops.json").write_text('["refund_v2"]\n')
    shown = run("audit", project, "--diff")
    assert shown.returncode == 0
    assert '-["refund_v2"]\n+["refund"]\n' in shown.stdout
    assert (project / "stops.json").read_text() == '["refund_v2"]\n'
    refused = run("audit", project, "--fix")
    assert refused.returncode == 2
    assert "no git repository" in refused.stderr
    fixed = run("audit", project, "--fix", "--force")
    assert fixed.returncode == 0
    assert (project / "stops.json").read_text() == '["refund"]\n'
    again = run("audit", project, "--fix", "--force")
    assert "0 files changed" in again.stderr


def test_a_report_goes_into_a_file(project: Path, run: Run, tmp_path: Path) -> None:
    done = run("audit", project, "--format", "json", "--output", tmp_path / "audit.json")
    assert done.stdout == ""
    assert json.loads((tmp_path / "audit.json").read_text())["schema"] == "toolinspect.audit/1"


def test_nothing_of_the_project_reaches_the_terminal_unescaped(project: Path, run: Run) -> None:
    (project / "approval.yaml").write_text("x: 'a\\x1b[31m'\n")
    (project / "a\x1b[31mb.py").write_text("APPROVAL = ['refund_v2', '\x1b[31m']\n")
    for form in ("text", "markdown", "csv", "json"):
        assert "\x1b" not in run("audit", project, "--format", form).stdout


def test_the_project_is_never_run(project: Path, run: Run) -> None:
    (project / "evil.py").write_text(
        "open('ran', 'w')\nfrom agents import function_tool\nAPPROVAL = 'refund_v2'\n"
    )
    assert run("audit", project).returncode in (0, 1)
    assert not (project / "ran").exists()


def test_what_cant_be_read_is_told_and_stops_nothing(project: Path, run: Run) -> None:
    (project / "binary.dat").write_bytes(b"\0refund_v2")
    (project / "big.json").write_text('["refund_v2"]' + " " * 6_000_000)
    (project / "latin.txt").write_bytes("é refund_v2".encode("latin-1"))
    (project / "broken.py").write_text("def (:\n")
    (project / "loop").symlink_to(project / "loop")
    (project / "out").symlink_to("/etc/hostname")
    (project / "sub").mkdir()
    (project / "sub" / "up").symlink_to(project, target_is_directory=True)
    (project / "stops.json").write_text('["refund_v2"]')
    done = run("audit", project, "--format", "json")
    document = json.loads(done.stdout)
    assert document["overrides"][0]["references"][0]["path"] == "stops.json"
    told = {one["path"]: one["reason"] for one in document["not_read"]}
    assert told["binary.dat"] == "binary"
    assert "limit is 5 MB" in told["big.json"]
    assert "Latin-1" in told["latin.txt"]
    assert {"loop", "out", "sub/up"} <= told.keys()


def test_an_expression_that_is_nested_too_deep_costs_its_module_alone(project: Path, run: Run) -> None:
    chain = " + ".join(["function_tool"] * 900)
    (project / "deep.py").write_text(f"from agents import function_tool\nx = {chain}\n")
    (project / "stops.json").write_text('["refund_v2"]')
    document = json.loads(run("audit", project, "--format", "json").stdout)
    assert document["summary"]["batch_2"] == 1
    assert [one["path"] for one in document["not_read"]] == ["deep.py"]


def test_git_ignores_count_at_every_level(project: Path, run: Run) -> None:
    (project / ".gitignore").write_text("*.json\n!keep.json\nbuilt/\n")
    for path in ("stops.json", "keep.json", "built/stops.yaml", "sub/stops.yaml", "sub/more/stops.yaml"):
        place = project / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text('["refund_v2"]')
    (project / "sub" / ".gitignore").write_text("/stops.yaml\n")
    document = json.loads(run("audit", project, "--format", "json").stdout)
    places = [one["path"] for one in document["overrides"][0]["references"]]
    assert places == ["keep.json", "sub/more/stops.yaml"]


def test_a_folder_of_a_repository_has_the_rules_above_it(project: Path, run: Run) -> None:
    service = project / "services" / "desk"
    service.mkdir(parents=True)
    (project / "tools.py").rename(service / "tools.py")
    subprocess.run(["git", "init", "-q", project], check=True)
    (project / ".gitignore").write_text("services/desk/*.json\n*.yaml\n")
    for name in ("stops.json", "stops.yaml", "stops.toml"):
        (service / name).write_text('["refund_v2"]')
    (service / "stops.toml").write_text('stop = ["refund_v2"]')
    document = json.loads(run("audit", service, "--format", "json").stdout)
    assert [one["path"] for one in document["overrides"][0]["references"]] == ["stops.toml"]
