"""All rules over 1,000 agents, and ten times as many. By hand: python tests/benchmarks/rules_at_scale.py"""

import statistics
import sys
import time
from collections.abc import Iterator

from yardstick import REPOSITORY, python_seconds

sys.path += [str(REPOSITORY), str(REPOSITORY / "tests" / "rules")]

from hand_made import agent, tool

from inspector.controls import derive
from inspector.inspection.holding import hold
from inspector.model import Consumer, Controls, ControlSet, ListedName, Location, Prompt, Registry, SdkInfo

AGENTS, TOOLS, SETS, NAMES = 1_000, 10, 20, 50
_TARGET, _GROWTH = 1.0, 12.0
_PROMPT = (
    "You work for the customer. Use `{0}` first, then call {1} with the order id.\n"
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
            stop=(names[0],),
            stop_behavior="stop_at_tools",
            instructions=_PROMPT.format(*names),
        )


def controls(of: Registry) -> Controls:
    """Project-wide sets of visible names, one in fifty of them wrong, and everyone's instructions."""
    visible = [one.visible for each in of.consumers for one in each.tools]
    step = max(1, len(visible) // (SETS * NAMES))
    sets = tuple(
        ControlSet(
            kind=("approval", "enable", "stop", "trace")[number % 4],
            source=f"config/sets.toml#{number}",
            entries=_entries(visible[number * NAMES * step :: step][:NAMES]),
        )
        for number in range(SETS)
    )
    prompts = tuple(
        Prompt(source=f"instructions of `{one.name}`", text=one.instructions or "", consumer=one.id)
        for one in of.consumers
    )
    return Controls(sets=(*sets, *derive(of)), prompts=prompts, risk=("desk1.*", "desk7*.task3"))


def _entries(names: list[str]) -> tuple[ListedName, ...]:
    return tuple(
        ListedName(name=f"{name}_old" if line == 7 else name, location=Location("config/sets.toml", line))
        for line, name in enumerate(names, start=1)
    )


def seconds(agents: int, rounds: int) -> tuple[float, int]:
    """Median time of ids, join and rules together, and how many findings there are."""
    plain = registry(agents)
    sets = controls(plain)
    taken, found = [], 0
    for _ in range(rounds):
        began = time.perf_counter()
        found = len(hold(plain, sets).findings)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken), found


def main() -> None:
    yardstick = python_seconds("import agents")
    one, found = seconds(AGENTS, 5)
    ten, more = seconds(10 * AGENTS, 1)
    growth = ten / one
    verdict = "ok" if one <= _TARGET and growth <= _GROWTH else "MISSED"
    print(
        f"rules over {AGENTS:,} agents x {TOOLS} tools, {SETS} sets of {NAMES} names: {one * 1000:.0f} ms "
        f"({found:,} findings) = {one / yardstick:.3f} x `import agents`; ten times the agents: "
        f"{growth:.1f} x ({more:,} findings); targets {_TARGET:g} s and {_GROWTH:g} x: {verdict}"
    )


if __name__ == "__main__":
    main()
