"""Runs the probe's discovery on real files and the real SDK, in forks of one process per test session."""

import atexit
import functools
import json
import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROBE = Path(__file__).parents[2] / "inspector" / "probe"


@dataclass
class Discovery:
    """What one scan and load of a project gave, all roots together."""

    jobs: list[dict[str, Any]]
    missing: list[str]
    constructions: int
    results: list[dict[str, Any]]
    uncaptured: dict[str, list[str]]

    def all(self, key: str) -> list[Any]:
        return [item for result in self.results for item in result.get(key, ())]

    @property
    def ids(self) -> list[str]:
        return [consumer["id"] for consumer in self.all("consumers")]

    def consumer(self, ref: str) -> dict[str, Any]:
        return next(consumer for consumer in self.all("consumers") if consumer["id"] == ref)

    def tools(self, ref: str) -> list[str]:
        return [tool["visible"] for tool in self.consumer(ref)["tools"]]

    @property
    def reasons(self) -> dict[str, str]:
        """`path:line` of everything only seen in source, and why."""
        return {f"{seen['path']}:{seen['line']}": seen["reason"] for seen in self.all("seen")}

    @property
    def roots(self) -> dict[str, str | None]:
        """Path of each module to the root it is loaded from."""
        return {module["path"]: job["root"] for job in self.jobs for module in job["modules"]}


def write(project: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    return project


def discover(project: Path, files: dict[str, str] | None = None, **request: object) -> Discovery:
    """Write `files`, then scan and load the project; `load=False` only scans."""
    write(project, files or {})
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps({"project": str(project), **request}) + "\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    for result in answer["results"]:
        assert "crash" not in result, result["crash"]
    return Discovery(**answer)


@functools.lru_cache(maxsize=1)
def _server() -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "OPENAI_API_KEY": "unused",
        "OPENAI_AGENTS_DISABLE_TRACING": "1",
        "PYTHONPATH": "",
    }
    server = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("discovery_server.py")), str(PROBE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        cwd="/",
    )
    atexit.register(_end, server)
    return server


def _end(server: "subprocess.Popen[str]") -> None:
    if server.stdin is not None:
        server.stdin.close()
    server.wait(timeout=10)
