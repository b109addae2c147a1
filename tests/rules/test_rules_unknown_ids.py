"""TI404 beside what could not be read: only what hides tools keeps it silent."""

from typing import Any

from hand_made import agent, registry, tool

from inspector.model import Controls, Junk, ListedName, LoadFailure, ReadReference
from inspector.rules import unknown_ids

TABLE = Controls(ids=(ListedName(name="refund_order", value="billing.refund"),))


def found(*tools, junk: tuple[Junk, ...] = (), **changes: Any) -> list[str]:
    """Keys of the table that the rule reports."""
    project = registry(agent(*tools, junk=junk), **changes)
    return [name for one in unknown_ids.check_registry(project, TABLE) for name in one.names]


def test_a_set_that_could_not_be_read_hides_no_function() -> None:
    failure = LoadFailure(ref="app.policy:STOP", kind="raised", error="KeyError")
    references = (ReadReference(reference=failure.ref, error="KeyError"),)
    assert found(tool("mail"), failures=(failure,), references=references) == ["refund_order"]


def test_a_value_that_is_no_tool_may_be_the_function() -> None:
    dropped = Junk(where="tools", index=0, type="function", text="<function refund_order>", effect="dropped")
    assert found(tool("mail"), junk=(dropped,)) == []
