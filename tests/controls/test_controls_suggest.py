"""Collections of strings that look like control sets, and those that only share a word."""

import msgspec
import pytest
from hand_made import agent, registry, tool

from inspector.controls import suggest
from inspector.model import ListedName, Location, Suggestion

PROJECT = registry(
    agent(tool("refund", fn="refund_order_v2"), tool("lookup_order"), tool("send_mail"), tool("search"))
)


class Found(msgspec.Struct, frozen=True):
    """A candidate as the sources find it."""

    reference: str
    location: Location
    entries: tuple[ListedName, ...]


def suggested(variable: str, *names: str, **values: str) -> tuple[Suggestion, ...]:
    entries = (*(ListedName(name=name) for name in names),)
    entries += tuple(ListedName(name=name, value=value) for name, value in values.items())
    reference = variable if "#" in variable else f"app.policy:{variable}"
    return suggest(PROJECT, [Found(reference, Location("app/policy.py", 3), entries)])


class TestSuggested:
    @pytest.mark.parametrize(
        ("variable", "kind"),
        [
            ("STOP_AT", "stop"),
            ("needsApproval", "approval"),
            ("config/app.toml#features.enabled", "enable"),
            ("TRACED", "trace"),
            ("BILLING_TOOLS", "declared"),
        ],
    )
    def test_the_kind_is_in_the_name(self, variable: str, kind: str) -> None:
        (one,) = suggested(variable, "lookup_order", "send_mail")
        assert (one.kind, one.mismatches) == (kind, ())

    def test_mismatches_with_reasons(self) -> None:
        (one,) = suggested("APPROVAL", "refund_order_v2", "lookup_order", "send_mails")
        assert one.mismatches == (
            ("refund_order_v2", "function behind `refund`"),
            ("send_mails", "nothing of that name; nearest: `send_mail`"),
        )

    @pytest.mark.parametrize(
        ("variable", "names"),
        [
            ("OUTPUT_FIELDS", ("order_id", "amount", "refund")),
            ("COLUMNS", ("lookup_order", "customer", "total")),
            ("STOP_WORDS", ("search", "the")),
            ("FEATURES", ("dark_mode", "beta_home", "search")),
            ("__all__", ("lookup_order", "send_mail")),
            ("APPROVAL", ("managers", "directors")),
        ],
    )
    def test_silent(self, variable: str, names: tuple[str, ...]) -> None:
        assert suggested(variable, *names) == ()

    def test_an_override_table_is_no_set(self) -> None:
        assert suggested("TOOL_NAMES", refund_order_v2="refund", lookup_order="lookup_order") == ()

    def test_what_an_agent_has_for_its_stop_list_is_left_out(self) -> None:
        first, second = Location("app/policy.py", 3), Location("app/policy.py", 4)
        entries = (
            ListedName(name="lookup_order", location=first),
            ListedName(name="send_mail", location=second),
        )
        found = Found("app.policy:STOP", first, entries)
        assert suggest(PROJECT, [found], listed={second}) == ()
        assert len(suggest(PROJECT, [found], listed={Location("app/agents.py", 3)})) == 1

    def test_one_tool_beside_another_word_is_none(self) -> None:
        assert suggested("FEATURES", "lookup_order", "dark_mode") == ()
        assert len(suggested("APPROVAL", "lookup_order")) == 1
