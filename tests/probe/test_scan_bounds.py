"""The scan ends soon, whatever the source looks like: odd files, tangled calls, a whole disk."""

import os
import time

import pytest
from discovery import discover, write

from inspector.probe import source_tree
from inspector.probe.scan import Scan, scan_project
from inspector.probe.source_tree import ScanStopped, is_skipped

HEAD = "from agents import Agent, Runner\n"
A_WHILE = 10
"""Seconds; each of these took minutes or for ever when paths were counted instead of places."""


def scan(tmp_path, files, **options) -> Scan:
    began = time.monotonic()
    found = scan_project(str(write(tmp_path, files)), **options)
    assert time.monotonic() - began < A_WHILE
    return found


def factories(found: Scan) -> dict:
    return {
        factory["qualname"]: factory
        for job in found.roots
        for module in job["modules"]
        for factory in module["factories"]
    }


@pytest.mark.parametrize(
    "text",
    [
        "x = " + " + ".join(["1"] * 1500),
        "x = " + ".a".join(["x"] * 900),
        "def f(p: " + " | ".join(["int"] * 1200) + "): ...",
        "def f() -> " + " | ".join(["int"] * 1200) + ": ...",
        "x = " + "".join(f"{n} if {n} else " for n in range(900)) + "0",
        "if 0: pass\n" + "".join(f"elif {n}: x = 1\n" for n in range(900)),
    ],
    ids=["sum", "attributes", "parameter", "return", "conditional", "elif"],
)
def test_source_nested_beyond_pythons_own_limit_is_read_like_any_other(tmp_path, text):
    result = discover(
        tmp_path, {"app.py": f"{HEAD}first = Agent(name='A')\n{text}\nlast = Agent(name='B')\n"}
    )
    (job,) = result.jobs
    assert job["modules"][0]["constructions"][0]["line"] == 2
    assert result.constructions == 2


def test_a_file_that_python_itself_cannot_parse_costs_only_its_own_agents(tmp_path):
    deep = f"{HEAD}x = {' + '.join(['1'] * 60_000)}\nlost = Agent(name='A')\n"
    result = discover(tmp_path, {"deep.py": deep, "good.py": f"{HEAD}agent = Agent(name='B')\n"})
    assert result.ids == ["good:agent"]
    (failure,) = result.all("failures")
    assert (failure["ref"], failure["kind"]) == ("deep", "raised")
    assert failure["error"].startswith(("RecursionError", "MemoryError"))


def test_an_unforeseen_error_in_one_file_costs_only_that_file(tmp_path, monkeypatch):
    def fail(reader: object, node: object) -> None:
        raise LookupError("unforeseen")

    monkeypatch.setattr("inspector.probe.syntax._Reader._yield", fail)
    files = {
        "odd.py": HEAD + "def f():\n    yield Agent(name='A')\n",
        "good.py": HEAD + "b = Agent(name='B')\n",
    }
    modules = {m["ref"]: m for job in scan(tmp_path, files).roots for m in job["modules"]}
    assert modules["odd"]["error"] == "LookupError: unforeseen"
    assert len(modules["good"]["constructions"]) == 1


def diamond(layers: int, last: str) -> str:
    """Functions of which each calls the two of the next layer."""
    lines = [f"def {side}{n}():\n    a{n + 1}(); return b{n + 1}()\n" for n in range(layers) for side in "ab"]
    return HEAD + "".join(lines) + f"def a{layers}(): {last}\ndef b{layers}(): {last}\n"


def test_many_ways_through_the_same_calls_are_followed_once(tmp_path):
    found = factories(scan(tmp_path, {"app.py": diamond(60, "return Agent(name='A')")}))
    assert len(found) == 122
    assert {factory["runs"] for factory in found.values()} == {""}


def test_what_starts_a_run_is_known_however_far_away_the_run_is(tmp_path):
    last = "x = Agent(name='A'); Runner.run_sync(x); return x"
    found = factories(scan(tmp_path, {"app.py": diamond(60, last)}))
    assert {factory["runs"] for factory in found.values()} == {"Runner.run_sync"}


def test_calls_in_a_circle_end(tmp_path):
    text = HEAD + "def a(): b(); return Agent(name='A')\ndef b(): a(); return b()\n"
    assert set(factories(scan(tmp_path, {"app.py": text}))) == {"a"}


def test_a_name_that_is_given_itself_again_and_again_is_followed_once(tmp_path):
    lines = "".join(f"    x = x or a{n}\n    a{n} = x\n" for n in range(200))
    text = f"{HEAD}def build(x=None):\n    x = None\n{lines}    return x\ndef other():\n    x = None\n{lines}"
    text += "    x = Agent(name='A')\n    return a0\n"
    assert set(factories(scan(tmp_path, {"app.py": text}))) == {"other"}


def test_a_long_chain_of_factories_is_followed_to_its_end(tmp_path):
    lines = "".join(f"def f{n}():\n    return f{n + 1}()\n" for n in range(3000))
    found = factories(scan(tmp_path, {"app.py": HEAD + lines + "def f3000(): return Agent(name='A')\n"}))
    assert len(found) == 3001


def test_agents_are_followed_through_as_many_names_as_there_are(tmp_path):
    names = "".join(f"    a{n + 1} = a{n}\n" for n in range(20))
    text = f"{HEAD}def build():\n    a0 = Agent(name='A')\n{names}    return a20.clone(name='B')\n"
    assert set(factories(scan(tmp_path, {"app.py": text}))) == {"build"}


def test_modules_that_star_import_each_other_end(tmp_path):
    names = [f"m{n}" for n in range(12)]
    stars = "".join(f"from {name} import *\n" for name in names)
    files = {f"{name}.py": f"{stars}agent = unknown{name}(Agent)\n" for name in names}
    files["app.py"] = f"{HEAD}{stars}agent = Agent(name='A')\nother = nowhere(name='B')\n"
    assert scan(tmp_path, files).constructions == 1


def test_a_star_import_in_a_circle_ends(tmp_path):
    files = {
        "p.py": f"{HEAD}from q import Thing\nagent = Agent(name='A')\nThing()\n",
        "q.py": "from r import *\nAgent = 0\n",
        "r.py": "from q import Thing\nAgent = 0\n",
    }
    assert scan(tmp_path, files).constructions == 1


def test_a_deep_and_wide_family_of_classes_is_followed_once(tmp_path):
    layers = 60
    last = "".join(f"class {side}{layers}(Agent): ...\n" for side in "ABCD")
    family = "".join(
        f"class {side}{n}({', '.join(f'{base}{n + 1}' for base in 'ABCD')}): ...\n"
        for n in reversed(range(layers))
        for side in "ABCD"
    )
    text = f"{HEAD}{last}{family}agent = A0(name='A')\nagent.nothing()\n"
    assert scan(tmp_path, {"app.py": text}).constructions == 1


def test_a_pipe_with_the_name_of_a_source_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    assert scan(tmp_path, {"app.py": f"{HEAD}agent = Agent(name='A')\n"}).constructions == 1


def test_a_scan_that_is_no_longer_wanted_stops_between_files(tmp_path):
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) > 3

    with pytest.raises(ScanStopped):
        scan(tmp_path, {f"m{n}.py": "from agents import Agent\n" for n in range(20)}, stop=stop)
    assert len(asked) == 4


@pytest.mark.parametrize(
    ("limit", "text"),
    [("FILE_LIMIT", "more than 5 Python files"), ("FOLDER_LIMIT", "more than 5 directories")],
)
def test_a_directory_that_is_no_single_project_is_refused_with_the_reason(tmp_path, monkeypatch, limit, text):
    monkeypatch.setattr(source_tree, limit, 5)
    cache: dict = {}
    found = scan(tmp_path, {f"d{n}/m.py": f"{HEAD}a = Agent(name='A')\n" for n in range(9)}, cache=cache)
    (job,) = found.roots
    (module,) = job["modules"]
    assert (found.modules, module["import"], module["path"]) == (0, False, str(tmp_path))
    assert f"{tmp_path} holds {text}, which is no single project" in module["error"]
    assert cache == {}


def test_folders_named_like_output_are_source_when_they_are_packages(tmp_path):
    write(tmp_path, {"build/__init__.py": "", "dist/out.py": "", "src/a.py": "", "env2/pyvenv.cfg": ""})
    write(tmp_path, {"env/app.py": "", "venv/pyvenv.cfg": "", "conda/conda-meta/history": ""})
    names = ("build", "dist", "src", "env", "env2", "venv", "conda", ".git", "node_modules", "x.egg-info")
    assert [name for name in names if not is_skipped(str(tmp_path), name)] == ["build", "src", "env"]
