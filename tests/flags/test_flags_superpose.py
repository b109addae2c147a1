"""The registry of everywhere, and that of each scenario, against looking at each by itself."""

import random

import msgspec
import pytest
from explored_project import SPACE, brute, project, scenarios, tool

from inspector.controls.presence import existing, known
from inspector.flags.judging import within
from inspector.flags.scenarios import shown
from inspector.flags.space import scenario_at
from inspector.flags.superpose import superposed
from inspector.flags.tool_union import keyed_as
from inspector.flags.unexplored import DOUBT
from inspector.model import (
    ALWAYS,
    Answer,
    Branch,
    Consumer,
    Decision,
    Factory,
    Listed,
    Listing,
    LoadFailure,
    Location,
    McpServer,
    Registry,
    RootExploration,
    Sample,
    SdkInfo,
    Surface,
    Switch,
    Telling,
    Told,
    Tool,
)
from inspector.model.condition import one_of

BETA, NO_BETA = one_of(0, 2, (1,)), one_of(0, 2, (0,))
PAID = one_of(1, 3, (1, 2))
BY_BETA = Decision(tree=Branch(0, (0, 1)), reads=(0,))
BY_PLAN = Decision(tree=Branch(1, (0, 1, 1)), reads=(1,))
OFF_OR_ON = (Answer(enabled=False), Answer(enabled=True))


def registry(*consumers: Consumer, **changes: object) -> Registry:
    return Registry(
        root="/project", info=SdkInfo(sdk="0.24.0", python="3.11.7"), consumers=consumers, **changes
    )


def agent(*tools: Tool, **changes: object) -> Consumer:
    return Consumer(id="app:triage", name="Triage", tools=tools, **changes)


def switched(*keys: str, decision: Decision = BY_BETA) -> Switch:
    return Switch(consumer="app:triage", tools=keys, decision=decision, outcomes=OFF_OR_ON)


def explored(**parts: object) -> tuple[RootExploration, ...]:
    return (RootExploration(root=".", **parts),)


def built(*builds: Consumer | LoadFailure, decision: Decision = BY_BETA) -> tuple[RootExploration, ...]:
    surfaces = (
        Surface(failure=one) if isinstance(one, LoadFailure) else Surface(consumers=(one,)) for one in builds
    )
    factory = Factory(ref="app:build", decision=decision, outcomes=tuple(surfaces))
    return explored(factories=(factory,))


def asked(function: str, **changes: object) -> Tool:
    """A tool with a predicate."""
    return tool(function, predicate_location=Location("app.py", 1), **changes)


def everywhere(one: Consumer, exploration: tuple[RootExploration, ...], **changes: object) -> Consumer:
    (consumer,) = superposed(registry(one, **changes), exploration, SPACE).consumers
    return consumer


@pytest.mark.parametrize("seed", range(80))
def test_tools_are_there_and_run_as_in_each_scenario_by_itself(seed: int) -> None:
    shown_first, exploration = project(random.Random(seed))
    over_all = superposed(shown_first, (exploration,), SPACE)
    for at in scenarios():
        alone = brute(exploration, shown_first, at)
        here = {}
        for consumer in over_all.consumers:
            if existing(consumer) is ALWAYS or existing(consumer).holds(at):
                on = [
                    one
                    for one in consumer.tools
                    if known(consumer, one) is ALWAYS or known(consumer, one).holds(at)
                ]
                on.sort(key=lambda one: (one.visible, one.precedence or 0))
                here[consumer.id] = [one.function for one in on]
        assert here == alone, at
        only = shown(shown_first, (exploration,), SPACE, scenario_at(SPACE, at))
        assert only is not None
        sent = {one.id: {each.function for each in one.tools if each.live} for one in only.consumers}
        assert sent == {one: set(functions) for one, functions in alone.items()}
        for one in only.consumers:
            winners = {
                each.visible: each.function for each in one.tools if each.live and not each.shadowed_by
            }
            first = {}
            for function in alone[one.id]:
                first.setdefault("refund" if ".refund" in function else "lookup", function)
            assert winners == first, at


@pytest.mark.parametrize("seed", range(40))
def test_the_keys_of_a_scenario_are_those_of_everywhere(seed: int) -> None:
    first, exploration = project(random.Random(seed))
    over_all = superposed(first, (exploration,), SPACE)
    by_id = {one.id: one for one in over_all.consumers}
    for at in scenarios():
        only = shown(first, (exploration,), SPACE, scenario_at(SPACE, at))
        assert only is not None
        for consumer in only.consumers:
            rekeyed = keyed_as(consumer, by_id[consumer.id], at)
            there = {one.key: one.function for one in by_id[consumer.id].tools}
            assert len({one.key for one in rekeyed.tools}) == len(rekeyed.tools)
            assert all(there[one.key] == one.function for one in rekeyed.tools)


class TestPredicates:
    def test_a_tool_is_there_where_its_predicate_says_so(self) -> None:
        consumer = everywhere(
            agent(asked("refund_a", enabled=False)), explored(switches=(switched("function:refund"),))
        )
        (only,) = consumer.tools
        assert (only.enabled, only.presence, only.undecided, only.listed) == (True, BETA, None, ALWAYS)

    def test_an_agent_without_anything_to_decide_stays_as_it_is(self) -> None:
        one = agent(tool("refund_a"))
        assert everywhere(one, explored()) is one

    def test_no_answer_without_a_context_is_no_proof(self) -> None:
        silent = Answer(enabled=None, error="KeyError: 'x'", failure="raised")
        switch = msgspec.structs.replace(switched("function:refund"), outcomes=(silent, Answer(enabled=True)))
        (only,) = everywhere(agent(asked("refund_a")), explored(switches=(switch,))).tools
        assert (only.presence, only.undecided, only.failing) == (BETA, NO_BETA, None)

    def test_an_exception_with_a_context_keeps_the_tool_away(self) -> None:
        silent = Answer(enabled=None, error="KeyError: 'x'", failure="raised")
        switch = msgspec.structs.replace(switched("function:refund"), outcomes=(silent, Answer(enabled=True)))
        (only,) = everywhere(agent(asked("refund_a")), explored(switches=(switch,)), context="app:make").tools
        assert (only.presence, only.undecided, only.failing) == (BETA, None, NO_BETA)
        assert only.predicate_error == "KeyError: 'x'"

    def test_one_that_takes_too_long_with_a_context_is_unknown_there(self) -> None:
        silent = Answer(enabled=None, error="TooLong: no end after 1 s", failure="too_long")
        switch = msgspec.structs.replace(switched("function:refund"), outcomes=(silent, Answer(enabled=True)))
        (only,) = everywhere(agent(asked("refund_a")), explored(switches=(switch,)), context="app:make").tools
        assert (only.presence, only.undecided, only.late, only.failing) == (BETA, NO_BETA, NO_BETA, None)
        assert only.late_error == "TooLong: no end after 1 s"

    def test_a_sample_is_no_proof(self) -> None:
        sample = Decision(
            samples=(Sample((0, 0, 0, 0), 0), Sample((1, 0, 0, 0), 1)),
            strength=3,
            doubt="3-wise sample, 2 of 2^31 scenarios",
            reads=(0,),
        )
        switch = switched("function:refund", decision=sample)
        (only,) = everywhere(agent(asked("refund_a")), explored(switches=(switch,))).tools
        assert only.doubt == "in a 3-wise sample"

    def test_a_predicate_that_exploring_did_not_get_to(self) -> None:
        (only,) = everywhere(agent(asked("refund_a")), explored()).tools
        assert (only.enabled, only.presence, only.doubt) == (True, None, "as far as could be told")


class TestBuilds:
    def test_one_tool_of_all_builds_that_have_it(self) -> None:
        plain = agent(tool("refund_a"))
        other = agent(tool("lookup", 1), tool("refund_a", 2))
        consumer = everywhere(plain, built(plain, other))
        assert [(one.key, one.presence) for one in consumer.tools] == [
            ("function:lookup", BETA),
            ("function:refund", None),
        ]

    def test_tools_that_differ_are_two(self) -> None:
        """The one that is shown keeps its key."""
        plain, gated = agent(tool("refund_a")), agent(tool("refund_a", approval="static"))
        consumer = everywhere(plain, built(plain, gated))
        found = sorted(consumer.tools, key=lambda one: one.key)
        assert [(one.key, one.approval, one.presence) for one in found] == [
            ("function:refund", "none", NO_BETA),
            ("function:refund#2", "static", BETA),
        ]

    def test_an_agent_that_only_some_builds_make(self) -> None:
        failure = LoadFailure(ref="app:build", kind="raised", error="KeyError: 'x'")
        over_all = superposed(
            registry(agent(tool("refund_a"))), built(agent(tool("refund_a")), failure), SPACE
        )
        assert over_all.consumers[0].presence is NO_BETA
        assert [one.holds for one in over_all.failures] == [BETA]

    def test_what_differs_beside_the_tools_is_kept_by_form(self) -> None:
        one, other = agent(tool("refund_a"), stop=("refund",)), agent(tool("refund_a"))
        consumer = everywhere(one, built(one, other))
        assert [(form.stop, form.presence) for form in consumer.variants] == [
            (("refund",), NO_BETA),
            ((), BETA),
        ]

    def test_builds_that_list_rivals_in_another_order(self) -> None:
        """The last one runs: no single order fits both builds."""
        first = agent(
            tool("refund_a", 1, precedence=1), tool("refund_b", 2, key="function:refund#2", precedence=0)
        )
        second = agent(
            tool("refund_b", 1, precedence=1), tool("refund_a", 2, key="function:refund#2", precedence=0)
        )
        consumer = everywhere(first, built(first, second))
        for presence, runs in ((NO_BETA, "app.tools.refund_b"), (BETA, "app.tools.refund_a")):
            there = [one for one in consumer.tools if one.presence is presence]
            assert min(there, key=lambda one: one.precedence or 0).function == runs


class TestSampledBuilds:
    """Builds that share something are taken together, not each for itself."""

    @staticmethod
    def decision(*scenarios: tuple[int, ...]) -> Decision:
        samples = tuple(Sample(scenario, number) for number, scenario in enumerate(scenarios))
        return Decision(samples=samples, strength=2, doubt="2-wise sample", reads=(0, 1, 2))

    def test_a_tool_is_there_by_the_flag_that_all_builds_with_it_have(self) -> None:
        plain, more, other = tool("refund_a"), tool("lookup", 2), tool("order", 3)
        builds = (agent(plain), agent(plain, more), agent(plain, other), agent(plain, more, other))
        decision = self.decision((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (1, 2, 1, 0))
        consumer = everywhere(builds[0], built(*builds, decision=decision))
        assert consumer.presence is None
        assert {one.visible: one.presence for one in consumer.tools} == {
            "refund": None,
            "lookup": BETA,
            "order": within(SPACE, PAID),
        }
        assert {one.doubt for one in consumer.tools} == {"in a 2-wise sample"}

    def test_agents_and_failures_as_well(self) -> None:
        failure = LoadFailure(ref="app:build", kind="raised", error="KeyError: 'x'")
        builds = (agent(tool("refund_a")), failure, agent(tool("lookup")), failure)
        decision = self.decision((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (1, 2, 1, 0))
        over_all = superposed(registry(builds[0]), built(*builds, decision=decision), SPACE)
        assert over_all.consumers[0].presence is NO_BETA
        assert [(one.holds, one.doubt) for one in over_all.failures] == [(BETA, "in a 2-wise sample")]

    def test_a_predicate_decides_further_in_each_build(self) -> None:
        by_sso = Decision(tree=Branch(2, (0, 1)), reads=(2,))
        surfaces = (
            Surface(
                consumers=(agent(asked("refund_a")),),
                switches=(msgspec.structs.replace(switched("function:refund"), decision=by_sso),),
            ),
            Surface(consumers=(agent(),)),
        )
        decision = self.decision((0, 1, 0, 0), (1, 1, 0, 0))
        factory = Factory(ref="app:build", decision=decision, outcomes=surfaces)
        (only,) = everywhere(agent(asked("refund_a")), explored(factories=(factory,))).tools
        assert only.presence is within(SPACE, NO_BETA & one_of(2, 2, (1,)))

    def test_what_nobody_built_may_have_more(self) -> None:
        builds = (agent(tool("refund_a")), agent(tool("lookup")))
        sampled = built(*builds, decision=self.decision((0, 0, 0, 0), (1, 0, 0, 0)))
        assert superposed(registry(builds[0]), sampled, SPACE).doubt == "in a 2-wise sample"
        assert superposed(registry(builds[0]), built(*builds), SPACE).doubt == ""


class TestWhatExploringDidNotGetTo:
    over = "the 18 s that exploring may take were over"

    def test_an_agent_of_a_factory(self) -> None:
        ids = ("app:build", "app:build['eu']", "app:build>Desk", "app:builder", "app:triage")
        consumers = [Consumer(id=one, name="Desk", tools=(tool("lookup"),)) for one in ids]
        part = explored(unfinished=(f"factory app:build: {self.over}",))
        over_all = superposed(registry(*consumers), part, SPACE)
        assert [bool(one.doubt) for one in over_all.consumers] == [True, True, True, False, False]
        assert over_all.doubt == DOUBT

    def test_a_failure_of_a_factory(self) -> None:
        failures = tuple(LoadFailure(ref=ref, kind="raised", error="x") for ref in ("app:build", "app"))
        part = explored(unfinished=("3 more: not reached",))
        found = superposed(registry(failures=failures), part, SPACE).failures
        assert [(one.holds, one.doubt) for one in found] == [(None, DOUBT), (None, "")]

    @pytest.mark.parametrize(
        "words", [f"predicates of app:triage: {over}", f"instructions of `app:triage`: {over}"]
    )
    def test_texts_are_in_doubt_and_not_the_agent(self, words: str) -> None:
        one = agent(tool("refund_a"), instructions="Be kind.", instructions_callable="app.say")
        consumer = everywhere(one, explored(unfinished=(words,)))
        assert consumer.doubt == ""
        assert [form.doubt for form in consumer.forms] == [DOUBT]

    def test_tools_of_servers_are_in_doubt(self) -> None:
        server = McpServer(name="shop", type="stdio", started=True)
        one = agent(tool("refund_a"), mcp_servers=(server,))
        words = f"MCP tools of `app:triage`: {self.over}"
        assert everywhere(one, explored(unfinished=(words,))).doubt == DOUBT

    def test_of_words_that_name_nothing_all_may_depend(self) -> None:
        one = agent(tool("refund_a"))
        assert everywhere(one, explored(unfinished=("exploring was stopped by the s key",))).doubt == DOUBT

    @pytest.mark.parametrize(
        "words", [f"predicates of app:other: {over}", f"what is kept between builds: {over}"]
    )
    def test_what_has_nothing_to_do_with_it_is_exact(self, words: str) -> None:
        one = agent(tool("refund_a"), instructions="Be kind.", instructions_callable="app.say")
        assert everywhere(one, explored(unfinished=(words,))) is one


class TestTextsAndListings:
    def test_instructions_by_scenario(self) -> None:
        telling = Telling(
            consumer="app:triage", decision=BY_BETA, outcomes=(Told(text="Be kind."), Told(text="Be quick."))
        )
        plain = agent(tool("refund_a"), instructions="Be kind.", instructions_callable="app.say")
        consumer = everywhere(plain, explored(tellings=(telling,)))
        assert [(form.instructions, form.presence) for form in consumer.variants] == [
            ("Be kind.", NO_BETA),
            ("Be quick.", BETA),
        ]

    def test_tools_that_a_server_offers_in_some(self) -> None:
        offered = tool("lookup", origin="mcp", key="mcp:lookup", server="shop", precedence=1)
        listing = Listing(
            consumer="app:triage",
            decision=BY_PLAN,
            outcomes=(Listed(), Listed(tools=(offered,), error=None)),
        )
        consumer = everywhere(agent(tool("lookup")), explored(listings=(listing,)))
        ranks = {one.origin: one.precedence for one in consumer.tools}
        assert [(one.origin, one.presence) for one in consumer.tools] == [
            ("mcp", within(SPACE, PAID)),
            ("function", None),
        ]
        assert ranks == {"function": 0, "mcp": 1}

    def test_a_listing_that_fails_in_some(self) -> None:
        listing = Listing(
            consumer="app:triage", decision=BY_BETA, outcomes=(Listed(), Listed(error="Duplicate tool names"))
        )
        consumer = everywhere(agent(tool("lookup")), explored(listings=(listing,)))
        assert [(form.resolution.run_error, form.presence) for form in consumer.variants] == [
            (None, NO_BETA),
            ("Duplicate tool names", BETA),
        ]


class TestOneScenario:
    def test_what_exploring_has_not_proven_is_not_shown(self) -> None:
        doubtful = msgspec.structs.replace(BY_BETA, doubt="it answers differently each time")
        exploration = explored(switches=(switched("function:refund", decision=doubtful),))
        assert (
            shown(registry(agent(asked("refund_a"))), exploration, SPACE, scenario_at(SPACE, (1, 0, 0, 0)))
            is None
        )

    def test_a_sampled_scenario_is_known(self) -> None:
        sample = Decision(samples=(Sample((1, 0, 0, 0), 1),), strength=2, doubt="2-wise sample")
        exploration = explored(switches=(switched("function:refund", decision=sample),))
        project = registry(agent(asked("refund_a", enabled=False, sent=False)))
        known_here = shown(project, exploration, SPACE, scenario_at(SPACE, (1, 0, 0, 0)))
        assert known_here is not None
        assert [(one.enabled, one.sent) for one in known_here.consumers[0].tools] == [(True, True)]
        assert shown(project, exploration, SPACE, scenario_at(SPACE, (0, 1, 0, 0))) is None

    def test_a_run_that_may_fail_is_left_to_the_sdk(self) -> None:
        """Two deferred tools of one name have no order: every run with both fails, in the SDK's own words."""
        pair = (
            asked("refund_a", enabled=False),
            tool("refund_b", 2, key="function:refund#2"),
        )
        exploration = explored(switches=(switched("function:refund"),))
        assert shown(registry(agent(*pair)), exploration, SPACE, scenario_at(SPACE, (1, 0, 0, 0))) is None
