"""Sets held against tools: once for the join and all rules, at a cost that doesn't multiply."""

import pytest
from hand_listed import listed
from hand_made import agent, registry, tool

from inspector.controls import HeldSets, Names, join
from inspector.controls.globs import GlobIndex
from inspector.controls.nearest import Nearest
from inspector.model import Controls, ControlSet
from inspector.rules import evaluate

TOOLS = (tool("refund", business_id="billing.refund"), tool("credit", business_id="billing.credit"))


def held(*sets: ControlSet, tools=TOOLS) -> HeldSets:
    return HeldSets(Controls(sets=sets), Names(registry(agent(*tools))))


class TestHeldOnce:
    def test_the_join_and_the_rules_look_an_entry_up_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []
        matching = GlobIndex._holding
        monkeypatch.setattr(
            GlobIndex, "_holding", lambda index, glob: (asked.append(glob), matching(index, glob))[1]
        )
        project = registry(agent(*TOOLS))
        controls = Controls(sets=(listed("approval", "ref*"), listed("enable", "ref*", "zzz*")))
        sets = HeldSets(controls, Names(project))
        join(project, controls, sets)
        evaluate(project, controls, sets)
        assert asked == ["ref*", "zzz*"]

    def test_sets_of_consumers_that_are_not_there_are_left_out(self) -> None:
        assert held(ControlSet(kind="enable", source="x", consumer="app.agents:gone")).all == ()


class TestKeyedById:
    @pytest.mark.parametrize(
        ("names", "by_id"),
        [
            (("billing.refund",), True),
            (("billing.*",), True),
            (("billing.refund", "zzz"), False),
            (("billing.refund", "refund"), False),
            (("billing.*", "refund*"), False),
            (("zzz",), False),
        ],
    )
    def test_most_names_are_ids_and_none_is_visible(self, names: tuple[str, ...], by_id: bool) -> None:
        (one,) = held(listed("approval", *names)).all
        assert one.by_id is by_id


class TestNearest:
    def test_comparisons_are_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("inspector.controls.nearest._AFFORDABLE", 5)
        nearest = Nearest()
        assert nearest.of("refnd", ["refund", "order", "mail"]) == "refund"
        assert nearest.of("refnd", ["refund", "order", "mail"]) is None
        assert nearest.of("refnd", ["refund", "order"]) == "refund"

    def test_a_name_is_only_compared_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("inspector.controls.nearest._AFFORDABLE", 2)
        names = Names(registry(agent(*TOOLS)))
        assert [names.project.nearest("refnd") for _ in range(3)] == ["refund"] * 3
