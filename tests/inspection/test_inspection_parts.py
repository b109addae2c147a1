"""Targets, settings, merging, changes and suppression, without a worker."""

from pathlib import Path

import pytest

from inspector.config import Config, ConfigError
from inspector.inspection import InspectOptions, TargetError, diff
from inspector.inspection.merge import asked_first, merge
from inspector.inspection.nearest import nearest_reference
from inspector.inspection.options import settle
from inspector.inspection.suppression import sift, unmatched
from inspector.inspection.target import resolve
from inspector.model import (
    Consumer,
    Finding,
    LoadFailure,
    Location,
    NotInspected,
    Registry,
    RootResult,
    SdkInfo,
    Tool,
)
from inspector.sources.python_text import Sources

INFO = SdkInfo(sdk="0.24.0", python="3.11")


def tool(name: str, **changes: object) -> Tool:
    settings = {"key": f"function:{name}", "visible": name, "name": name, "origin": "function"}
    return Tool(**(settings | {"type": "FunctionTool", "identity": 1} | changes))


def consumer(name: str, *tools: Tool, **changes: object) -> Consumer:
    return Consumer(**({"id": f"app:{name}", "name": name, "tools": tools} | changes))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    (tmp_path / "support").mkdir()
    (tmp_path / "support" / "__init__.py").touch()
    (tmp_path / "support" / "team.py").touch()
    (tmp_path / "flow.json").write_text("{}")
    (tmp_path / "notes.md").touch()
    return tmp_path


class TestTarget:
    def test_a_directory_is_the_whole_project(self, project: Path) -> None:
        target = resolve("support", cwd=project)
        assert (target.project, target.part) == (project / "support", "")

    def test_a_file_is_a_part_of_the_project_around_it(self, project: Path) -> None:
        target = resolve("support/team.py", cwd=project)
        assert (target.project, target.part) == (project, "support/team.py")

    def test_a_lone_file_belongs_to_its_import_root(self, tmp_path: Path) -> None:
        package = tmp_path / "pkg"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "a.py").touch()
        target = resolve(str(package / "a.py"))
        assert (target.project, target.part) == (tmp_path, "pkg/a.py")

    def test_references(self, project: Path) -> None:
        assert resolve("support.team:desk", cwd=project).part == "support.team:desk"
        assert resolve("support/team.py:desk", cwd=project).part == "support/team.py:desk"

    def test_whether_a_module_is_there_is_left_to_the_scan(self, project: Path) -> None:
        assert resolve("lib_on_the_path.team:desk", cwd=project).part == "lib_on_the_path.team:desk"

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("flow.json", "not supported yet"),
            ("", "PATH is empty"),
            ("notes.md", "is no Python file"),
            ("suport", "Did you mean `{project}/support`?"),
            ("support/teem.py", "Did you mean `{project}/support/team.py`?"),
            ("http://example.org/x", "no such file"),
            ("~nosuchuser/x", "no such home directory"),
            ("~nosuchuser/x.py:desk", "no such home directory"),
            ("caf\udce9", "can't be read"),
            ("support/tem.py:desk", "Did you mean"),
            ("a\0b", "no such file"),
            ("x" * 5000, "can't be read"),
        ],
    )
    def test_mistakes_are_told_with_a_way_out(self, project: Path, text: str, says: str) -> None:
        with pytest.raises(TargetError) as caught:
            resolve(text, cwd=project)
        assert says.format(project=project) in str(caught.value)


class TestNearest:
    @pytest.mark.parametrize(
        ("reference", "nearest"),
        [
            ("suport.team:desk", "support.team:desk"),
            ("support.teem", "support.team"),
            ("support/teem.py:desk", "support/team.py:desk"),
            ("support.team:dsk", "support.team:desk"),
            ("support.team:mak", "support.team:make"),
            ("quite.else:where", None),
            ("support.team:unlike", None),
        ],
    )
    def test_module_or_attribute(self, project: Path, reference: str, nearest: str | None) -> None:
        (project / "support" / "team.py").write_text("desk: object = 1\ndef make(): ...\n")
        assert nearest_reference(reference, [project]) == nearest

    def test_other_import_roots_count_as_well(self, project: Path) -> None:
        (project / "lib" / "shop").mkdir(parents=True)
        (project / "lib" / "shop" / "desks.py").touch()
        assert nearest_reference("shop.dsks:a", [project, project / "lib"]) == "shop.desks:a"


class TestSettings:
    def test_options_win_over_the_config(self, project: Path) -> None:
        (project / "toolinspect.toml").write_text(
            'timeout = 3\npath = ["lib"]\nagents = ["support.team:desk"]\n'
        )
        (project / "lib").mkdir()
        request = settle(InspectOptions(path=str(project))).request(7)
        assert (request.generation, request.timeout, request.path) == (7, 3.0, ("lib",))
        assert request.agents == ("support.team:desk",)
        assert settle(InspectOptions(path=str(project), timeout=9)).request(1).timeout == 9

    def test_a_named_part_replaces_the_configured_agents(self, project: Path) -> None:
        (project / "toolinspect.toml").write_text('agents = ["support.team:desk"]\n')
        request = settle(InspectOptions(path=str(project / "support" / "team.py"))).request(1)
        assert (request.target, request.agents) == ("support/team.py", ())

    @pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 86_401, 1e12])
    def test_a_time_limit_is_finite_and_at_most_a_day(self, project: Path, seconds: float) -> None:
        with pytest.raises(TargetError, match="--timeout: must be more than 0 and at most 86400 seconds"):
            settle(InspectOptions(path=str(project), timeout=seconds))

    @pytest.mark.parametrize("entry", ['"A=B" = "x"', '"" = "x"', 'A = "\\u0000"'])
    def test_what_no_environment_can_hold_is_a_config_error(self, project: Path, entry: str) -> None:
        (project / "toolinspect.toml").write_text(f"timeout = 3\n[env]\n{entry}\n")
        with pytest.raises(ConfigError, match=r"toolinspect\.toml:2: env"):
            settle(InspectOptions(path=str(project))).environment()

    def test_environment_of_the_project(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("KEPT", "1")
        (project / ".env").write_text("# keys\nexport A='one'\nB=two # x\n\n")
        (project / "toolinspect.toml").write_text('env-file = ".env"\nenv = {B = "config"}\n')
        environment = settle(InspectOptions(path=str(project))).environment()
        assert (environment["KEPT"], environment["A"], environment["B"]) == ("1", "one", "config")

    def test_a_path_entry_that_is_not_there_is_a_config_error(self, project: Path) -> None:
        (project / "toolinspect.toml").write_text('timeout = 3\npath = ["gone"]\n')
        with pytest.raises(ConfigError, match=r"toolinspect\.toml:2: path: there is no `gone` in "):
            settle(InspectOptions(path=str(project)))

    def test_an_env_file_that_is_not_there_is_told_at_its_key(self, project: Path) -> None:
        (project / "toolinspect.toml").write_text('timeout = 3\nenv-file = ".env"\n')
        with pytest.raises(ConfigError) as caught:
            settle(InspectOptions(path=str(project))).environment()
        place = f"{project}/toolinspect.toml:2: env-file: {project}/.env"
        assert str(caught.value) == f"{place} can't be read (No such file or directory)"

    @pytest.mark.parametrize("text", [None, "no equals sign"])
    def test_a_bad_env_file_is_a_config_error(self, project: Path, text: str | None) -> None:
        (project / "toolinspect.toml").write_text('env-file = ".env"\n')
        if text is not None:
            (project / ".env").write_text(text)
        with pytest.raises(ConfigError, match="env-file"):
            settle(InspectOptions(path=str(project))).environment()


class TestAskedFirst:
    @pytest.mark.parametrize(
        ("part", "first"),
        [
            ("support.team:desk", "support.team:desk"),
            ("support/team.py:desk", "support.team:desk"),
            ("src/support/team.py:desk", "support.team:desk"),
            ("support.team:make", "support.team:make[0]"),
            ("support.team:ask", "a"),
            ("support/team.py", "a"),
        ],
    )
    def test_what_path_names_comes_before_what_it_reaches(self, part: str, first: str) -> None:
        ids = ("a", "support.team:desk", "b", "support.team:make[0]", "support.team:make[1]")
        registry = Registry(root="/p", info=INFO, consumers=tuple(Consumer(id=one, name=one) for one in ids))
        ordered = [one.id for one in asked_first(registry, part).consumers]
        assert ordered[0] == first
        assert [one for one in ordered if one not in (first, "support.team:make[1]")] == [
            one for one in ids if one not in (first, "support.team:make[1]")
        ]


class TestMerge:
    def test_identities_of_different_roots_never_meet(self) -> None:
        one = RootResult(
            root="/p/a", consumers=(consumer("a", tool("x", predicate_identity=2), tools_list=3),)
        )
        two = RootResult(
            root="/p/b", consumers=(consumer("b", tool("x", predicate_identity=2), tools_list=3, id="b:b"),)
        )
        first, second = merge(Path("/p"), INFO, [two, one]).consumers
        assert (first.id, second.id) == ("app:a", "b:b")
        assert first.tools_list != second.tools_list
        assert first.tools[0].identity != second.tools[0].identity
        assert first.tools[0].predicate_identity != second.tools[0].predicate_identity

    def test_unknown_lists_stay_unknown(self) -> None:
        results = [RootResult(root=root, consumers=(consumer(root, tool("x")),)) for root in "ab"]
        assert [one.tools_list for one in merge(Path("/p"), INFO, results).consumers] == [0, 0]

    def test_ids_are_unique(self) -> None:
        results = [
            RootResult(root=root, consumers=(consumer("a", path=f"{root}/app.py", line=1),)) for root in "ab"
        ]
        assert [one.id for one in merge(Path("/p"), INFO, results).consumers] == ["app:a", "app:a#2"]

    def test_an_agent_that_two_roots_reach_is_one(self) -> None:
        half, whole = (consumer("a", path="app.py", line=1, partial=partial) for partial in (True, False))
        results = [RootResult(root="a", consumers=(half,)), RootResult(root="b", consumers=(whole,))]
        assert [(one.id, one.partial) for one in merge(Path("/p"), INFO, results).consumers] == [
            ("app:a", False)
        ]

    def test_everything_else_is_kept_in_the_order_of_the_roots(self) -> None:
        results = [
            RootResult(
                root=root,
                failures=(LoadFailure(ref=root, kind="raised", error="x"),),
                sources=(f"{root}.py", "both.py"),
                collision_policy="error",
            )
            for root in "ba"
        ]
        registry = merge(Path("/p"), INFO, results)
        assert [one.ref for one in registry.failures] == ["a", "b"]
        assert registry.sources == ("a.py", "b.py", "both.py")
        assert registry.info.collision_policy == "error"

    def test_the_policy_is_that_of_a_root_that_knows_it(self) -> None:
        failed = RootResult(root="a", failures=(LoadFailure(ref="a", kind="hung", error="x"),))
        strict = RootResult(root="b", collision_policy="error")
        assert merge(Path("/p"), INFO, [failed, strict]).info.collision_policy == "error"
        assert merge(Path("/p"), INFO, [failed]).info.collision_policy == INFO.collision_policy

    def test_what_several_roots_meet_is_told_once(self) -> None:
        part = NotInspected(ref="app.context:make", reason="the configured context failed: x")
        results = [RootResult(root=root, not_inspected=(part,), context_failed=True) for root in "ab"]
        registry = merge(Path("/p"), INFO, results, context="app.context:make")
        assert registry.not_inspected == (part,)
        assert registry.context_failed

    def test_no_root_at_all(self) -> None:
        assert merge(Path("/p"), INFO, []) == Registry(root="/p", info=INFO)


class TestChanges:
    def registry(self, *consumers: Consumer) -> Registry:
        return Registry(root="/p", info=INFO, consumers=consumers)

    def test_tools_that_came_went_and_changed(self) -> None:
        before = self.registry(consumer("a", tool("x"), tool("y", description="old"), tool("z")))
        after = self.registry(consumer("a", tool("x"), tool("y", description="new"), tool("w")))
        (change,) = diff(before, after).consumers
        assert (change.id, change.added, change.changed, change.removed) == (
            "app:a",
            ("function:w",),
            ("function:y",),
            ("function:z",),
        )
        assert not change.itself

    def test_moved_lines_and_new_identities_are_no_change(self) -> None:
        before = self.registry(consumer("a", tool("x", line=3, identity=1), line=1, tools_list=1))
        after = self.registry(
            consumer("a", tool("x", line=9, identity=4, built_at=Location("a.py", 2)), line=7, tools_list=2)
        )
        assert not diff(before, after)

    def test_consumers_that_came_and_went(self) -> None:
        changes = diff(
            self.registry(consumer("a"), consumer("b")), self.registry(consumer("b"), consumer("c"))
        )
        assert (changes.added, changes.removed, changes.consumers) == (("app:c",), ("app:a",), ())
        assert changes

    def test_what_else_a_consumer_has(self) -> None:
        (change,) = diff(self.registry(consumer("a")), self.registry(consumer("a", stop=("x",)))).consumers
        assert change.itself


class TestSuppression:
    FINDINGS = tuple(
        Finding(
            code=code,
            name="n",
            severity="error",
            consumer=f"app:{name}",
            consumer_name=name,
            names=(),
            message="m",
            fix="f",
        )
        for code, name in (("TI101", "a"), ("TI101", "b"), ("TI106", "a"))
    )

    def test_ignored_codes_are_kept_with_the_reason(self) -> None:
        sifted = sift(self.FINDINGS, Config(ignore=("TI106",)), Sources(Path("/p")))
        assert [one.code for one in sifted.kept] == ["TI101", "TI101"]
        assert [(one.finding.code, one.reason) for one in sifted.suppressed] == [
            ("TI106", "ignore in the config")
        ]

    @pytest.mark.parametrize("key", ["a", "app:a"])
    def test_per_consumer_by_name_or_id(self, key: str) -> None:
        config = Config(per_consumer_ignores={key: ("TI101",)})
        sifted = sift(self.FINDINGS, config, Sources(Path("/p")))
        assert {(one.code, one.consumer) for one in sifted.kept} == {("TI101", "app:b"), ("TI106", "app:a")}
        assert [one.finding.consumer for one in sifted.suppressed] == ["app:a"]

    def test_consumers_that_are_not_there_are_named_with_the_nearest(self) -> None:
        registry = Registry(root="/p", info=INFO, consumers=(consumer("Orders"), consumer("Desk")))
        ignores = {"Desk": ("TI101",), "app:Orders": ("TI101",), "Ordres": ("TI101",), "x": ("TI101",)}
        assert unmatched(registry, Config(per_consumer_ignores=ignores)) == (
            "per-consumer-ignores: no consumer is called `Ordres`; did you mean `Orders`?",
            "per-consumer-ignores: no consumer is called `x`; there are `Orders`, `Desk`",
        )

    def test_severities_are_replaced_and_the_order_follows(self) -> None:
        sifted = sift(self.FINDINGS, Config(severity={"TI101": "info"}), Sources(Path("/p")))
        assert [(one.code, one.severity) for one in sifted.kept] == [
            ("TI106", "error"),
            ("TI101", "info"),
            ("TI101", "info"),
        ]
