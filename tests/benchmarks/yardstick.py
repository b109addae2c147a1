"""What the benchmarks share: a project to measure on, yardsticks, and the program in a pseudo-terminal."""

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
ROWS, COLUMNS = 45, 140


def environment() -> dict[str, str]:
    """For the program and the yardsticks alike."""
    return os.environ | {
        "PYTHONPATH": str(REPOSITORY), "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8",
        "OPENAI_API_KEY": "unused", "OPENAI_AGENTS_DISABLE_TRACING": "1",
    }  # fmt: skip


def write_project(root: Path, *, modules: int = 10, tools: int = 10) -> Path:
    """A package `shop` with an agent in each module; `shop.desk_0` holds the tool `visible_0_0`."""
    package = root / "shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    for module in range(modules):
        (package / f"desk_{module}.py").write_text(module_text(module, tools))
    imports = ", ".join(f"desk_{module}" for module in range(modules))
    (package / "everything.py").write_text(f"from shop import {imports}\n")
    return root


def module_text(module: int, tools: int = 10, *, first: str | None = None) -> str:
    """Source of one module; `first` renames its first tool."""
    lines = ["from agents import Agent, function_tool", ""]
    names = []
    for number in range(tools):
        visible = first if first and number == 0 else f"visible_{module}_{number}"
        names.append(f"tool_{module}_{number}")
        lines += [
            f'@function_tool(name_override="{visible}")',
            f"def {names[-1]}(order: str, amount: float = 1.0) -> str:",
            *_docstring(f"Does thing {number} of desk {module}.", described=number % 3 == 0),
            "    return order",
            "",
        ]
    lines.append(f'desk = Agent(name="Desk {module}", instructions="Help.", tools=[{", ".join(names)}])')
    return "\n".join(lines) + "\n"


def _docstring(summary: str, *, described: bool) -> list[str]:
    """A line, or with a section on the parameters, which takes the SDK twice as long to read."""
    if not described:
        return [f'    """{summary}"""']
    return [
        f'    """{summary}',
        "",
        "    Args:",
        "        order: Its number.",
        "        amount: How much.",
        '    """',
    ]


def python_seconds(code: str, cwd: Path | None = None) -> float:
    """Wall time of `python -c code`."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=cwd, env=environment(), check=True)
    return time.perf_counter() - start


def in_turn(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """Median of each, measured alternately so that a busy machine slows all of them alike."""
    taken = [[measure() for measure in measures] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*taken, strict=True)]


def toolinspect(project: Path) -> "Program":
    """The app on a project."""
    return Program(["-m", "inspector", str(project)])


class Program:
    """A Python program in a pseudo-terminal, its output read as raw bytes."""

    def __init__(self, arguments: list[str]) -> None:
        self.started = time.perf_counter()
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.execve(sys.executable, [sys.executable, *arguments], environment())
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._seen = b""

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_error: object) -> None:
        os.kill(self._pid, signal.SIGTERM)
        os.close(self._terminal)
        os.waitpid(self._pid, 0)

    def press(self, keys: str) -> float:
        """Send keys and forget what was written before; the time of sending."""
        self.forget()
        os.write(self._terminal, keys.encode())
        return time.perf_counter()

    def forget(self) -> None:
        """Drop what has been written so far."""
        while select.select([self._terminal], [], [], 0)[0]:
            os.read(self._terminal, 65536)
        self._seen = b""

    def until(self, wanted: str) -> float:
        """The time at which `wanted` has been written."""
        end = time.perf_counter() + PATIENCE
        while wanted.encode() not in self._seen:
            if time.perf_counter() > end:
                raise TimeoutError(f"{wanted!r} was not painted within {PATIENCE} s")
            if select.select([self._terminal], [], [], 0.5)[0]:
                self._seen = self._seen[-200_000:] + os.read(self._terminal, 65536)
        return time.perf_counter()

    def settle(self, seconds: float = 0.3) -> None:
        """Read until nothing has been written for a while."""
        while select.select([self._terminal], [], [], seconds)[0]:
            os.read(self._terminal, 65536)
        self._seen = b""


def report(what: str, seconds: float, yardstick: str, against: float, target: float) -> None:
    """One line with the ratio and whether it is within the target."""
    ratio = seconds / against
    verdict = "ok" if ratio <= target else "MISSED"
    measured = f"{what}: {seconds * 1000:.0f} ms = {ratio:.3f} x {yardstick} ({against * 1000:.0f} ms)"
    print(f"{measured}; target {target:g}: {verdict}")
