"""A reference whose reading ends the process costs itself, and no agent."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forked_workers import ForkedWorker, Nursery

Load = Callable[..., dict[str, Any]]


@pytest.fixture
def load(nursery: Nursery, tmp_path: Path) -> Load:
    """Writes files and has them loaded, with references to read; gives the result of their only root."""

    def load(files: dict[str, str], *references: str) -> dict[str, Any]:
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        request = {"op": "load", "generation": 1, "project": str(tmp_path), "timeout": 10}
        zygote = ForkedWorker(nursery.address())
        with zygote.stdin, zygote.stdout, zygote.stderr:
            zygote.stdin.write(json.dumps({**request, "references": references}).encode() + b"\n")
            zygote.stdin.flush()
            messages = []
            for line in zygote.stdout:
                messages.append(json.loads(line))
                if messages[-1]["type"] == "done":
                    break
        zygote.wait(10)
        (result,) = [message["result"] for message in messages if message["type"] == "root"]
        return result

    return load


AGENT = "from agents import Agent\nagent = Agent(name='Desk', instructions='Help.')\n"
POLICY = """
import ctypes

STOP = ["refund"]


def exits():
    ctypes.CDLL(None)._exit(3)


def crashes():
    ctypes.string_at(0)
"""


def test_a_reference_that_ends_the_process_is_told_and_the_others_are_read(load: Load) -> None:
    result = load({"bot.py": AGENT, "policy.py": POLICY}, "policy:exits", "policy:STOP")
    ended, fine = result["references"]
    assert ended["error"].startswith("not read again after: ")
    assert "exit code 3" in ended["error"]
    assert not ended.get("wrong")
    assert fine["entries"] == [{"name": "refund"}]
    assert [consumer["name"] for consumer in result["consumers"]] == ["Desk"]
    assert result["failures"] == []


def test_after_two_of_them_none_is_read(load: Load) -> None:
    references = ["policy:crashes", "policy:exits", "policy:STOP"]
    result = load({"bot.py": AGENT, "policy.py": POLICY}, *references)
    assert all(one["error"].startswith("not read again after: ") for one in result["references"])
    assert [consumer["name"] for consumer in result["consumers"]] == ["Desk"]


def test_instructions_that_end_the_process_cost_only_themselves(load: Load) -> None:
    text = AGENT + "import ctypes\nwild = Agent(name='Wild', instructions=lambda c, a: ctypes.string_at(0))\n"
    result = load({"bot.py": text})
    by_name = {consumer["name"]: consumer for consumer in result["consumers"]}
    assert by_name["Desk"]["instructions"] == "Help."
    assert by_name["Wild"]["instructions_error"].startswith("not asked again after: ")
