"""All rules over 1,000 agents, and ten times as many. By hand: python tests/benchmarks/rules_at_scale.py"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from yardstick import REPOSITORY, python_seconds

sys.path += [str(REPOSITORY), str(REPOSITORY / "tests" / "rules")]

from hand_made import agent, tool

from inspector.controls import derive
from inspector.inspection.holding import hold
from inspector.inspection.quoted_places import at_their_texts, located
from inspector.model import Consumer, Controls, ControlSet, ListedName, Location, Prompt, Registry, SdkInfo
from inspector.sources.python_text import Sources

AGENTS, TOOLS, SETS, SHARE = 1_000, 10, 20, 20
"""Each set lists every `SHARE`th tool of the project."""
_MODULE = "app/desks.py"
_LINES = 6
"""Of the module for each agent."""
_TARGET, _GROWTH = 1.0, 12.0
_PROMPT = (
    "You work for the customer. Use `{0}` first, then call {1} with the order id, or `run_{3}`.\n"
    "- {2}: only after the customer agreed\nNever promise `amount_due` before it is confirmed.\n"
) * 4


def registry(agents: int) -> Registry:
    """Agents with tools of their own names, descriptions, ids and stop lists."""
    return Registry(
        root="/nowhere", info=SdkInfo(sdk="0.24.0", python="3.11.7"), consumers=tuple(_consumers(agents))
    )


def _consumers(agents: int) -> Iterator[Consumer]:
    for number in range(agents):
        names = [f"desk_{number}_task_{index}" for index in range(TOOLS)]
        tools = [
            tool(
                name,
                description=f"Does task {index} of desk {number}, with care for {name[::-1]}.",
                business_id=f"desk{number}.task{index}",
                fn=f"run_{name}" if index == 3 else name,
            )
            for index, name in enumerate(names)
        ]
        yield agent(
            *tools,
            id=f"app.desk_{number}:agent",
            name=f"Desk {number}",
            path=_MODULE,
            line=1 + _LINES * number,
            stop=(names[0],),
            stop_behavior="stop_at_tools",
            instructions=_PROMPT.format(*names),
        )


def module_text(of: Registry) -> str:
    """The module that builds the agents: what they stop at and are told is written there."""
    return "".join(
        f"desk_{number} = Agent(\n    name={one.name!r},\n    instructions={one.instructions!r},\n"
        f"    tool_use_behavior=StopAtTools(stop_at_tool_names=[{one.stop[0]!r}]),\n    tools=TOOLS,\n)\n"
        for number, one in enumerate(of.consumers)
    )


def controls(of: Registry) -> Controls:
    """Project-wide sets of visible names, one in fifty of them wrong, ids, and everyone's instructions."""
    visible = [one.visible for each in of.consumers for one in each.tools]
    sets = tuple(
        ControlSet(
            kind=("approval", "enable", "stop", "trace")[number % 4],
            source=f"config/sets.toml#{number}",
            entries=_entries(visible[number::SHARE]),
        )
        for number in range(SETS)
    )
    prompts = tuple(
        Prompt(
            source=f"instructions of `{one.name}`",
            text=one.instructions or "",
            consumer=one.id,
            location=one.location,
        )
        for one in of.consumers
    )
    ids = tuple(
        ListedName(name=one.function, value=f"billing.{one.visible}")
        for each in of.consumers
        for one in each.tools[:2]
        if one.function is not None
    )
    risk = ("desk1.*", "*.task3", "billing.*_task_1")
    return Controls(sets=(*sets, *derive(of)), prompts=prompts, ids=ids, risk=risk)


def _entries(names: list[str]) -> tuple[ListedName, ...]:
    return tuple(
        ListedName(
            name=f"{name}_old" if line % 50 == 7 else name, location=Location("config/sets.toml", line)
        )
        for line, name in enumerate(names, start=1)
    )


def seconds(agents: int, rounds: int) -> tuple[float, float, int]:
    """Median times of ids, join and rules together, and of finding names in source; number of findings."""
    plain = registry(agents)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "app").mkdir()
        (root / _MODULE).write_text(module_text(plain))
        sets = controls(plain)
        held, placed, found = [], [], ()
        for _ in range(rounds):
            began = time.perf_counter()
            found = hold(plain, sets).findings
            held.append(time.perf_counter() - began)
            began = time.perf_counter()
            sources = Sources(root)
            list(located(sets.sets, plain, sources))
            at_their_texts(found, sets, plain, sources)
            placed.append(time.perf_counter() - began)
    return statistics.median(held), statistics.median(placed), len(found)


def report(what: str, one: float, ten: float, yardstick: float) -> None:
    """A line with the time, the growth, and whether both are within the targets."""
    verdict = "ok" if one <= _TARGET and ten / one <= _GROWTH else "MISSED"
    print(
        f"{what}: {one * 1000:.0f} ms = {one / yardstick:.3f} x `import agents`; ten times the agents: "
        f"{ten / one:.1f} x; targets {_TARGET:g} s and {_GROWTH:g} x: {verdict}"
    )


def main() -> None:
    yardstick = python_seconds("import agents")
    held, placed, found = seconds(AGENTS, 5)
    held_ten, placed_ten, more = seconds(10 * AGENTS, 1)
    each = AGENTS * TOOLS // SHARE
    what = f"{AGENTS:,} agents x {TOOLS} tools, {SETS} sets of {each} names ({found:,} and {more:,} findings)"
    report(f"rules over {what}", held, held_ten, yardstick)
    report("the same in one module, names and texts found in source", placed, placed_ten, yardstick)


if __name__ == "__main__":
    main()
