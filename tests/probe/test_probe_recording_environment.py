"""An environment variable that names a flag and that the project reads is reported with its place."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from inspector.probe.recording.environment import Environment

FLAGS = [("beta_refunds", (False, True)), ("plan", ("free", "pro"))]


def run(
    source: str, path: Path, project: Path, names: "Mapping[str, Any] | None" = None
) -> list[dict[str, Any]]:
    """Notes after running this source as the file at `path`."""
    names_of_flags = [name for name, _ in FLAGS]
    before = type(os.environ)
    with Environment(names_of_flags, lambda file: file.startswith(str(project)), str(project)) as watched:
        exec(compile(source, str(path), "exec"), {"__name__": "settings", **(names or {})})
    assert type(os.environ) is before
    return watched.notes


@pytest.mark.parametrize(
    "read",
    [
        'os.environ.get("BETA_REFUNDS")',
        'os.getenv("FEATURE_BETA_REFUNDS", "0")',
        'os.environ.get("FLAG_BETA_REFUNDS_ENABLED")',
        '"enable_beta_refunds" in os.environ',
        'os.environ.get("BETA-REFUNDS")',
        'os.environ["PLAN"]',
    ],
)
def test_a_read_is_noted_once_with_its_line(
    read: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAN", "pro")
    source = f"import os\nfor _ in range(3):\n    found = {read}\n"
    (note,) = run(source, tmp_path / "app" / "settings.py", tmp_path)
    assert (note["ref"], note["path"], note["line"]) == ("app/settings.py:3", "app/settings.py", 3)
    assert note["severity"] == "warning"
    flag = "plan" if "PLAN" in read else "beta_refunds"
    assert f"names the flag `{flag}`: it decides once for all tenants" in note["reason"]
    assert f"Read `{flag}` from the run context" in note["advice"]


@pytest.mark.parametrize("name", ["HOME", "PLANET", "MY_PLANS", "BETA", ""])
def test_other_variables_are_no_matter(name: str, tmp_path: Path) -> None:
    assert run(f"import os\nos.environ.get({name!r})\n", tmp_path / "settings.py", tmp_path) == []


def test_what_a_package_reads_is_its_own_affair(tmp_path: Path) -> None:
    elsewhere = tmp_path / "site-packages" / "package.py"
    assert run('import os\nos.environ.get("PLAN")\n', elsewhere, tmp_path / "app") == []


def test_a_missing_variable_is_missing(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        run('import os\nos.environ["FEATURE_PLAN"]\n', tmp_path / "settings.py", tmp_path)
