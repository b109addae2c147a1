"""Predicates, instructions and listings are decided over all scenarios, whatever they do to whoever asks."""

import asyncio
import contextlib
import datetime
import functools
import itertools
import os
import random
import secrets
import signal
import sys
import time
import uuid
from typing import Any

import msgspec
import pytest
from agents import Agent, FunctionTool, function_tool, handoff
from agents.mcp import MCPServer
from extraction import Found, Sites
from mcp.types import Tool as McpTool

from inspector.model import RootExploration
from inspector.probe import configured, exploring, extract, fickleness, predicates, sdk, stub_objects
from inspector.probe.budget import Budget
from inspector.probe.recording import ContextFactory, Stages
from inspector.probe.space import Space

SPACE = Space([("beta", (False, True)), ("plan", ("free", "pro", "max")), ("sso", (False, True))])


class Recording(Stages):
    """The flags are the context, unless a factory is given; keeps the scenarios that were asked in."""

    def __init__(self, make: Any = lambda flags: flags, *, stale: bool = False, doubt: str = "") -> None:
        super().__init__(SPACE, ContextFactory(make, SPACE))
        self.scenarios: list[tuple[int, ...]] = []
        self._always = (stale, doubt)

    async def at(self, scenario: tuple[int, ...]) -> Any:
        self.scenarios.append(scenario)
        return await super().at(scenario)

    def take_reads(self) -> tuple[int, ...]:
        reads = super().take_reads()
        stale, doubt = self._always
        self.stale, self.doubt = self.stale or stale, self.doubt or doubt
        return reads


def explored(*agents: Any, stages: Any = None, seconds: float = 60, **options: Any) -> RootExploration:
    request = options.pop("request", {})
    found = [Found(agent, agent.name) for agent in agents]
    survey = extract.surveyed(found, recorder=Sites(), project="/project", request=request)
    budget = options.pop("budget", None) or Budget(seconds)
    part = exploring.explore(survey, stages=stages or Recording(), budget=budget, request=request, **options)
    return msgspec.convert({"root": ".", **part}, RootExploration)


def tool(name: str, predicate: Any = True) -> FunctionTool:
    def work() -> str:
        return ""

    return function_tool(name_override=name, is_enabled=predicate)(work)


def needs_beta(context: Any, _agent: Any) -> bool:
    return bool(context.context["beta"])


def needs_a_plan(context: Any, _agent: Any) -> bool:
    return context.context["plan"] != "free" and bool(context.context["sso"])


async def needs_beta_at_once(context: Any, _agent: Any) -> bool:
    return bool(context.context["beta"])


async def needs_beta_later(context: Any, _agent: Any) -> bool:
    await asyncio.sleep(0)
    return bool(context.context["beta"])


async def waits_for_beta_alone(context: Any, _agent: Any) -> bool:
    if context.context["beta"]:
        await asyncio.sleep(0)
        return True
    return False


def said(switch: Any) -> list[bool | None]:
    return [outcome.enabled for outcome in switch.outcomes]


def tree(decision: Any) -> Any:
    """(flag, branches) for every node."""

    def plain(node: Any) -> Any:
        return node if isinstance(node, int) else (node.flag, tuple(map(plain, node.branches)))

    return plain(decision.tree)


def test_a_predicate_is_decided_for_every_scenario():
    (switch,) = explored(Agent(name="Desk", tools=[tool("ship", needs_a_plan), tool("free")])).switches
    assert (switch.consumer, switch.tools) == ("Desk", ("function:ship",))
    assert tree(switch.decision) == (1, (0, (2, (0, 1)), (2, (0, 1))))
    assert said(switch) == [False, True]
    assert switch.decision.exact
    assert (switch.decision.reads, switch.decision.evaluations) == ((1, 2), 5)


@pytest.mark.parametrize("predicate", [needs_beta_at_once, needs_beta_later, waits_for_beta_alone])
def test_awaited_ones_are_decided_alike(predicate):
    agent = Agent(
        name="Desk",
        tools=[tool("one", predicate)],
        handoffs=[handoff(Agent(name="Target"), is_enabled=functools.partial(predicate))],
    )
    for switch in explored(agent).switches:
        assert tree(switch.decision) == (0, (0, 1))
        assert said(switch) == [False, True]
        assert switch.decision.exact


def test_tools_with_one_predicate_share_its_decision():
    target = Agent(name="Target")
    desk = Agent(
        name="Desk",
        tools=[tool("one", needs_beta), tool("two", needs_beta), tool("other", needs_a_plan)],
        handoffs=[handoff(target, is_enabled=needs_beta)],
    )
    switches = explored(desk, Agent(name="Second", tools=[tool("one", needs_beta)])).switches
    assert [(switch.consumer, switch.tools) for switch in switches] == [
        ("Desk", ("function:one", "function:two", "handoff:transfer_to_target")),
        ("Desk", ("function:other",)),
        ("Second", ("function:one",)),
    ]


def test_an_agent_decides_by_itself_what_the_predicate_says():
    def own(context: Any, agent: Any) -> bool:
        return agent.name == "Desk" or bool(context.context["sso"])

    switches = explored(*(Agent(name=name, tools=[tool("one", own)]) for name in ("Desk", "Yard"))).switches
    assert [tree(switch.decision) for switch in switches] == [0, (2, (0, 1))]


def test_what_raises_is_an_outcome_of_its_own():
    def raises(context: Any, _agent: Any) -> bool:
        if context.context["beta"]:
            raise LookupError("no account")
        return True

    (switch,) = explored(Agent(name="Desk", tools=[tool("one", raises)])).switches
    assert tree(switch.decision) == (0, (0, 1))
    answer = switch.outcomes[1]
    assert (answer.enabled, answer.failure, answer.error) == (None, "raised", "LookupError: no account")


def test_what_a_stand_in_says_is_unknown():
    stub = stub_objects.Stub("launchpad", "launchpad.flag")
    (switch,) = explored(Agent(name="Desk", tools=[tool("one", lambda *_: stub)])).switches
    assert [(answer.enabled, answer.failure) for answer in switch.outcomes] == [(None, "stubbed")]


def test_where_the_context_fails_that_is_what_its_predicates_are_told_to_fail_of():
    def make(flags: Any) -> Any:
        if flags["sso"]:
            raise LookupError("no account")
        return dict(flags)

    stages = Recording(make)
    near = (0, 0, 1)
    (switch,) = explored(
        Agent(name="Desk", tools=[tool("one", needs_beta)]), stages=stages, near=near
    ).switches
    failed, fine = switch.outcomes[0], switch.outcomes[1:]
    assert (failed.enabled, failed.failure) == (None, "raised")
    assert failed.error == "the context itself failed here: LookupError: no account"
    assert [answer.enabled for answer in fine] == [False, True]


def endless(_context: Any, _agent: Any) -> bool:
    while True:
        pass


def sleeps(context: Any, _agent: Any) -> bool:
    time.sleep(60)
    return True


async def waits(_context: Any, _agent: Any) -> bool:
    await asyncio.sleep(60)
    return True


async def blocks_later(_context: Any, _agent: Any) -> bool:
    await asyncio.sleep(0)
    time.sleep(60)
    return True


async def swallows_every_error(_context: Any, _agent: Any) -> bool:
    while True:
        with contextlib.suppress(Exception):
            time.sleep(60)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predicates, "SECONDS", 0.1)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("hangs", [endless, sleeps, waits, blocks_later, swallows_every_error])
def test_what_hangs_is_unknown_and_costs_its_limit_twice_at_most(hangs):
    asked = []

    def predicate(context: Any, agent: Any) -> Any:
        if not context.context["beta"]:
            return False
        _ = context.context["plan"], context.context["sso"]
        asked.append(1)
        return hangs(context, agent)

    desk = Agent(name="Desk", tools=[tool("slow", predicate), tool("quick", needs_beta)])
    slow, quick = explored(desk).switches
    assert len(asked) == 2
    assert said(slow) == [False, None]
    assert slow.outcomes[1].failure == "too_long"
    assert "took too long several times" in slow.decision.doubt
    assert len(slow.decision.samples) == 3
    assert said(quick) == [False, True]
    assert quick.decision.exact


@pytest.mark.usefixtures("short")
def test_what_hangs_in_one_scenario_alone_is_exact():
    def predicate(context: Any, agent: Any) -> bool:
        return endless(context, agent) if context.context["beta"] else True

    (switch,) = explored(Agent(name="Desk", tools=[tool("slow", predicate)])).switches
    assert (tree(switch.decision), said(switch), switch.decision.doubt) == ((0, (0, 1)), [True, None], "")


@pytest.mark.usefixtures("short")
def test_what_hung_twice_is_not_asked_for_other_agents():
    asked = []

    def predicate(_context: Any, _agent: Any) -> bool:
        asked.append(1)
        time.sleep(60)
        return True

    agents = [Agent(name=f"a{at}", tools=[tool("slow", predicate)]) for at in range(5)]
    switches = explored(*agents).switches
    assert len(asked) == 1 + 2
    assert [said(switch) for switch in switches] == [[None]] * 5
    assert [bool(switch.decision.doubt) for switch in switches] == [False, False, True, True, True]


@pytest.mark.usefixtures("short")
def test_what_hangs_in_every_build_is_not_asked_in_all_of_them():
    asked = []
    budget = Budget(60)

    def build() -> Agent:
        def predicate(_context: Any, _agent: Any) -> bool:
            asked.append(1)
            time.sleep(60)
            return True

        return Agent(name="Desk", tools=[tool("slow", predicate)])

    found = [explored(build(), budget=budget, request={"unasked": ""}).switches[0] for _ in range(8)]
    assert len(asked) == 8 + 5
    assert [said(switch) for switch in found] == [[None]] * 8


def test_what_answers_by_lot_is_unstable():
    def lot(_context: Any, _agent: Any) -> bool:
        return random.random() < 0.5

    count = itertools.count()

    def alternating(_context: Any, _agent: Any) -> bool:
        return next(count) % 2 == 0

    found = explored(Agent(name="Desk", tools=[tool("a", lot), tool("b", alternating)]))
    assert [each.ref.rpartition(".")[2] for each in found.unstable] == ["lot", "alternating"]
    assert all(
        each.difference.startswith("answers differently each time it is asked under the same flags: o")
        for each in found.unstable
    )
    assert all(each.line for each in found.unstable)
    assert not any(switch.decision.exact for switch in found.switches)


def test_numbers_that_come_out_the_same_are_doubted_but_not_unstable():
    def rarely(_context: Any, _agent: Any) -> bool:
        return random.random() >= 0

    found = explored(Agent(name="Desk", tools=[tool("a", rarely)]))
    assert found.unstable == ()
    assert "draws random numbers" in found.switches[0].decision.doubt


def test_lots_with_a_seed_of_their_own_are_exact():
    def rollout(context: Any, _agent: Any) -> bool:
        return random.Random(f"{context.context['plan']}-seed").random() < 0.5

    assert explored(Agent(name="Desk", tools=[tool("a", rollout)])).switches[0].decision.exact


@pytest.mark.parametrize(
    "clock",
    [time.time, time.time_ns, datetime.datetime.now, datetime.date.today],
    ids=["time", "time_ns", "now", "today"],
)
def test_what_asks_for_the_time_is_doubted(clock):
    def later(context: Any, _agent: Any) -> bool:
        return bool(context.context["beta"]) and str(clock()) > "0"

    found = explored(Agent(name="Desk", tools=[tool("a", later)]))
    assert "asks for the time" in found.switches[0].decision.doubt
    assert found.unstable == ()


@pytest.mark.parametrize(
    "draw",
    [
        uuid.uuid1,
        uuid.uuid4,
        lambda: os.urandom(1),
        lambda: secrets.randbelow(9),
        lambda: random.Random().random(),
        lambda: random.SystemRandom().random(),
        time.localtime,
        time.gmtime,
        lambda: time.strftime("%H"),
        time.monotonic,
        time.perf_counter_ns,
        datetime.datetime.today,
        datetime.datetime.utcnow,
    ],
)
@pytest.mark.parametrize("waits", [False, True])
def test_what_is_another_thing_each_time_is_doubted(draw, waits):
    async def later(_context: Any, _agent: Any) -> bool:
        if waits:
            await asyncio.sleep(0.001)
        return bool(str(draw()))

    (switch,) = explored(Agent(name="Desk", tools=[tool("a", later)])).switches
    assert "it asks for the time" in switch.decision.doubt or "random numbers" in switch.decision.doubt


@pytest.mark.parametrize(
    "reckon",
    [lambda: time.localtime(0), lambda: time.strftime("%H", time.gmtime(0)), lambda: random.Random(3)],
)
def test_times_that_are_told_and_lots_with_a_seed_are_exact(reckon):
    def steady(_context: Any, _agent: Any) -> bool:
        return bool(str(reckon()))

    assert explored(Agent(name="Desk", tools=[tool("a", steady)])).switches[0].decision.exact


def test_chance_is_noticed_in_a_block_that_runs_event_loops():
    async def draws() -> None:
        await asyncio.sleep(0)
        random.random()

    with fickleness.noticed() as seen:
        asyncio.run(draws())
    assert seen.doubt == ""
    with fickleness.noticed() as seen:
        asyncio.run(seen.watched(draws()))
    assert seen.doubt == fickleness.LOTS
    with fickleness.noticed() as seen:
        time.time()
    assert seen.doubt == fickleness.CLOCK


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Recording:
    """The stages that agents are read with, too."""
    stages = Recording()
    settled = configured.Configured("", "", 5.0, space=SPACE)
    settled.stages = stages

    async def context() -> Any:
        return (await stages.at(SPACE.requested)).context

    monkeypatch.setattr(settled, "context", context)
    monkeypatch.setattr(configured, "of", lambda request: settled)
    return stages


def test_what_earlier_calls_leave_behind_is_told(loaded):
    plans: list[str] = []

    def remembers(context: Any, _agent: Any) -> bool:
        plans.append(context.context["plan"])
        return True

    def looks(_context: Any, _agent: Any) -> bool:
        return "pro" in plans

    found = explored(Agent(name="Desk", tools=[tool("a", remembers), tool("b", looks)]), stages=loaded)
    first, second = found.switches
    assert first.decision.exact
    assert second.decision.doubt == (
        "it answers otherwise than when it was loaded: something remembers earlier calls"
    )
    (unstable,) = found.unstable
    assert unstable.what == "Answers"
    assert unstable.difference == (
        "answers differently when it is asked again under the same flags: off when it was loaded, then on, "
        "so something remembers earlier calls"
    )


def test_what_is_not_read_again_is_doubted(loaded):
    memory: dict[str, Any] = {}

    def keeps(context: Any, _agent: Any) -> bool:
        if "plan" not in memory:
            memory["plan"] = context.context["plan"]
        return memory["plan"] == "pro"

    def keeps_text(context: Any, _agent: Any) -> str:
        if "beta" not in memory:
            memory["beta"] = context.context["beta"]
        return str(memory["beta"])

    agent = Agent(name="Desk", tools=[tool("a", keeps), tool("b", needs_beta)], instructions=keeps_text)
    found = explored(agent, stages=loaded)
    assert [switch.decision.doubt for switch in found.switches] == [
        "it doesn't read `plan` any more, as it did when it was loaded: something keeps what came of that",
        "",
    ]
    assert "it doesn't read `beta` any more" in found.tellings[0].decision.doubt
    assert [loaded.space.names[each] for each in found.kept] == ["beta", "plan"]


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("waits", [False, True])
def test_a_time_limit_that_is_swallowed_is_no_answer(waits):
    def swallows(context: Any, _agent: Any) -> bool:
        with contextlib.suppress(BaseException):
            if context.context["beta"]:
                time.sleep(60)
        return True

    async def later(context: Any, agent: Any) -> bool:
        await asyncio.sleep(0)
        return swallows(context, agent)

    (switch,) = explored(Agent(name="Desk", tools=[tool("a", later if waits else swallows)])).switches
    assert (tree(switch.decision), said(switch)) == ((0, (0, 1)), [True, None])
    assert switch.outcomes[1].failure == "too_long"


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    "disarm",
    [
        lambda: signal.setitimer(signal.ITIMER_REAL, 0),
        lambda: signal.signal(signal.SIGALRM, signal.SIG_IGN),
    ],
)
def test_a_time_limit_that_is_switched_off_is_no_answer(disarm):
    def switches_off(context: Any, _agent: Any) -> bool:
        disarm()
        if context.context["beta"]:
            time.sleep(0.3)
        return True

    slow, endless_one = explored(
        Agent(name="Desk", tools=[tool("a", switches_off), tool("b", endless)])
    ).switches
    assert [answer.failure for answer in slow.outcomes] == [None, "too_long"]
    assert endless_one.outcomes[0].failure == "too_long"


def test_errors_that_name_other_addresses_each_time_are_one_outcome():
    def raises(_context: Any, _agent: Any) -> bool:
        raise LookupError(f"{object()!r} is missing")

    found = explored(Agent(name="Desk", tools=[tool("a", raises)]))
    assert found.unstable == ()
    assert len(found.switches[0].outcomes) == 1


def test_what_leaves_or_stops_the_loop_costs_no_other_predicate():
    def leaves(_context: Any, _agent: Any) -> bool:
        sys.exit(3)

    def stops(context: Any, _agent: Any) -> bool:
        if context.context["beta"]:
            asyncio.get_running_loop().stop()
        return True

    async def stops_later(context: Any, _agent: Any) -> bool:
        if context.context["beta"]:
            asyncio.get_running_loop().stop()
            await asyncio.sleep(0.01)
        return True

    tools = [tool("a", leaves), tool("b", stops_later), tool("c", stops), tool("d", needs_beta)]
    found = explored(Agent(name="Desk", tools=tools))
    assert {switch.tools[0] for switch in found.switches} >= {"function:a", "function:d"}
    assert found.switches[0].outcomes[0].error == "SystemExit: 3"
    assert any(text.startswith("is_enabled of `b` of `Desk`: ") for text in found.unfinished)


def test_where_asking_ended_the_load_nothing_is_asked_again():
    desk = Agent(name="Desk", tools=[tool("a", needs_beta)])
    found = explored(desk, request={"unasked": "it left the process"})
    assert found.switches == ()
    assert found.unfinished == (
        "nothing was asked in other scenarios, since asking ended with: it left the process",
    )


class Ending(Budget):
    """Is over once one has been asked so often."""

    def __init__(self, asked: list[int], most: int) -> None:
        super().__init__(60)
        self.asked, self.most = asked, most

    @property
    def left(self) -> float:
        return 0.0 if len(self.asked) >= self.most else super().left


def test_what_there_was_no_time_for_is_named():
    asked: list[int] = []

    def counts(_context: Any, _agent: Any) -> bool:
        asked.append(1)
        return True

    tools = [tool("first", counts), tool("second", functools.partial(counts))]
    found = explored(Agent(name="Desk", tools=tools), budget=Ending(asked, 2 + 3))
    assert len(found.switches) == 1
    assert found.unfinished == (
        "is_enabled of `second` of `Desk`: the 60 s that exploring may take were over",
    )


def test_parts_are_emitted_while_it_goes_on(monkeypatch):
    monkeypatch.setattr(exploring, "_EVERY", -1.0)
    parts: list[dict[str, Any]] = []
    tools = [tool("a", needs_beta), tool("b", needs_a_plan)]
    rest = explored(Agent(name="Desk", tools=tools), emit=parts.append)
    assert [len(part["switches"]) for part in parts] == [1, 1]
    assert rest.switches == ()


def test_within_a_build_only_its_scenarios_are_asked_in():
    stages = Recording()
    agent = Agent(name="Desk", tools=[tool("ship", needs_a_plan)])
    (switch,) = explored(agent, stages=stages, within={1: 2}).switches
    assert {scenario[1] for scenario in stages.scenarios} == {2}
    assert tree(switch.decision) == (2, (0, 1))


def test_flags_of_another_scenario_are_told_and_doubted_where_they_may_differ():
    stages = Recording(stale=True)
    agent = Agent(name="Desk", tools=[tool("a", needs_beta)])
    stale: set[int] = set()
    assert not explored(agent, stages=stages, stale=stale).switches[0].decision.exact
    assert explored(agent, stages=stages, within={0: 1}).switches[0].decision.exact
    assert stale == {0}


def test_reads_that_are_not_proven_are_doubted():
    stages = Recording(doubt="the context can't be followed")
    (switch,) = explored(Agent(name="Desk", tools=[tool("a", needs_beta)]), stages=stages).switches
    assert switch.decision.doubt == "the context can't be followed"


def test_callable_instructions_are_told_for_every_scenario():
    def instructions(context: Any, agent: Any) -> str:
        return f"{agent.name} for {context.context['plan']}"

    async def awaited(context: Any, _agent: Any) -> str:
        await asyncio.sleep(0)
        return "beta" if context.context["beta"] else "none"

    found = explored(
        Agent(name="Desk", instructions=instructions),
        Agent(name="Yard", instructions=awaited),
        Agent(name="Plain", instructions="text"),
    )
    assert [(telling.consumer, tree(telling.decision)) for telling in found.tellings] == [
        ("Desk", (1, (0, 1, 2))),
        ("Yard", (0, (0, 1))),
    ]
    assert [told.text for told in found.tellings[0].outcomes] == [
        "Desk for free",
        "Desk for pro",
        "Desk for max",
    ]


def test_instructions_that_raise_say_why():
    def instructions(context: Any, _agent: Any) -> str:
        return "fine" if context.context["beta"] else context.context["nothing"]

    (telling,) = explored(Agent(name="Desk", instructions=instructions)).tellings
    assert [(told.text, told.error is None) for told in telling.outcomes] == [(None, False), ("fine", True)]


def test_instructions_that_say_what_time_it_is_are_exact():
    def instructions(context: Any, _agent: Any) -> str:
        return f"It is {time.time_ns()}; beta: {context.context['beta']}"

    found = explored(Agent(name="Desk", instructions=instructions))
    assert found.tellings[0].decision.exact
    assert found.unstable == ()


class Catalogue(MCPServer):
    """Lists tools by a filter that asks for a flag."""

    def __init__(self) -> None:
        super().__init__()

    @property
    def name(self) -> str:
        return "catalogue"

    async def connect(self) -> None:
        pass

    async def cleanup(self) -> None:
        pass

    async def list_tools(self, run_context: Any = None, agent: Any = None) -> list[McpTool]:
        names = ["search", "buy"]
        flags = run_context.context if run_context is not None else None
        if flags is not None and flags["beta"]:
            names.append("lookup")
        return [McpTool(name=name, inputSchema={"type": "object", "properties": {}}) for name in names]

    async def call_tool(self, tool_name: str, arguments: Any, meta: Any = None) -> Any:
        raise NotImplementedError

    async def list_prompts(self) -> Any:
        raise NotImplementedError

    async def get_prompt(self, name: str, arguments: Any = None) -> Any:
        raise NotImplementedError


def test_what_servers_offer_is_decided_by_their_filters():
    agent = Agent(name="Desk", tools=[tool("lookup")], mcp_servers=[Catalogue()])
    (listing,) = explored(agent, request={"mcp": True}).listings
    assert (listing.consumer, tree(listing.decision)) == ("Desk", (0, (0, 1)))
    without, beta = listing.outcomes
    assert [each.key for each in without.tools] == ["mcp:search", "mcp:buy"]
    assert [each.key for each in beta.tools] == ["mcp:search", "mcp:buy", "mcp:lookup"]
    assert [(each.precedence, each.sent_if_shadowed) for each in beta.tools] == [
        (None, False),
        (None, False),
        (1, not sdk.strict_available()),
    ]
    assert listing.decision.exact


def test_a_handoff_that_appears_renames_a_prefixed_tool():
    server = Catalogue()
    target = Agent(name="Target")
    taken = handoff(target, tool_name_override="mcp_catalogue__buy", is_enabled=needs_beta)
    agent = Agent(
        name="Desk",
        handoffs=[taken],
        mcp_servers=[server],
        mcp_config={"include_server_in_tool_names": True},
    )
    if not sdk.prefixes_mcp_tools(agent):
        return
    (listing,) = explored(agent, request={"mcp": True}).listings
    names = [[tool.visible for tool in outcome.tools] for outcome in listing.outcomes]
    assert names[0] == ["mcp_catalogue__search", "mcp_catalogue__buy"]
    assert "mcp_catalogue__buy" not in names[1]
    assert [tool.raw_name for tool in listing.outcomes[1].tools] == ["search", "buy", "lookup"]


def test_without_being_asked_no_server_is_listed():
    assert explored(Agent(name="Desk", mcp_servers=[Catalogue()])).listings == ()
