"""What exploring has shown, from the parts of several roots to the conditions of findings."""

from pathlib import Path

import msgspec
import pytest

from inspector.flags.space import space_of
from inspector.flags.unexplored import DOUBT
from inspector.inspection import Inspection, InspectOptions, explored, in_scenario
from inspector.inspection.answers import collect
from inspector.inspection.conditions import told
from inspector.inspection.exploration_parts import added_up
from inspector.inspection.merge import aligned
from inspector.inspection.options import settle
from inspector.model import (
    Answer,
    Branch,
    Consumer,
    Decision,
    Factory,
    Finding,
    ListedName,
    Location,
    NotInspected,
    ReadReference,
    RootExploration,
    RootResult,
    Scenario,
    Switch,
    Tool,
    Unstable,
)
from inspector.model.condition import one_of
from inspector.sources.project_text import ProjectText
from inspector.wire.messages import Done, Explored, Message, Ready, RootDone

READY = Ready(sdk="0.24.0", python="3.11", executable="", strict_available=True)
SPACE = space_of(
    {"beta": [False, True], "plan": ["free", "pro"]}, tenants={"acme": {"beta": True}, "borealis": {}}
)
BETA = one_of(0, 2, (1,))
BY_BETA = Decision(tree=Branch(0, (0, 1)), reads=(0,))
OFF_OR_ON = (Answer(enabled=False), Answer(enabled=True))


def refund(number: int, **changes: object) -> Tool:
    suffix = f"#{number}" if number > 1 else ""
    return Tool(
        key=f"function:refund{suffix}",
        visible="refund",
        name="refund",
        lookup_key=("bare", "refund"),
        function=f"shop.refund_{number}",
        origin="function",
        type="FunctionTool",
        identity=number,
        description=f"Pays back, way {number}.",
        precedence=2 - number,
        **changes,
    )


DESK = Consumer(
    id="shop:desk",
    name="Desk",
    path="shop.py",
    line=1,
    tools=(
        refund(1, sent=True),
        refund(2, enabled=False, predicate="shop.on", predicate_location=Location("shop.py", 2)),
    ),
)
SWITCH = Switch(consumer="shop:desk", tools=("function:refund#2",), decision=BY_BETA, outcomes=OFF_OR_ON)
PART = RootExploration(root=".", switches=(SWITCH,), builds=2)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text("desk = None\n")
    (tmp_path / "toolinspect.toml").write_text(
        "[flags]\nbeta = [false, true]\nplan = ['free', 'pro']\n"
        "[tenants.acme]\nbeta = true\n[tenants.borealis]\n"
    )
    return tmp_path


def load(
    path: Path, *parts: RootExploration, whole: bool = True, seeded: RootResult | None = None
) -> Inspection:
    result = RootResult(root=".", consumers=(DESK,))
    messages: list[Message] = [READY, RootDone(generation=1, result=result)]
    messages += [Explored(generation=1, part=part) for part in parts]
    if seeded is not None:
        messages.append(RootDone(generation=1, result=seeded, seed=1))
    messages.append(Done(generation=1))
    return collect(messages, settle(InspectOptions(path=str(path))), ProjectText(path), whole=whole)


class TestFindings:
    def test_a_finding_of_another_scenario_says_in_which(self, project: Path) -> None:
        (finding,) = (one for one in load(project, PART).findings if one.code == "TI101")
        assert finding.condition == "beta"
        assert finding.example == {"beta": True}
        assert finding.tenants == ("acme",)

    def test_what_is_shown_is_the_first_scenario(self, project: Path) -> None:
        inspection = load(project, PART)
        assert [tool.enabled for tool in inspection.registry.consumers[0].tools] == [True, False]
        assert [tool.enabled for tool in inspection.everywhere.consumers[0].tools] == [True, True]

    def test_without_exploring_a_load_is_about_its_own_scenario(self, project: Path) -> None:
        inspection = load(project)
        assert inspection.everywhere is inspection.registry
        assert not [one for one in inspection.findings if one.code == "TI101"]
        assert explored(inspection) is None

    def test_what_has_come_so_far_can_be_shown(self, project: Path) -> None:
        assert load(project, PART, whole=False).registry.consumers

    def test_notes_of_exploring_are_findings(self, project: Path) -> None:
        note = NotInspected(ref="beta", reason="an environment variable froze it", severity="info")
        unstable = Unstable(ref="shop:build", difference="the second lacks `refund`")
        part = RootExploration(root=".", not_inspected=(note,), unstable=(unstable,))
        codes = {one.code: one.message for one in load(project, PART, part).findings}
        assert "an environment variable froze it" in codes["TI702"]
        assert codes["TI703"] == "Two builds of `shop:build` differ: the second lacks `refund`."

    def test_a_load_with_another_hash_seed_only_serves_to_compare(self, project: Path) -> None:
        swapped = Consumer(id="shop:desk", name="Desk", tools=DESK.tools[::-1])
        inspection = load(project, PART, seeded=RootResult(root=".", consumers=(swapped,)))
        (finding,) = (one for one in inspection.findings if one.code == "TI703")
        assert "with hash seed 1, `Desk` has its tools in another order" in finding.message
        assert len(inspection.registry.consumers) == 1


class TestWhatExploringDidNotGetTo:
    """The approval table is a callable: it was read for the shown scenario alone."""

    @pytest.fixture
    def gated(self, project: Path) -> Path:
        config = project / "toolinspect.toml"
        config.write_text(
            config.read_text()
            + "[sets]\napproval = ['shop:approvals']\n"
            + "[ids]\n'shop.refund_1' = 'billing.refund'\n[risk]\nhigh = ['billing.*']\n"
        )
        return project

    def load(self, path: Path, *unfinished: str, default: str = "") -> Inspection:
        entries = (ListedName(name="credit", value=True),)
        references = [ReadReference(reference="shop:approvals", form="mapping", entries=entries)]
        if default:
            config = path / "toolinspect.toml"
            config.write_text(config.read_text().replace("[ids]", "approval-default = 'shop:default'\n[ids]"))
            references.append(ReadReference(reference="shop:default", form="text", text=default))
        result = RootResult(root=".", consumers=(DESK,), references=tuple(references))
        part = msgspec.structs.replace(PART, unfinished=unfinished)
        messages: list[Message] = [READY, RootDone(generation=1, result=result)]
        messages += [Explored(generation=1, part=part), Done(generation=1)]
        return collect(messages, settle(InspectOptions(path=str(path))), ProjectText(path))

    @staticmethod
    def doubts(inspection: Inspection) -> dict[str, str]:
        return {one.code: one.doubt for one in inspection.findings}

    def test_a_table_that_was_explored_is_exact(self, gated: Path) -> None:
        doubts = self.doubts(self.load(gated))
        assert (doubts["TI501"], doubts["TI202"]) == ("", "")

    def test_what_rests_on_one_that_was_not_is_not_exact(self, gated: Path) -> None:
        inspection = self.load(gated, "reference shop:approvals: the 18 s that exploring may take were over")
        doubts = self.doubts(inspection)
        assert (doubts["TI501"], doubts["TI202"], doubts["TI101"]) == (DOUBT, DOUBT, "")
        assert not any(one.exact for one in inspection.findings if one.code in ("TI501", "TI202"))

    def test_so_is_a_name_that_some_other_agent_may_have(self, gated: Path) -> None:
        doubts = self.doubts(self.load(gated, "factory shop:build: not reached"))
        assert (doubts["TI202"], doubts["TI501"], doubts["TI101"]) == (DOUBT, "", "")

    def test_so_is_what_rests_on_a_default(self, gated: Path) -> None:
        inspection = self.load(gated, "reference shop:default: not reached", default="allow")
        doubts = self.doubts(inspection)
        assert (doubts["TI203"], doubts["TI501"], doubts["TI202"]) == (DOUBT, DOUBT, "")


class TestForbiddenCombinationsBeyondAnyDiagram:
    space = msgspec.structs.replace(SPACE, unheeded=({"beta": True, "plan": "free"}, {"plan": "pro"}))

    def test_no_condition_is_exact(self) -> None:
        base = {"code": "TI101", "name": "", "severity": "error", "consumer": None, "consumer_name": None}
        some = Finding(**base, names=("a",), message="", fix="", holds=BETA)
        always = msgspec.structs.replace(some, holds=None)
        first, second = told([some, always], self.space)
        assert (first.exact, first.condition) == (
            False,
            "as far as forbidden combinations could be heeded: beta",
        )
        assert (second.exact, second.condition) == (True, None)

    def test_the_report_says_so(self, project: Path) -> None:
        inspection = msgspec.structs.replace(load(project, PART), space=self.space)
        found = explored(inspection)
        assert found is not None
        assert not found.exact
        assert '`beta = true and plan = "free"` and 1 more could not be heeded' in found.doubts[0]


class TestConditionsInWords:
    def finding(self, **changes: object) -> Finding:
        base = {
            "code": "TI101",
            "name": "duplicate-tool-name",
            "severity": "error",
            "consumer": None,
            "consumer_name": None,
            "names": ("refund",),
            "message": "",
            "fix": "",
        }
        (found,) = told([Finding(**(base | changes))], SPACE)
        return found

    def test_what_always_holds_has_none(self) -> None:
        found = self.finding()
        assert (found.condition, found.example, found.tenants) == (None, None, ())

    def test_flags_and_a_predicate_that_gave_no_answer(self) -> None:
        found = self.finding(holds=BETA, condition="when `on` allows it")
        assert found.condition == "beta and when `on` allows it"

    def test_a_sample_says_so(self) -> None:
        found = self.finding(holds=BETA, exact=False, doubt="in a 3-wise sample")
        assert found.condition == "in a 3-wise sample: beta"
        assert self.finding(exact=False, doubt="in a sample").condition == "in a sample: in every scenario"

    def test_the_example_is_what_the_message_describes(self) -> None:
        pro = one_of(1, 2, (1,))
        assert self.finding(holds=BETA, witness=BETA & pro).example == {"beta": True, "plan": "pro"}


class TestOtherScenarios:
    def test_flags_are_flipped_without_a_worker(self, project: Path) -> None:
        inspection = load(project, PART)
        scenario = Scenario(values={"beta": True, "plan": "pro"})
        flipped = in_scenario(inspection, scenario)
        assert flipped is not None
        first, second = flipped.registry.consumers[0].tools
        assert (first.shadowed_by, first.sent, second.enabled, second.sent) == (
            "function:refund#2", False, True, True,
        )  # fmt: skip
        assert (flipped.scenario, flipped.findings) == (scenario, inspection.findings)
        back = in_scenario(flipped, inspection.scenario)
        assert back is not None
        assert back.registry == inspection.registry

    def test_what_was_not_explored_is_not_known(self, project: Path) -> None:
        inspection = load(project)
        assert in_scenario(inspection, inspection.scenario) is inspection
        assert in_scenario(inspection, Scenario(values={"beta": True, "plan": "pro"})) is None


class TestParts:
    def test_parts_of_a_root_add_up(self) -> None:
        factory = Factory(ref="shop:build", decision=BY_BETA)
        again = Factory(ref="shop:build", decision=Decision(tree=0))
        parts = [
            RootExploration(root="a", factories=(factory,), builds=1, unfinished=("one",)),
            RootExploration(root="b", builds=5),
            RootExploration(root="a", factories=(again,), builds=2, unfinished=("two",)),
        ]
        first, second = added_up(parts)
        assert (first.root, first.builds, first.unfinished) == ("a", 3, ("one", "two"))
        assert (first.factories, second.builds) == ((again,), 5)

    def test_what_something_keeps_makes_the_rest_of_its_root_doubtful(self) -> None:
        both = msgspec.structs.replace(SWITCH, decision=Decision(tree=Branch(0, (0, 1)), reads=(0, 1)))
        parts = [
            RootExploration(root="a", switches=(SWITCH, both)),
            RootExploration(root="a", kept=(1,)),
            RootExploration(root="b", switches=(SWITCH,)),
        ]
        (beta, beta_and_plan), (elsewhere,) = (root.switches for root in added_up(parts))
        assert "keeps what came of flags" in beta.decision.doubt
        assert (beta_and_plan, elsewhere) == (both, SWITCH)

    def test_a_consumer_of_two_roots_is_explored_once(self) -> None:
        results = [RootResult(root=root, consumers=(DESK,)) for root in ("a", "b")]
        parts = [RootExploration(root=root, switches=(SWITCH,)) for root in ("a", "b")]
        assert [one.switches for one in aligned(results, parts)] == [(SWITCH,), ()]

    def test_a_consumer_that_got_another_id_keeps_its_switches(self) -> None:
        other = Consumer(id="shop:desk", name="Desk", path="other/shop.py", line=9, tools=DESK.tools)
        results = [RootResult(root="a", consumers=(DESK,)), RootResult(root="b", consumers=(other,))]
        parts = [RootExploration(root=root, switches=(SWITCH,)) for root in ("a", "b")]
        names = [[one.consumer for one in root.switches] for root in aligned(results, parts)]
        assert names == [["shop:desk"], ["shop:desk#2"]]


def test_what_exploring_came_to(project: Path) -> None:
    found = explored(load(project, PART))
    assert found is not None
    assert (found.flags, found.read, found.unread, found.builds, found.exact) == (
        2, ("beta",), ("plan",), 2, True,
    )  # fmt: skip
    assert found.readers == {"beta": ("`is_enabled` of `refund` on `Desk`",)}


def test_what_is_in_doubt_or_unfinished_is_said(project: Path) -> None:
    doubtful = Decision(tree=0, doubt="it answers differently each time")
    switch = Switch(consumer="shop:desk", tools=SWITCH.tools, decision=doubtful, outcomes=OFF_OR_ON)
    found = explored(load(project, RootExploration(root=".", switches=(switch,), unfinished=("the rest",))))
    assert found is not None
    assert not found.exact
    assert found.doubts == ("`is_enabled` of `refund` on `Desk`: it answers differently each time",)
    assert found.unfinished == ("the rest",)
