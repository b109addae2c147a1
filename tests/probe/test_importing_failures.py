"""How an import may end, and what is still known then."""

import pytest
from discovery import discover

AGENT = "from agents import Agent\na = Agent(name='A')\n"


def only_failure(result):
    (failure,) = result.all("failures")
    return failure


def test_what_was_built_before_the_error_is_shown_as_partial(tmp_path):
    result = discover(tmp_path, {"app.py": AGENT + "raise ValueError('no database')\nb = Agent(name='B')\n"})
    failure = only_failure(result)
    assert (failure["ref"], failure["kind"], failure["error"]) == ("app", "raised", "ValueError: no database")
    assert (failure["path"], failure["line"]) == ("app.py", 3)
    assert [(consumer["id"], consumer["partial"]) for consumer in result.all("consumers")] == [
        ("app:a", True)
    ]
    assert result.reasons == {"app.py:4": "module failed to load: ValueError: no database"}


def test_the_deepest_line_of_the_project_is_named_and_frames_of_the_probe_are_not(tmp_path):
    result = discover(
        tmp_path,
        {
            "app.py": "from settings import key\nkey()\n" + AGENT,
            "settings.py": "import json\ndef key():\n    return json.loads('{')\n",
        },
    )
    failure = only_failure(result)
    assert (failure["path"], failure["line"]) == ("settings.py", 3)
    assert "app.py" in failure["traceback"]
    assert "importlib" not in failure["traceback"]
    assert "_toolinspect" not in failure["traceback"]
    assert "inspector/probe" not in failure["traceback"]


def test_a_package_that_is_not_installed_is_named(tmp_path):
    failure = only_failure(discover(tmp_path, {"app.py": "import nowhere_to_be_found.part\n" + AGENT}))
    assert (failure["kind"], failure["missing"]) == ("missing_package", "nowhere_to_be_found")


def test_a_missing_module_of_the_project_is_no_missing_package(tmp_path):
    files = {"desk/__init__.py": "", "desk/app.py": "from desk.gone import x\n" + AGENT}
    failure = only_failure(discover(tmp_path, files))
    assert (failure["kind"], failure["missing"]) == ("raised", None)


@pytest.mark.parametrize(
    ("statement", "kind", "error"),
    [
        ("import sys; sys.exit(3)", "exited", "SystemExit: 3"),
        ("raise KeyboardInterrupt", "raised", "KeyboardInterrupt"),
        ("raise BaseException('odd')", "raised", "BaseException: odd"),
        ("exec('x =')", "syntax", "SyntaxError"),
        (
            "class E(Exception):\n    def __str__(self): raise OSError\nraise E",
            "raised",
            "E: <its message raised OSError>",
        ),
    ],
)
def test_whatever_is_raised_becomes_a_failure(tmp_path, statement, kind, error):
    failure = only_failure(discover(tmp_path, {"app.py": AGENT + statement + "\n"}))
    assert failure["kind"] == kind
    assert failure["error"].startswith(error)


def test_a_module_that_failed_runs_only_once(tmp_path):
    """Its importers fail with the same error, and its agents are not built a second time."""
    result = discover(
        tmp_path,
        {
            "base.py": AGENT + "open('runs', 'a').write('x')\nraise OSError('down')\n",
            "user.py": "from base import a\nfrom agents import Agent\nb = Agent(name='B')\n",
            "zuser.py": "import base\nfrom agents import Agent\nc = Agent(name='C')\n",
        },
    )
    assert [failure["ref"] for failure in result.all("failures")] == ["base", "user", "zuser"]
    assert {(failure["path"], failure["line"]) for failure in result.all("failures")} == {("base.py", 4)}
    assert [failure["traceback"].count("in <module>") for failure in result.all("failures")] == [1, 2, 2]
    assert result.ids == ["base:a"]


def test_a_module_that_needs_a_running_loop_is_imported_inside_one(tmp_path):
    text = """\
        import asyncio
        from agents import Agent
        first = Agent(name="First")
        loop = asyncio.get_running_loop()
        second = Agent(name="Second")
    """
    result = discover(tmp_path, {"app.py": text})
    assert result.all("failures") == []
    assert result.ids == ["app:first", "app:second"]


def test_an_edit_within_the_same_second_is_seen(tmp_path):
    first = "from agents import Agent\na = Agent(name='One')\n"
    assert discover(tmp_path, {"app.py": first}).consumer("app:a")["name"] == "One"
    import py_compile

    py_compile.compile(str(tmp_path / "app.py"))
    stamp = (tmp_path / "app.py").stat()
    (tmp_path / "app.py").write_text(first.replace("One", "Two"))
    import os

    os.utime(tmp_path / "app.py", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert discover(tmp_path).consumer("app:a")["name"] == "Two"


def test_nothing_is_written_into_the_project(tmp_path):
    discover(tmp_path, {"desk/__init__.py": "", "desk/app.py": AGENT})
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["__init__.py", "app.py", "desk"]


def test_modules_that_are_to_be_skipped_are_not_imported(tmp_path):
    known = {"ref": "app", "kind": "hung", "error": "no end after 20 s"}
    result = discover(tmp_path, {"app.py": AGENT, "other.py": AGENT}, skip={"app": known})
    assert result.ids == ["other:a"]
    assert result.all("failures") == [known]
    assert result.reasons == {"app.py:2": "module failed to load: no end after 20 s"}


def test_each_module_is_announced_before_it_is_imported(tmp_path):
    result = discover(tmp_path, {"desk/__init__.py": "", "desk/app.py": AGENT, "zoo.py": AGENT})
    steps = [step for step in result.results[0]["steps"] if step.startswith("importing")]
    assert steps == ["importing desk.app", "importing zoo"]
    assert result.all("sources") == ["desk/__init__.py", "desk/app.py", "zoo.py"]
