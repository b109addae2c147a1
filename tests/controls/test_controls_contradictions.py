"""Ids that lose to others, and risk globs that match nothing."""

import pytest
from hand_made import agent, registry, tool

from inspector.controls import apply, contradictions
from inspector.model import Controls, ListedName, LoadFailure, Location

REFUND = tool("refund", fn="refund_order_v2")


def ids(*given: tuple[str, str]) -> Controls:
    """An id table whose first line is line 2."""
    return Controls(
        ids=tuple(
            ListedName(name=key, value=value, location=Location("config/ids.toml", line))
            for line, (key, value) in enumerate(given, 2)
        )
    )


class TestIds:
    @pytest.mark.parametrize("applied", [False, True])
    def test_a_bare_and_a_qualified_key(self, applied: bool) -> None:
        table = ids(("refund_order_v2", "a"), ("app.tools.refund_order_v2", "b"))
        project = registry(agent(REFUND), agent(REFUND, name="Desk"))
        assert contradictions(apply(project, table) if applied else project, table) == (
            "the id table has several ids for one function: `b` by `app.tools.refund_order_v2` "
            "(config/ids.toml:3) and `a` by `refund_order_v2` (config/ids.toml:2); `b` counts",
        )

    def test_one_key_twice(self) -> None:
        (said,) = contradictions(
            registry(agent(REFUND)), ids(("refund_order_v2", "a"), ("refund_order_v2", "b"))
        )
        assert said.endswith("`a` (config/ids.toml:2) and `b` (config/ids.toml:3); the last one counts")

    def test_an_id_that_the_tool_carries_itself(self) -> None:
        own = tool("refund", fn="refund_order_v2", business_id="own")
        (said,) = contradictions(registry(agent(own)), ids(("refund_order_v2", "a")))
        assert said == (
            "`refund` carries the business id `own`, so `a`, which the id table gives to `refund_order_v2` "
            "(config/ids.toml:2), is not used"
        )

    def test_a_bare_name_of_several_functions(self) -> None:
        both = (tool("find", fn="f", function="a.f"), tool("search", fn="f", function="b.f"))
        (said,) = contradictions(registry(agent(*both)), ids(("f", "x")))
        assert "is the name of `a.f` and `b.f`, and so gives an id to none of them" in said

    @pytest.mark.parametrize(
        "given",
        [
            (("refund_order_v2", "a"),),
            (("refund_order_v2", "a"), ("app.tools.refund_order_v2", "a")),
            (("refund_order_v2", "a"), ("other", "b")),
        ],
    )
    def test_silent(self, given: tuple[tuple[str, str], ...]) -> None:
        table = ids(*given)
        assert contradictions(registry(agent(REFUND)), table) == ()
        assert contradictions(apply(registry(agent(REFUND)), table), table) == ()

    def test_a_whole_table_in_vain_is_cut_short(self) -> None:
        tools = [tool(f"tool_{number}", business_id="own") for number in range(30)]
        said = contradictions(registry(agent(*tools)), ids(*((one.visible, "x") for one in tools)))
        assert len(said) == 21
        assert said[-1] == "10 more ids of the id table are in vain"


class TestRiskGlobs:
    TOOL = tool("refund", fn="refund_order_v2", business_id="billing.refund")

    @pytest.mark.parametrize(
        ("glob", "nearest"),
        [
            ("biling.*", "billing.*"),
            ("billing.refnd", "billing.refund"),
            ("app.tool.*", "app.tools.*"),
            ("refnd", "refund"),
        ],
    )
    def test_that_match_nothing(self, glob: str, nearest: str) -> None:
        assert contradictions(registry(agent(self.TOOL)), Controls(risk=(glob,))) == (
            f"`risk.high` has `{glob}`, which matches no business id, function or visible name; "
            f"nearest: `{nearest}`",
        )

    def test_without_anything_like_them(self) -> None:
        (said,) = contradictions(registry(agent(self.TOOL)), Controls(risk=("*zzz*",)))
        assert said.endswith("visible name")

    @pytest.mark.parametrize("glob", ["billing.*", "refund", "*.refund_order_v2", "app.tools.*", "*"])
    def test_silent(self, glob: str) -> None:
        assert contradictions(registry(agent(self.TOOL)), Controls(risk=(glob,))) == ()

    def test_silent_where_a_tool_may_be_unseen(self) -> None:
        failure = LoadFailure(ref="app.more", kind="raised", error="ValueError")
        project = registry(agent(self.TOOL), failures=(failure,))
        assert contradictions(project, Controls(risk=("crm.*",))) == ()
