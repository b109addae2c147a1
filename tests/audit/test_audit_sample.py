"""The sample legacy_overrides: its table is right cell by cell, and each batch can be fixed on its own."""

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from legacy_overrides_table import ROWS, Place, Row

from inspector.inspection.audit import Audited, audit_project
from inspector.inspection.audit_fix import FixError, apply, diff, plan_fix
from inspector.model import Batch

SAMPLE = Path(__file__).parents[2] / "sample_projects" / "legacy_overrides"
BATCHES: tuple[Batch, ...] = (1, 2, 3)


def rows(audited: Audited) -> tuple[Row, ...]:
    return tuple(
        Row(
            one.function,
            one.variable,
            one.override,
            one.form,
            f"{one.module} {one.path}:{one.line}",
            " ".join(one.risk),
            one.batch,
            tuple(
                Place(f"{each.path}:{each.line}:{each.column}", each.set, each.due, each.replacement)
                for each in one.references
            ),
        )
        for one in audited.audit.overrides
    )


def due(audited: Audited, batch: Batch | None = None) -> "Counter[tuple[str, str]]":
    """(override, place) of what is to be changed, or by the fix of a batch; without lines, which move."""
    return Counter(
        (one.function, f"{each.path} {each.name} {each.set}")
        for one in audited.audit.overrides
        for each in one.references
        if each.due and (batch is None or (one.batch == batch and each.replacement is not None))
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the sample, all committed."""
    shutil.copytree(SAMPLE, tmp_path / "shop", ignore=shutil.ignore_patterns("__pycache__"))
    git(tmp_path / "shop", "init", "-q")
    commit(tmp_path / "shop")
    return tmp_path / "shop"


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "All")


def test_the_table_is_right_cell_by_cell() -> None:
    assert rows(audit_project(str(SAMPLE))) == ROWS
    assert len(ROWS) == 25


def test_drift_is_told_for_the_environment_that_has_it() -> None:
    (drift,) = audit_project(str(SAMPLE)).audit.drift
    assert (drift.environment, drift.function, drift.said, drift.code) == (
        "production",
        "apply_credit_v1",
        "give_credit",
        ("apply_credit",),
    )
    assert (drift.path, drift.line) == ("config/overrides.production.toml", 3)


def test_after_each_batch_the_project_works_and_the_audit_is_shorter_by_it(project: Path) -> None:
    for batch in BATCHES:
        before = audit_project(str(project))
        fixable = due(before, batch)
        assert fixable
        apply(project, plan_fix(before, batch).changes)
        after = audit_project(str(project))
        assert due(after) == due(before) - fixable
        assert len(after.audit.overrides) == 25
        tested = subprocess.run(
            [sys.executable, "-m", "unittest", "-q", "tests.test_tables"],
            cwd=project,
            capture_output=True,
            text=True,
            check=False,
        )
        assert tested.returncode == 0, tested.stderr
        commit(project)
    assert not [one for one in after.audit.overrides if one.batch in (1, 2)]


def test_fixing_twice_changes_nothing(project: Path) -> None:
    apply(project, plan_fix(audit_project(str(project))).changes)
    assert plan_fix(audit_project(str(project))).changes == ()


def test_the_diff_is_one_that_git_applies(project: Path) -> None:
    changes = plan_fix(audit_project(str(project))).changes
    patch = b"".join(diff(changes))
    subprocess.run(["git", "apply", "-"], cwd=project, input=patch, check=True)
    assert all((project / change.path).read_bytes() == change.after for change in changes)


def test_the_diff_keeps_encodings_and_line_ends(project: Path) -> None:
    text = "# coding: latin-1\r\n# é\x0c\r\nSTOPS = ['cancel_order_v2']\r\n"
    (project / "stops.py").write_bytes(text.encode("latin-1"))
    commit(project)
    changes = plan_fix(audit_project(str(project)), 2).changes
    subprocess.run(["git", "apply", "-"], cwd=project, input=b"".join(diff(changes)), check=True)
    assert all((project / change.path).read_bytes() == change.after for change in changes)


def test_what_isnt_committed_is_not_touched_unless_forced(project: Path) -> None:
    policy = project / "shop" / "policy.py"
    policy.write_text(policy.read_text() + "\nMORE = 1\n")
    planned = plan_fix(audit_project(str(project)), 1)
    with pytest.raises(FixError, match=r"shop/policy\.py isn't committed; commit it first, or use --force"):
        apply(project, planned.changes)
    apply(project, planned.changes, force=True)
    assert "MORE = 1" in policy.read_text()
    assert "charge_card_legacy.name," in policy.read_text()


def test_outside_of_git_nothing_is_touched_unless_forced(project: Path) -> None:
    shutil.rmtree(project / ".git")
    with pytest.raises(FixError, match="no git repository"):
        apply(project, plan_fix(audit_project(str(project))).changes)


def test_a_file_that_changed_meanwhile_keeps_all_as_it_is(project: Path) -> None:
    changes = plan_fix(audit_project(str(project)), 1).changes
    approval = project / "config" / "approval.toml"
    approval.write_text("[high_risk]\n")
    with pytest.raises(FixError, match=r"config/approval\.toml has changed meanwhile"):
        apply(project, changes, force=True)
    assert "charge_card_legacy" in (project / "shop" / "policy.py").read_text()


def test_a_file_that_cant_be_written_takes_nothing_along(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = plan_fix(audit_project(str(project)), 1).changes
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target.name == "policy.py" and b".name" in self.read_bytes():
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FixError, match="No space left on device"):
        apply(project, changes)
    assert all((project / change.path).read_bytes() == change.before for change in changes)
    assert not [*project.rglob(".policy.py.*")]


def test_permissions_stay(project: Path) -> None:
    stops = project / "config" / "stops.json"
    stops.chmod(0o640)
    commit(project)
    apply(project, plan_fix(audit_project(str(project)), 2).changes)
    assert stops.stat().st_mode & 0o777 == 0o640
