"""Agents that a method of an object builds: fluent builders, local objects, `self`."""

import time

import pytest
from discovery import discover

HEAD = """\
from agents import Agent, Runner
class Base:
    def more(self): return self
    def finish(self) -> Agent: return Agent(name="A")
class Builder(Base):
    def __init__(self, flags): self.flags = flags
    def other(self) -> "Builder": return self
def start(flags): return Builder(flags)
"""


def scan(tmp_path, body):
    found = discover(tmp_path, {"app.py": HEAD + body}, load=False)
    (module,) = found.jobs[0]["modules"]
    return {factory["qualname"]: factory for factory in module["factories"]}


@pytest.mark.parametrize(
    "body",
    [
        "    return Builder(flags).finish()",
        "    return Builder(flags).more().other().more().finish()",
        "    return start(flags).more().finish()",
        "    builder = Builder(flags)\n    builder.more()\n    return builder.finish()",
        "    builder = Builder(flags)\n    builder = builder.more()\n    return builder.finish()",
        "    a = Builder(flags).finish()\n    return a",
    ],
)
def test_a_factory_with_parameters_builds_what_its_builder_finishes(tmp_path, body):
    found = scan(tmp_path, f"def build(flags) -> Agent:\n{body}\n")["build"]
    assert found["builds"]
    assert "Base.finish" in [called.rpartition("::")[2] for called in found["calls"]]


def test_it_is_called_with_flags_and_its_builder_is_not_called_beside_it(tmp_path):
    body = "def build(flags) -> Agent: return Builder(flags).more().finish()\n"
    result = discover(tmp_path, {"app.py": HEAD + body}, flags=[["beta", [False, True]]])
    assert "app:build" in result.ids
    assert "app:Builder.finish" not in result.ids


def test_without_a_value_for_its_parameter_it_is_named(tmp_path):
    body = (
        "class Own:\n    def __init__(self, n): self.a = Agent(name='B')\n    def get(self): return self.a\n"
    )
    body += "def build(n) -> Agent: return Own(n).get()\n"
    result = discover(tmp_path, {"app.py": HEAD + body})
    assert "app:build" in [note["ref"] for note in result.all("not_inspected")]


def test_a_method_of_something_else_builds_nothing(tmp_path):
    body = "class Other:\n    def finish(self): return 1\n"
    assert "build" not in scan(tmp_path, body + "def build(flags): return Other().finish()\n")
    assert "build" not in scan(tmp_path, "def build(flags): return flags.load().finish()\n")


def test_objects_that_are_made_of_each_other_and_long_chains_end(tmp_path):
    began = time.monotonic()
    lines = "".join(f"def f{n}(): return f{n + 1}().more()\n" for n in range(500))
    chain = "def build(flags): return Builder(flags)" + ".more()" * 400 + ".finish()\n"
    scan(
        tmp_path,
        lines + "def f500(): return f0().finish()\n" + chain + "def g(): x = x.more(); return x.y()\n",
    )
    assert time.monotonic() - began < 10
