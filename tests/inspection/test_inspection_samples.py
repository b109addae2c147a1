"""The sample projects hold exactly what their READMEs say."""

from pathlib import Path

import pytest

from inspector.inspection import Inspection, InspectOptions, inspect_project

SAMPLES = Path(__file__).parents[2] / "sample_projects"

PLANTED = {
    ("TI101", "Orders", ("lookup",)),
    ("TI101", "Billing", ("refund",)),
    ("TI102", "Triage", ("transfer_to_billing",)),
    ("TI104", "Accounts", ("crm.find_customer",)),
    ("TI105", "Escalation", ("create ticket",)),
    ("TI106", "Orders", ("order_status", "orderStatus")),
    ("TI107", "Billing", ("issue_voucher", "issue_credit")),
    ("TI108", "Research", ("web_search",)),
    ("TI109", "Knowledge", ("file_search",)),
    ("TI503", "Billing", ("refund",)),
    ("TI604", "Retention", ("Retention", "Win-back")),
    ("TI701", None, ("zenpy",)),
    ("TI702", None, ("support.factory:build_enterprise_desk",)),
    ("TI703", None, ("support.factory:build_campaign_desk",)),
    ("TI704", "Escalation", ("handoffs[0]",)),
}
NOT_STARTED = ("TI702", None, ("support.agents:knowledge_desk",))
MCP_CLASH = ("TI103", "Knowledge", ("search_articles",))
MCP_IDS = ("TI401", "Knowledge", ("search_articles", "article_history"))


def found(inspection: Inspection) -> list[tuple[str, str | None, tuple[str, ...]]]:
    return sorted(((one.code, one.consumer_name, one.names) for one in inspection.findings), key=str)


@pytest.fixture(scope="module")
def support_desk() -> Inspection:
    return inspect_project(InspectOptions(path=str(SAMPLES / "support_desk")))


def test_support_desk_has_what_is_planted_and_nothing_else(support_desk: Inspection) -> None:
    assert found(support_desk) == sorted(PLANTED | {NOT_STARTED}, key=str)


def test_the_mcp_clash_shows_once_the_server_is_started() -> None:
    inspection = inspect_project(InspectOptions(path=str(SAMPLES / "support_desk"), mcp=True))
    assert found(inspection) == sorted(PLANTED | {MCP_CLASH, MCP_IDS}, key=str)


def test_every_finding_points_into_the_project(support_desk: Inspection) -> None:
    for finding in support_desk.findings:
        assert finding.locations, finding.code
        for place in finding.locations:
            lines = (SAMPLES / "support_desk" / place.path).read_text().splitlines()
            assert place.line is not None
            assert lines[place.line - 1].strip()


@pytest.mark.parametrize(
    ("code", "consumer", "anchors"),
    [
        ("TI101", "Orders", ["def lookup", "def lookup_customer"]),
        ("TI503", "Billing", ["def refund_order_v2", "def refund("]),
        ("TI106", "Orders", ["def order_status(", "def order_status_from_warehouse"]),
        ("TI105", "Escalation", ["def create_ticket"]),
        ("TI701", None, ["from zenpy"]),
        ("TI703", None, ["def build_campaign_desk"]),
        ("TI702", None, ["def build_enterprise_desk"]),
    ],
)
def test_locations_lead_to_the_owners(
    support_desk: Inspection, code: str, consumer: str | None, anchors: list[str]
) -> None:
    finding = next(one for one in support_desk.findings if (one.code, one.consumer_name) == (code, consumer))
    for place, anchor in zip(finding.locations, anchors, strict=True):
        lines = (SAMPLES / "support_desk" / place.path).read_text().splitlines()
        # A decorated function may be located at its decorator.
        assert place.line is not None
        assert any(anchor in line for line in lines[place.line - 1 : place.line + 2])


def test_the_shadowed_refund_is_the_gated_one(support_desk: Inspection) -> None:
    billing = next(one for one in support_desk.registry.consumers if one.name == "Billing")
    gated, ungated = (tool for tool in billing.tools if tool.visible == "refund")
    assert (gated.approval, gated.shadowed_by, gated.sent) == ("static", ungated.key, False)
    assert (ungated.approval, ungated.shadowed_by, ungated.sent) == ("none", None, True)
    assert gated.business_id == "billing.refund"


def test_agents_that_could_not_be_built_are_named(support_desk: Inspection) -> None:
    assert {seen.name for seen in support_desk.registry.seen} == {"Zendesk inbox", "Enterprise"}


def test_travel_clean_has_nothing_to_report() -> None:
    inspection = inspect_project(InspectOptions(path=str(SAMPLES / "travel_clean")))
    assert inspection.findings == ()
    names = {consumer.name for consumer in inspection.registry.consumers}
    assert names == {
        *("Booking", "Changes", "Travel advice", "Papers", "Concierge", "Alps desk", "Coast desk"),
        *("Night desk", "Phone", "Phone changes"),
    }
    assert inspection.registry.seen == ()
