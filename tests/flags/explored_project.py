"""Projects put together by chance with what exploring them shows."""

import itertools
import random
from collections.abc import Iterator, Sequence

from inspector.flags.space import scenario_at, space_of
from inspector.model import (
    Answer,
    Branch,
    Consumer,
    Decision,
    Factory,
    Location,
    Registry,
    RootExploration,
    SdkInfo,
    Space,
    Surface,
    Switch,
    Tool,
    Tree,
)

SPACE = space_of(
    {"beta": [False, True], "plan": ["free", "pro", "enterprise"], "sso": [False, True]},
    forbidden=[{"plan": "free", "sso": True}],
    tenants={"acme": {"beta": True, "plan": "pro"}},
)
_ON_OR_OFF = (Answer(enabled=True), Answer(enabled=False))


def scenarios(space: Space = SPACE) -> Iterator[tuple[int, ...]]:
    """Every legal one."""
    sizes = (range(len(variable.values)) for variable in space.variables)
    return (one for one in itertools.product(*sizes) if space.legal.holds(one))


def tree(pick: random.Random, outcomes: int, level: int = 0) -> Tree:
    """Of flags in their order; every outcome may come up."""
    if level == len(SPACE.variables) or pick.random() < 0.3:
        return pick.randrange(outcomes)
    if pick.random() < 0.4:
        return tree(pick, outcomes, level + 1)
    size = len(SPACE.variables[level].values)
    return Branch(level, tuple(tree(pick, outcomes, level + 1) for _ in range(size)))


def tool(function: str, number: int = 1, **changes: object) -> Tool:
    """One of a few tools that are called `refund`, or one that isn't; equal wherever it is built."""
    visible = "refund" if function.startswith("refund") else function
    settings: dict[str, object] = {
        "key": f"function:{visible}",
        "visible": visible,
        "name": visible,
        "lookup_key": ("bare", visible),
        "function": f"app.tools.{function}",
        "origin": "function",
        "type": "FunctionTool",
        "identity": number,
        "sent": True,
    }
    return Tool(**(settings | changes))


def project(pick: random.Random) -> tuple[Registry, RootExploration]:
    """An agent with predicates and a factory; the registry is that of the first scenario."""
    own, switches = _agent("app:triage", pick)
    builds = [_build(pick) for _ in range(pick.randint(1, 3))]
    decision = Decision(tree=tree(pick, len(builds)))
    exploration = RootExploration(
        root=".",
        switches=switches,
        factories=(Factory(ref="app:build", decision=decision, outcomes=tuple(builds)),),
    )
    first = builds[_outcome(decision.tree, next(scenarios()))]
    info = SdkInfo(sdk="0.24.0", python="3.11.7")
    return Registry(root="/project", info=info, consumers=(own, *first.consumers)), exploration


def _build(pick: random.Random) -> Surface:
    if pick.random() < 0.1:
        return Surface()
    consumer, switches = _agent("app:build", pick)
    return Surface(consumers=(consumer,), switches=switches)


def _agent(identifier: str, pick: random.Random) -> tuple[Consumer, tuple[Switch, ...]]:
    functions = pick.choices(("refund_a", "refund_b", "refund_c", "lookup"), k=pick.randint(1, 4))
    tools: list[Tool] = []
    switches: list[Switch] = []
    repeats: dict[str, int] = {}
    named = [tool(function).visible for function in functions]
    for at, function in enumerate(functions):
        visible = named[at]
        repeats[visible] = repeats.get(visible, 0) + 1
        key = f"function:{visible}" + (f"#{repeats[visible]}" if repeats[visible] > 1 else "")
        later = sum(name == visible for name in named[at + 1 :])
        rank = later if named.count(visible) > 1 else None
        decided = pick.random() < 0.5
        place = Location("app.py", 1) if decided else None
        tools.append(tool(function, at + 1, key=key, precedence=rank, predicate_location=place))
        if decided:
            decision = Decision(tree=tree(pick, 2))
            switches.append(Switch(consumer=identifier, tools=(key,), decision=decision, outcomes=_ON_OR_OFF))
    return Consumer(id=identifier, name=identifier[4:], tools=tuple(tools)), tuple(switches)


def _outcome(tree: Tree, at: Sequence[int]) -> int:
    while isinstance(tree, Branch):
        tree = tree.branches[at[tree.flag]]
    return tree


def brute(exploration: RootExploration, registry: Registry, at: Sequence[int]) -> dict[str, list[str]]:
    """By agent the functions of its tools that are on in a scenario, the one that runs first of each name."""
    found: dict[str, list[str]] = {}
    factory = exploration.factories[0]
    surface = factory.outcomes[_outcome(factory.decision.tree, at)]
    for consumer in (registry.consumers[0], *surface.consumers):
        off = {
            key
            for switch in (*exploration.switches, *surface.switches)
            if switch.consumer == consumer.id and _outcome(switch.decision.tree, at) == 1
            for key in switch.tools
        }
        on = [one for one in consumer.tools if one.key not in off]
        on.sort(key=lambda one: (one.visible, one.precedence or 0))
        found[consumer.id] = [one.function or "" for one in on]
    return found


def named(at: Sequence[int]) -> object:
    """The scenario as the app has it."""
    return scenario_at(SPACE, at)
