"""TI702 for names of which predicates without an answer decide."""

import pytest
from hand_made import agent, codes, findings, only, places, tool

from inspector.model import Tool

ERROR = "AttributeError: 'NoneType' object has no attribute 'role'"


def unknown(function: str, number: int, **changes: object) -> Tool:
    """A `refund` that only a predicate of its own knows about."""
    settings = {
        "fn": function,
        "enabled": None,
        "predicate": f"app.is_{function}",
        "predicate_identity": number,
        "predicate_error": ERROR,
        "predicate_failure": "raised",
    }
    return tool("refund", **(settings | changes))


def test_what_a_missing_context_hides_is_a_warning_at_both_tools() -> None:
    admin, beta = unknown("admin", 1, approval="static"), unknown("beta", 2)
    finding = only(agent(admin, beta, name="Desk"))
    assert (finding.code, finding.severity, finding.names) == ("TI702", "warning", ("refund",))
    assert finding.message == (
        "Whether `refund` names two tools at once on `Desk` can't be told: `app.is_admin` and `app.is_beta` "
        f"read a run context that isn't configured ({ERROR})."
    )
    assert 'context = "pkg.mod:make"' in finding.fix
    assert places(finding) == [f"app/tools.py:{admin.line}", f"app/tools.py:{beta.line}"]
    assert finding.tools == (admin.key, beta.key)


def test_known_tools_that_collide_anyway_say_it_already() -> None:
    known = (tool("refund", fn="a"), tool("refund", fn="b"))
    assert "TI702" not in codes(agent(*known, unknown("admin", 1), unknown("beta", 2)))


def test_a_known_tool_beside_two_unknown_ones_proves_nothing_either() -> None:
    finding = only(agent(tool("refund", fn="a"), unknown("admin", 1), unknown("beta", 2)))
    assert finding.code == "TI702"
    assert "names several of 3 tools at once" in finding.message


def test_one_predicate_for_all_is_decided() -> None:
    assert "TI702" not in codes(agent(unknown("admin", 1), unknown("beta", 1)))


def test_other_names_don_t_meet() -> None:
    other = tool("credit", enabled=None, predicate_identity=2, predicate_failure="raised")
    assert codes(agent(unknown("admin", 1), other)) == []


def test_with_a_context_the_raise_itself_is_reported() -> None:
    pair = (unknown("admin", 1), unknown("beta", 2))
    assert codes(agent(*pair), context="app.context:make") == ["TI701", "TI701"]


@pytest.mark.parametrize(
    ("failure", "context", "says"),
    [
        (None, "app.context:make", "with the context `app.context:make`, which failed"),
        ("too_long", "", "gave no answer"),
        ("stubbed", "", "depend on stand-ins"),
    ],
)
def test_other_causes_are_told_apart(failure: str | None, context: str, says: str) -> None:
    pair = (unknown("admin", 1, predicate_failure=failure), unknown("beta", 2, predicate_failure=failure))
    (finding,) = findings(agent(*pair), context=context, context_failed=failure is None)
    assert finding.code == "TI702"
    assert says in finding.message
