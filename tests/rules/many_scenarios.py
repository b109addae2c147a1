"""Registries over several scenarios, put together by chance, and what they are in each one of them."""

import itertools
import random
from collections.abc import Iterator, Sequence

import msgspec
from hand_made import handoff, hosted, mcp, registry, tool

from inspector.controls import HeldSets, Names, apply, derive
from inspector.controls.kinds import slot
from inspector.flags.space import space_of
from inspector.model import (
    ALWAYS,
    NEVER,
    Condition,
    Consumer,
    Contract,
    Controls,
    ControlSet,
    Finding,
    ListedName,
    Prompt,
    Registry,
    Space,
    Tool,
)
from inspector.model.condition import one_of
from inspector.rules import evaluate

NAMES = ("refund", "lookup", "look_up", "order", "a b")
SPACE = space_of(
    {"beta": [False, True], "plan": ["free", "pro", "enterprise"], "sso": [False, True]},
    forbidden=[{"plan": "free", "sso": True}],
)


def scenarios(space: Space = SPACE) -> Iterator[tuple[int, ...]]:
    """Every legal one."""
    sizes = (range(len(variable.values)) for variable in space.variables)
    return (one for one in itertools.product(*sizes) if space.legal.holds(one))


def flag(level: int, *positions: int) -> Condition:
    """That a flag of SPACE has one of its values, within what is legal."""
    return one_of(level, len(SPACE.variables[level].values), positions) & SPACE.legal


def chance(pick: random.Random) -> Condition:
    """A condition over the flags, always and never among them."""
    found = NEVER
    for _ in range(pick.choice((0, 1, 1, 2))):
        cube = ALWAYS
        for level, variable in enumerate(SPACE.variables):
            if pick.random() < 0.5:
                size = len(variable.values)
                cube = cube & one_of(level, size, pick.sample(range(size), pick.randint(1, size)))
        found = found | cube
    return found & SPACE.legal


def project(pick: random.Random) -> Registry:
    """Two agents, one of which may be missing in some scenarios."""
    first = _agent("Triage", None, pick)
    second = _agent("Billing", pick.choice((None, flag(2, 1))), pick)
    return registry(first, second, legal=SPACE.legal)


def _agent(name: str, presence: Condition | None, pick: random.Random) -> Consumer:
    made = (_tool(presence, pick) for _ in range(pick.randint(2, 5)))
    tools = [one for one in made if one.listed is None or one.listed.possible]
    settings = {
        "reset_tool_choice": pick.random() < 0.7,
        "tool_choice": pick.choice((None, *NAMES, "required")),
    }
    text = pick.choice((None, "Call `refund` first, then use the lookup tool.", "Use refund_fn to pay back."))
    return Consumer(
        id=f"app.agents:{name.lower()}",
        name=name,
        path="app/agents.py",
        line=10,
        tools=tuple(_ranked(tools)),
        presence=presence,
        stop=pick.choice(((), ("refund", "nothing_like_it"))),
        stop_behavior="stop_at_tools",
        instructions=text,
        **settings,
    )


def _tool(within: Condition | None, pick: random.Random) -> Tool:
    name = pick.choice(NAMES)
    kind = pick.choice(("function",) * 4 + ("handoff", "mcp", "WebSearchTool", "ShellTool"))
    around = SPACE.legal if within is None else within
    listed = pick.choice((around, around, chance(pick) & around))
    there = pick.choice((listed, chance(pick) & listed))
    changes: dict[str, object] = {
        "enabled": there.possible,
        "presence": None if there is around else there,
        "listed": None if listed is there is around else listed,
        "approval": pick.choice(("none", "none", "static")),
        "description": pick.choice(("", "Gives money back.", "Finds an order.")),
        "business_id": pick.choice((None, "pay", "find")),
        "contract": Contract(is_async=True, failure=pick.choice(("default", "raise"))),
    }
    if kind == "handoff":
        return handoff(name, to=f"{name} desk", **changes)
    if kind == "mcp":
        return mcp(name, pick.choice(("shop", "store")), **changes)
    if kind != "function":
        return hosted(kind, "shell" if kind == "ShellTool" else "web_search", **changes)
    return tool(name, fn=pick.choice((name, f"{name}_fn", "lookup")), **changes)


def _ranked(tools: Sequence[Tool]) -> Iterator[Tool]:
    """As the SDK has it: the last one runs, handoffs before an agent's own tools, those before MCP tools."""
    groups: dict[object, list[Tool]] = {}
    for one in tools:
        groups.setdefault(slot(one), []).append(one)
    for one in tools:
        rivals = groups[slot(one)]
        if slot(one) is None or len(rivals) < 2:
            yield one
            continue
        order = sorted(rivals, key=lambda each: _strength(each, rivals))
        yield msgspec.structs.replace(one, precedence=order.index(one))


def _strength(one: Tool, rivals: Sequence[Tool]) -> tuple[int, int]:
    kinds = ("handoff", "function", "mcp", "hosted")
    at = rivals.index(one)
    return (kinds.index(one.origin), at if one.type == "ShellTool" else -at)


def controls(registry: Registry, pick: random.Random) -> Controls:
    """Sets on the agents, and approval tables of which one is only there in some scenarios."""
    tables = [
        ControlSet(
            kind="approval",
            source=f"app.policy:TABLE_{number}",
            key="sets.approval",
            entries=(ListedName(name=pick.choice(NAMES), value=pick.choice((True, False))),),
            holds=pick.choice((None, chance(pick))),
        )
        for number in range(pick.randint(0, 2))
    ]
    prompts = [
        Prompt(source=f"instructions of `{one.name}`", text=one.instructions, consumer=one.id, holds=holds)
        for one in registry.consumers
        if one.instructions is not None
        for holds in (pick.choice((None, chance(pick))),)
    ]
    return Controls(
        sets=(*tables, *derive(registry)),
        prompts=tuple(prompts),
        risk=("refund*", "app.tools.lookup", "shell"),
        approval_default=pick.choice((None, "deny", "allow")),
    )


def in_one(registry: Registry, at: Sequence[int]) -> Registry:
    """What a load of that scenario would show."""
    consumers = (
        _alone(one, at) for one in registry.consumers if one.presence is None or one.presence.holds(at)
    )
    return msgspec.structs.replace(registry, consumers=tuple(consumers), legal=None)


def _alone(consumer: Consumer, at: Sequence[int]) -> Consumer:
    tools = [
        msgspec.structs.replace(
            one,
            enabled=one.enabled is True and (one.presence is None or one.presence.holds(at)),
            presence=None,
            listed=None,
        )
        for one in consumer.tools
        if (where := one.presence if one.listed is None else one.listed) is None or where.holds(at)
    ]
    winners: dict[object, Tool] = {}
    for one in tools:
        best = winners.get(slot(one))
        if one.enabled and one.precedence is not None and (best is None or best.precedence > one.precedence):
            winners[slot(one)] = one
    fated = (_fated(one, winners.get(slot(one))) for one in tools)
    return msgspec.structs.replace(consumer, tools=tuple(fated), presence=None)


def _fated(one: Tool, winner: Tool | None) -> Tool:
    loses = one.enabled and one.precedence is not None and winner is not None and winner is not one
    return msgspec.structs.replace(one, shadowed_by=winner.key if loses and winner is not None else None)


def controls_in(controls: Controls, at: Sequence[int]) -> Controls:
    """Those sets and prompts that there are in a scenario."""
    sets = (one for one in controls.sets if one.holds is None or one.holds.holds(at))
    prompts = (one for one in controls.prompts if one.holds is None or one.holds.holds(at))
    bare = (msgspec.structs.replace(one, holds=None) for one in sets)
    return msgspec.structs.replace(
        controls,
        sets=tuple(bare),
        prompts=tuple(msgspec.structs.replace(one, holds=None) for one in prompts),
    )


def judged(registry: Registry, controls: Controls) -> tuple[Finding, ...]:
    """What the rules say, with tables and ids applied."""
    applied = apply(registry, controls)
    return evaluate(applied, controls, HeldSets(controls, Names(applied)))
