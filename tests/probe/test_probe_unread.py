"""A reference whose reading ends the process costs itself, and no agent."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

TOP = Path(__file__).parents[2]
START = "from inspector.probe import zygote; zygote.main([])"


def load(project: Path, files: dict[str, str], *references: str, timeout: float = 10) -> dict[str, Any]:
    """The only root's result of one load by the worker's main process."""
    for name, text in files.items():
        (project / name).write_text(text)
    request = {
        "op": "load",
        "generation": 1,
        "project": str(project),
        "timeout": timeout,
        "references": references,
    }
    with subprocess.Popen(
        [sys.executable, "-c", START], cwd=TOP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as zygote:
        assert zygote.stdin is not None and zygote.stdout is not None
        zygote.stdin.write(json.dumps(request) + "\n")
        zygote.stdin.flush()
        messages = []
        for line in zygote.stdout:
            messages.append(json.loads(line))
            if messages[-1]["type"] == "done":
                break
        zygote.stdin.close()
    (result,) = [message["result"] for message in messages if message["type"] == "root"]
    return result


AGENT = "from agents import Agent\nagent = Agent(name='Desk', instructions='Help.')\n"
POLICY = """
import ctypes

STOP = ["refund"]


def exits():
    ctypes.CDLL(None)._exit(3)


def crashes():
    ctypes.string_at(0)
"""


def test_a_reference_that_ends_the_process_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    result = load(tmp_path, {"bot.py": AGENT, "policy.py": POLICY}, "policy:exits", "policy:STOP")
    ended, fine = result["references"]
    assert ended["error"].startswith("not read again after: ")
    assert "exit code 3" in ended["error"]
    assert not ended.get("wrong")
    assert fine["entries"] == [{"name": "refund"}]
    assert [consumer["name"] for consumer in result["consumers"]] == ["Desk"]
    assert result["failures"] == []


def test_after_two_of_them_none_is_read(tmp_path: Path) -> None:
    references = ["policy:crashes", "policy:exits", "policy:STOP"]
    result = load(tmp_path, {"bot.py": AGENT, "policy.py": POLICY}, *references)
    assert all(one["error"].startswith("not read again after: ") for one in result["references"])
    assert [consumer["name"] for consumer in result["consumers"]] == ["Desk"]


def test_instructions_that_end_the_process_cost_only_themselves(tmp_path: Path) -> None:
    text = AGENT + "import ctypes\nwild = Agent(name='Wild', instructions=lambda c, a: ctypes.string_at(0))\n"
    result = load(tmp_path, {"bot.py": text})
    by_name = {consumer["name"]: consumer for consumer in result["consumers"]}
    assert by_name["Desk"]["instructions"] == "Help."
    assert by_name["Wild"]["instructions_error"].startswith("not asked again after: ")
