"""Functions, methods and classes that the config names are factories, whatever their source says."""

import pytest
from discovery import discover

HEAD = "import sys\nfrom agents import Agent, Runner\n"


def load(tmp_path, body, *asked, **request):
    return discover(tmp_path, {"app.py": HEAD + body}, agents=list(asked), **request)


DESK = """\
class Desk:
    def __init__(self): self.made = lambda: Agent(name='A')
    def pick(self): return vars(self)['made']()
"""
BASE = "class Base:\n    def clerk(self): return Agent(name='A')\nclass Desk(Base): ...\n"
CLERK = "class Clerk(Agent):\n    def __init__(self): super().__init__(name='A')\n"
EXITS = "def build():\n    if len(sys.argv) > 99: sys.exit('no')\n    return Agent(name='A')\n"
RUNS = """\
import subprocess
def build():
    if len(sys.argv) > 99: subprocess.run(['true'])
    return Agent(name='A')
"""


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("def build(): return globals()['Agent'](name='A')", "app:build"),
        ("def main(): return Agent(name='A')", "app:main"),
        ("def make(): return Agent(name='A')\nbuild = make", "app:build"),
        (EXITS, "app:build"),
        (RUNS, "app:build"),
        (DESK, "app:Desk.pick"),
        (BASE, "app:Desk.clerk"),
        (CLERK, "app:Clerk"),
    ],
)
def test_what_the_config_names_is_called(tmp_path, body, asked):
    result = load(tmp_path, body, asked)
    assert result.ids == [asked]
    assert result.all("failures") == result.all("not_inspected") == result.all("unresolved") == []


def test_a_factory_that_a_package_hands_on_is_called_there(tmp_path):
    files = {
        "desk/__init__.py": "from desk.make import build\n",
        "desk/make.py": HEAD + "def build(n): return Agent(name='A')\n",
    }
    asked = {"agents": ["desk:build"]}
    assert discover(tmp_path, files, arguments={"desk:build": {"n": 1}}, **asked).ids == ["desk:build"]
    (note,) = discover(tmp_path, files, **asked).all("not_inspected")
    assert (note["ref"], note["reason"], note["line"]) == ("desk:build", "needs argument 'n'", 1)


def test_a_factory_in_a_file_that_never_mentions_the_sdk_is_called(tmp_path):
    files = {
        "lib.py": HEAD + "def hire(n): return Agent(name=n)\n",
        "app.py": "import importlib\ndef build(): return importlib.import_module('lib').hire('A')\n",
    }
    assert discover(tmp_path, files, agents=["app:build"]).ids == ["app:build"]


def test_one_that_lacks_an_argument_is_named_with_the_lines_to_add(tmp_path):
    (note,) = load(tmp_path, "def build(n): return vars()['x']", "app:build").all("not_inspected")
    assert (note["ref"], note["reason"]) == ("app:build", "needs argument 'n'")
    assert '"app:build" = {n = "pkg.mod:attr"}' in note["config"]


def test_one_that_exits_is_a_failure_and_costs_no_other(tmp_path):
    body = "def build(): sys.exit('no')\ndef other(): return Agent(name='B')\n"
    result = load(tmp_path, body, "app:build", "app:other")
    assert result.ids == ["app:other"]
    assert [(each["ref"], each["kind"]) for each in result.all("failures")] == [("app:build", "exited")]


def test_a_variable_is_never_called(tmp_path):
    body = "class Team:\n    def __call__(self): raise SystemError\nteam = Team()\nagent = Agent(name='A')\n"
    assert load(tmp_path, body, "app:team").all("failures") == []


def test_an_exit_under_a_condition_keeps_no_factory_from_being_called(tmp_path):
    assert load(tmp_path, EXITS).ids == ["app:build"]


def test_a_factory_that_starts_a_run_is_named_beside_one_that_works(tmp_path):
    body = "def demo():\n    a = Agent(name='A')\n    Runner.run_sync(a, '')\n    return a\n"
    result = load(tmp_path, body + "def build(): return Agent(name='B')\n")
    assert result.ids == ["app:build"]
    assert result.reasons == {
        "app.py:4": "in factory `demo`, which calls Runner.run_sync and so is not called"
    }
