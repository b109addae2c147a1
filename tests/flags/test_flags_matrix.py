"""The presence table, and what reads which flag."""

import msgspec

from inspector.flags.matrix import Row, matrix
from inspector.flags.space import space_of
from inspector.flags.superpose import superposed
from inspector.model import (
    Answer,
    Branch,
    Consumer,
    Decision,
    Factory,
    Location,
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

SPACE = space_of(
    {"beta": [False, True], "plan": ["free", "pro"], "sso": [False, True]},
    tenants={"acme": {"beta": True}, "borealis": {}},
)


def tool(name: str, **changes: object) -> Tool:
    return Tool(
        key=f"function:{name}",
        visible=name,
        name=name,
        origin="function",
        type="FunctionTool",
        identity=1,
        predicate_location=Location("app.py", 1),
        **changes,
    )


def explored(*answers: Answer, **parts: object) -> tuple[Registry, RootExploration]:
    decision = Decision(tree=Branch(0, (0, 1)), reads=(0,))
    switch = Switch(consumer="app:desk", tools=("function:refund",), decision=decision, outcomes=answers)
    desk = Consumer(id="app:desk", name="Desk", tools=(tool("refund"),))
    registry = Registry(root="/p", info=SdkInfo(sdk="0.24.0", python="3.11.7"), consumers=(desk,))
    exploration = RootExploration(root=".", switches=(switch,), **parts)
    return superposed(registry, (exploration,), SPACE), exploration


def test_a_row_says_where_a_tool_is() -> None:
    everywhere, exploration = explored(Answer(enabled=False), Answer(enabled=True))
    found = matrix(everywhere, SPACE, (exploration,))
    (row,) = found.rows
    assert (found.tenants, row.words, row.tenants) == (("acme", "borealis"), "beta", (True, False))
    assert (row.consumer_name, row.visible, row.key, row.exact) == ("Desk", "refund", "function:refund", True)


def test_where_a_predicate_gave_no_answer_nothing_tells() -> None:
    everywhere, _ = explored(Answer(enabled=True), Answer(enabled=None, failure="raised"))
    (row,) = matrix(everywhere, SPACE).rows
    assert row.tenants == (None, True)


def test_what_is_nowhere() -> None:
    everywhere, _ = explored(Answer(enabled=False), Answer(enabled=False))
    (row,) = matrix(everywhere, SPACE).rows
    assert (row.words, row.tenants) == ("never", (False, False))


def test_what_reads_a_flag() -> None:
    telling = Telling(
        consumer="app:desk", decision=Decision(tree=0, reads=(1,)), outcomes=(Told(text="Be kind."),)
    )
    everywhere, exploration = explored(Answer(enabled=False), Answer(enabled=True), tellings=(telling,))
    found = matrix(everywhere, SPACE, (exploration,))
    assert found.reads == {
        "beta": ("`is_enabled` of `refund` on `Desk`",),
        "plan": ("instructions of `Desk`",),
    }
    assert found.unread == ("sso",)


def test_a_sampled_row_is_not_exact() -> None:
    everywhere, _ = explored(Answer(enabled=False), Answer(enabled=True))
    consumer = everywhere.consumers[0]
    doubtful = msgspec.structs.replace(consumer, doubt="in a 3-wise sample")
    (row,) = matrix(msgspec.structs.replace(everywhere, consumers=(doubtful,)), SPACE).rows
    assert not row.exact


class TestTenantsOfASample:
    """Acme has beta, borealis nothing; the tenant is the last position of a scenario."""

    def rows(self, *scenarios: tuple[int, ...]) -> list[Row]:
        desk = Consumer(id="app:desk", name="Desk", tools=(plain("refund"),))
        both = msgspec.structs.replace(desk, tools=(plain("refund"), plain("credit")))
        samples = tuple(Sample(one, one[0]) for one in scenarios)
        decision = Decision(samples=samples, strength=2, doubt="2-wise sample", reads=(0, 1, 3))
        surfaces = (Surface(consumers=(desk,)), Surface(consumers=(both,)))
        factory = Factory(ref="app:build", decision=decision, outcomes=surfaces)
        registry = Registry(root="/p", info=SdkInfo(sdk="0.24.0", python="3.11.7"), consumers=(desk,))
        part = RootExploration(root=".", factories=(factory,))
        return list(matrix(superposed(registry, (part,), SPACE), SPACE, (part,)).rows)

    def test_a_tenant_that_no_build_was_made_for_is_inferred(self) -> None:
        refund, credit = self.rows((0, 0, 0, 0), (1, 1, 0, 0), (0, 0, 0, 2))
        assert (refund.tenants, refund.proven) == ((True, True), (False, True))
        assert (credit.words, credit.tenants, credit.proven) == ("beta", (True, False), (False, True))
        assert not credit.exact

    def test_a_tenant_that_was_built_for_is_proven(self) -> None:
        refund, credit = self.rows((0, 0, 0, 0), (1, 0, 0, 1), (0, 0, 0, 2))
        assert refund.proven == credit.proven == (True, True)

    def test_what_is_exact_is_proven_for_all(self) -> None:
        everywhere, exploration = explored(Answer(enabled=False), Answer(enabled=True))
        (row,) = matrix(everywhere, SPACE, (exploration,)).rows
        assert row.proven == (True, True)


def plain(name: str) -> Tool:
    return msgspec.structs.replace(tool(name), predicate_location=None)
