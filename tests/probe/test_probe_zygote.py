"""The worker's main process answers every load, also one whose scan goes wrong or takes too long."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from forked_workers import ForkedWorker, Nursery

PATCHED = """
import sys, time
from _toolinspect_probe import scan, source_tree

real = scan.scan_project

def scan_project(project, *, stop, **options):
    if options["target"] == "breaks":
        raise RecursionError("too deep")
    if options["target"] == "endless":
        print("scanning", file=sys.stderr, flush=True)
        while not stop():
            time.sleep(0.01)
        raise source_tree.ScanStopped
    return real(project, stop=stop, **options)

scan.scan_project = scan_project
"""
NO_FORKS = """
from _toolinspect_probe import supervisor

def fork(run):
    raise BlockingIOError("Resource temporarily unavailable")

supervisor.launch.fork = fork
"""


class Zygote:
    """The main process of a forked worker; `code` is executed in it first."""

    def __init__(self, nursery: Nursery, project: Path, code: str) -> None:
        self.project = project
        self.process = ForkedWorker(nursery.address(), code=code)
        self.requests = self.process.stdin
        self.messages, self.log = map(io.TextIOWrapper, (self.process.stdout, self.process.stderr))

    def send(self, op: str, generation: int, target: str = "") -> None:
        fields = {"op": op, "generation": generation, "project": str(self.project), "timeout": 10}
        self.requests.write(json.dumps({**fields, "target": target}).encode() + b"\n")
        self.requests.flush()

    def until_done(self) -> list[dict[str, Any]]:
        found = []
        for line in self.messages:
            found.append(json.loads(line))
            if found[-1]["type"] == "done":
                break
        return found

    def close(self) -> None:
        self.requests.close()
        self.process.wait(10)
        self.messages.close()
        self.log.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "bot.py").write_text("from agents import Agent\nagent = Agent(name='Quick')\n")
    return tmp_path


@pytest.fixture
def start(nursery: Nursery, project: Path) -> Iterator[Callable[[str], Zygote]]:
    """Starts one that ends with the test."""
    started: list[Zygote] = []

    def start(code: str) -> Zygote:
        started.append(Zygote(nursery, project, code))
        return started[-1]

    yield start
    for zygote in started:
        zygote.close()


@pytest.fixture
def zygote(start: Callable[[str], Zygote]) -> Zygote:
    return start(PATCHED)


def names(messages: list[dict[str, Any]]) -> list[str]:
    results = [message["result"] for message in messages if message["type"] == "root"]
    return [consumer["name"] for result in results for consumer in result.get("consumers", ())]


def test_an_error_of_the_scan_is_the_answer_and_not_the_end(zygote: Zygote) -> None:
    zygote.send("load", 1, "breaks")
    ready, scanned, root, done = zygote.until_done()
    assert [each["type"] for each in (ready, scanned, root, done)] == ["ready", "scanned", "root", "done"]
    (failure,) = root["result"]["failures"]
    assert (failure["ref"], failure["kind"]) == (zygote.project.name, "raised")
    assert failure["error"] == "toolinspect could not scan the project: RecursionError: too deep"
    zygote.send("load", 2)
    assert names(zygote.until_done()) == ["Quick"]


@pytest.mark.parametrize("before", [None, "cancel"])
def test_a_scan_ends_for_a_newer_load(before: "str | None", zygote: Zygote) -> None:
    zygote.send("load", 1, "endless")
    assert zygote.log.readline() == "scanning\n"
    if before is not None:
        zygote.send(before, 1)
    zygote.send("load", 2)
    messages = zygote.until_done()
    assert names(messages) == ["Quick"]
    assert {message.get("generation", 2) for message in messages} == {2}


def test_a_scan_goes_on_although_an_older_load_is_cancelled(zygote: Zygote) -> None:
    zygote.send("load", 2, "endless")
    assert zygote.log.readline() == "scanning\n"
    zygote.send("cancel", 1)
    zygote.send("load", 3)
    assert names(zygote.until_done()) == ["Quick"]


@pytest.mark.parametrize("how", ["quit", "end of input"])
def test_a_scan_ends_when_the_host_leaves(how: str, zygote: Zygote) -> None:
    zygote.send("load", 1, "endless")
    assert zygote.log.readline() == "scanning\n"
    if how == "quit":
        zygote.send("quit", 0)
    else:
        zygote.requests.close()
    assert zygote.process.wait(5) == 0


def test_a_system_without_a_process_to_give_is_told(start: Callable[[str], Zygote]) -> None:
    zygote = start(NO_FORKS)
    zygote.send("load", 1)
    messages = zygote.until_done()
    (result,) = [message["result"] for message in messages if message["type"] == "root"]
    assert [failure["kind"] for failure in result["failures"]] == ["crashed"]
    assert "no process could be started" in result["failures"][0]["error"]
    assert [seen["name"] for seen in result["seen"]] == ["Quick"]
