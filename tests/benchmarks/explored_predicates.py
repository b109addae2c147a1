"""Exact conditions of 1,000 and 10,000 predicates over 60 flags.

By hand: python tests/benchmarks/explored_predicates.py

Measured is what comes after the project has been read: exploring it in its own process, and the findings.
"""

import math
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from yardstick import REPOSITORY, python_seconds

sys.path.insert(0, str(REPOSITORY))

from inspector.inspection import Inspection, InspectOptions, inspect_project
from inspector.wire.messages import Done, Message, RootDone

FLAGS, READS, PER_AGENT = 60, 4, 100
"""Each predicate reads that many of the flags, each agent has that many tools."""
CONFLICTS = 5
"""One name in so many tools is in conflict: 200 names among 1,000 tools."""
TARGETS = {1_000: 2.0, 10_000: 20.0}
SAMPLE = 200
"""Combinations that are enumerated, to know what one takes."""

HEAD = """\
from agents import Agent, FunctionTool


async def work(_context, _arguments):
    return "done"


def tool(name, predicate):
    return FunctionTool(name, f"Does {name}.", {}, work, is_enabled=predicate)


"""
DIRECT = "def make(flags):\n    return flags\n\n\n"


def through_a_dataclass() -> str:
    """A context factory that copies every flag."""
    fields = "".join(f"    flag_{number}: bool\n" for number in range(FLAGS))
    copies = ", ".join(f"flag_{number}=flags['flag_{number}']" for number in range(FLAGS))
    return (
        f"from dataclasses import dataclass\n\n\n@dataclass\nclass Settings:\n{fields}\n\n"
        f"def make(flags):\n    return Settings({copies})\n\n\n"
    )


def predicates(count: int, read: Callable[[int], str]) -> list[str]:
    """Expressions over a few flags each, of a variable `c`."""
    rng = random.Random(60)
    found = []
    for _ in range(count):
        one, two, three, four = (read(flag) for flag in rng.sample(range(FLAGS), READS))
        found.append(
            rng.choice(
                (
                    f"{one} and ({two} or not {three}) or {four} and {three}",
                    f"({one} if {two} else {three}) and not {four}",
                    f"{one} and {two} or {three} and {four}",
                )
            )
        )
    return found


def names(count: int) -> list[str]:
    """Of the tools; the first of every few agree two by two."""
    return [
        f"conflict_{number // CONFLICTS}" if number % CONFLICTS < 2 else f"tool_{number}"
        for number in range(count)
    ]


def write(folder: Path, count: int, context: str, read: Callable[[int], str]) -> None:
    named = names(count)
    lines = [HEAD]
    for number, expression in enumerate(predicates(count, read)):
        lines.append(f"def allows_{number}(ctx, _agent):\n    c = ctx.context\n    return {expression}\n\n\n")
    for first in range(0, count, PER_AGENT):
        tools = ", ".join(
            f'tool("{named[number]}", allows_{number})' for number in range(first, first + PER_AGENT)
        )
        lines.append(f'desk_{first} = Agent(name="Desk {first}", instructions="Help.", tools=[{tools}])\n')
    (folder / "desks.py").write_text("".join(lines))
    (folder / "surroundings.py").write_text(context)
    flags = "".join(f"flag_{number} = [false, true]\n" for number in range(FLAGS))
    agents = [f"desks:desk_{first}" for first in range(0, count, PER_AGENT)]
    (folder / "toolinspect.toml").write_text(
        f'context = "surroundings:make"\nagents = {agents}\n'
        f'timeout = 60\nignore = ["TI303", "TI106"]\n[flags]\n{flags}'
    )


def explored(folder: Path) -> tuple[Inspection, float, float]:
    """The inspection, with the seconds that exploring took and those that the findings took after it."""
    at: dict[type[Message], float] = {}

    def on_message(message: Message) -> None:
        at[type(message)] = time.perf_counter()

    inspection = inspect_project(InspectOptions(path=str(folder)), on_message=on_message)
    return inspection, at[Done] - at[RootDone], time.perf_counter() - at[Done]


def enumerated(folder: Path, count: int) -> float:
    """Seconds for one combination: a context, every predicate, and which names are there twice."""
    source = (folder / "desks.py").read_text().replace("from agents import Agent, FunctionTool\n", "")
    values: dict[str, Any] = {"__name__": "__main__", "Agent": SimpleNamespace, "FunctionTool": _nothing}
    exec(source, values)
    exec((folder / "surroundings.py").read_text(), values)
    asked = [values[f"allows_{number}"] for number in range(count)]
    named = names(count)
    rng = random.Random(0)
    began = time.perf_counter()
    for _ in range(SAMPLE):
        flags = {f"flag_{number}": rng.random() < 0.5 for number in range(FLAGS)}
        holder = SimpleNamespace(context=values["make"](flags))
        there = [name for name, predicate in zip(named, asked, strict=True) if predicate(holder, None)]
        _ = len(there) - len(set(there))
    return (time.perf_counter() - began) / SAMPLE


def _nothing(*_given: object, **_named: object) -> None:
    """Takes the place of a tool: only the predicates are asked."""


def measure(what: str, count: int, context: str, read: Callable[[int], str], yardstick: float) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, count, context, read)
        inspection, exploring, judging = explored(folder)
        seconds = exploring + judging
        each = enumerated(folder, count)
    collisions = [one for one in inspection.findings if one.code == "TI101"]
    exact = all(one.exact for one in collisions) and not any(
        part.unfinished for part in inspection.exploration
    )
    target = TARGETS[count]
    verdict = (
        "ok" if exact and seconds <= target and len(collisions) >= count // CONFLICTS * 0.9 else "MISSED"
    )
    whole = math.log10(each) + FLAGS * math.log10(2) - math.log10(seconds)
    print(
        f"{count:,} predicates over {FLAGS} flags, {what}: {seconds:.2f} s "
        f"({exploring:.2f} exploring, {judging:.2f} findings) = {seconds / yardstick:.1f} x "
        f"`import agents`, {len(collisions)} of {count // CONFLICTS} names collide, "
        f"{'exact' if exact else 'NOT EXACT'}; target {target:g} s: {verdict}\n"
        f"  enumerating all 2^{FLAGS} combinations: 10^{whole:.0f} times as long "
        f"({each * 1000:.2f} ms each, measured on {SAMPLE} of them and extrapolated)"
    )


def main() -> None:
    yardstick = python_seconds("import agents")
    for count in TARGETS:
        measure("read directly", count, DIRECT, lambda flag: f"c['flag_{flag}']", yardstick)
        measure("through a dataclass", count, through_a_dataclass(), lambda flag: f"c.flag_{flag}", yardstick)


if __name__ == "__main__":
    main()
