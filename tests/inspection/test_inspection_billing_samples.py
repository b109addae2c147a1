"""The billing samples: every kind of split is found where its README says, and its clean twin is silent."""

from pathlib import Path
from typing import NamedTuple

import pytest

from inspector.inspection import Inspection, InspectOptions, inspect_project

SAMPLES = Path(__file__).parents[2] / "sample_projects"
SPLIT = SAMPLES / "billing_split"


class Planted(NamedTuple):
    """A defect, and what stands at the first place its finding points to."""

    code: str
    severity: str
    consumer: str | None
    names: tuple[str, ...]
    path: str
    text: str


PLANTED = (
    Planted(
        *("TI201", "error", "Payments", ("refund_order_v2",)),
        *("ledgerly/desks/back.py", 'stop_at_tool_names=["refund_order_v2"'),
    ),
    Planted(
        *("TI202", "error", None, ("refund_order_v2",)),
        *("config/approval.toml", 'refund_order_v2 = "manager"'),
    ),
    Planted("TI203", "error", None, ("allow",), "ledgerly/policy/approvals.py", 'DEFAULT = "allow"'),
    Planted("TI204", "error", None, ("set_payment_plan",), "config/switches.yaml", "set_payment_plan: false"),
    Planted(
        *("TI205", "error", "Invoices", ("email_invoice_pdf",)),
        *("ledgerly/desks/back.py", "Call `email_invoice_pdf` when"),
    ),
    Planted(
        *("TI205", "warning", "Collections", ("refund",)),
        *("prompts/collections.md", "use the `refund` tool"),
    ),
    Planted(
        *("TI206", "error", "Account researcher", ("find_account",)),
        *("ledgerly/desks/research.py", 'tool_choice="find_account"'),
    ),
    Planted(
        *("TI207", "error", None, ("cancel_subscription_v2", "cancel_subscription", "cancel_plan")),
        *("config/overrides.production.toml", 'cancel_subscription_v2 = "cancel_plan"'),
    ),
    Planted(
        *("TI207", "error", None, ("set_payment_plan", "agree_payment_plan", "agree_instalments")),
        *("config/overrides.staging.toml", 'set_payment_plan = "agree_payment_plan"'),
    ),
    Planted("TI208", "warning", None, ("add_account_credit",), "ledgerly/tracing.py", '"add_account_credit"'),
    Planted(
        "TI208", "warning", None, ("charge_card_v2",), ".env.alerts", "PAGED_TOOLS=refund,charge_card_v2"
    ),
    Planted(
        *("TI209", "warning", "Front desk", ("transfer_to_collections",)),
        *("ledgerly/desks/front.py", '"transfer_to_collections"'),
    ),
    Planted(
        *("TI210", "warning", "Subscriptions", ("confirm",)),
        *("ledgerly/desks/back.py", 'stop_at_tool_names=["confirm"'),
    ),
    Planted(
        *("TI301", "warning", "Invoices", ("correct_invoice",)),
        *("ledgerly/tools/invoices.py", "def correct_invoice"),
    ),
    Planted(
        *("TI302", "warning", "Account researcher", ("list_seats",)),
        *("ledgerly/tools/accounts.py", "def list_seats"),
    ),
    Planted(
        *("TI303", "warning", "Payments", ("find_payment", "find_charge")),
        *("ledgerly/tools/payments.py", "def find_payment"),
    ),
    Planted(
        *("TI401", "warning", "Subscriptions", ("quotes.draft",)),
        *("ledgerly/tools/subscriptions.py", "def draft_quote"),
    ),
    Planted(
        *("TI402", "error", None, ("subscriptions.pause",)),
        *("config/tool_ids.json", '"subscriptions.pause"'),
    ),
    Planted("TI403", "warning", None, ("usage_report",), "config/tool_ids.json", '"usage_report"'),
    Planted(
        *("TI404", "error", None, ("ledgerly.tools.payments.retry_failed_charge",)),
        *("config/tool_ids.json", '"ledgerly.tools.payments.retry_failed_charge"'),
    ),
    Planted(
        *("TI501", "error", "Payments", ("refund",)),
        *("config/approval.toml", 'refund_order_v2 = "manager"'),
    ),
    Planted(
        *("TI502", "warning", "Front desk", ("transfer_to_payments",)),
        *("ledgerly/desks/front.py", "to_payments = handoff(payments)"),
    ),
    Planted(
        *("TI504", "warning", "Front desk", ("statuspage",)),
        *("ledgerly/desks/front.py", "status_page = HostedMCPTool("),
    ),
    Planted(
        *("TI505", "warning", "Invoices", ("find_invoice",)),
        *("ledgerly/desks/back.py", "invoices = Agent("),
    ),
    Planted(
        *("TI506", "info", "Invoices", ("export_invoices",)),
        *("ledgerly/tools/invoices.py", "def export_invoices"),
    ),
    Planted(
        *("TI507", "warning", "Subscriptions", ("resume_subscription",)),
        *("ledgerly/policy/availability.py", "def self_service"),
    ),
)


@pytest.fixture(scope="module")
def billing_split() -> Inspection:
    return inspect_project(InspectOptions(path=str(SPLIT)))


@pytest.fixture(scope="module")
def billing_clean() -> Inspection:
    return inspect_project(InspectOptions(path=str(SAMPLES / "billing_clean")))


def test_billing_split_has_what_is_planted_and_nothing_else(billing_split: Inspection) -> None:
    found = [(one.code, one.severity, one.consumer_name, one.names) for one in billing_split.findings]
    assert sorted(found, key=str) == sorted((one[:4] for one in PLANTED), key=str)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda one: "-".join((one.code, *one.names)))
def test_a_finding_points_at_the_line_to_change(billing_split: Inspection, planted: Planted) -> None:
    finding = next(
        one
        for one in billing_split.findings
        if (one.code, one.consumer_name, one.names) == (planted.code, planted.consumer, planted.names)
    )
    first = finding.locations[0]
    assert first.path == planted.path
    assert first.line is not None
    lines = (SPLIT / first.path).read_text(encoding="utf-8").splitlines()
    # A decorated function is located at its decorator.
    reached = 3 if planted.text.startswith("def ") else 1
    assert planted.text in "\n".join(lines[first.line - 1 : first.line - 1 + reached])


def test_the_readme_lists_what_is_planted() -> None:
    rows = (SPLIT / "README.md").read_text(encoding="utf-8").splitlines()
    listed = [row for row in rows if row.startswith("| TI") and "suppressed" not in row]
    assert len(listed) == len(PLANTED)
    for planted in PLANTED:
        consumer = f"`{planted.consumer}`" if planted.consumer is not None else "project"
        names = ", ".join(f"`{name}`" for name in planted.names)
        assert any(
            row.startswith(f"| {planted.code}") and f"| {consumer} | {names} |" in row for row in listed
        ), planted


def test_a_pair_that_is_alike_on_purpose_is_suppressed_with_its_reason(billing_split: Inspection) -> None:
    (suppressed,) = billing_split.suppressed
    assert (suppressed.finding.code, suppressed.finding.names) == (
        "TI303",
        ("send_reminder", "send_friendly_reminder"),
    )
    assert "two wordings are tested against each other" in suppressed.reason


def test_only_the_refund_is_left_open(billing_split: Inspection) -> None:
    payments = next(one for one in billing_split.registry.consumers if one.name == "Payments")
    assert {tool.visible: tool.approval for tool in payments.tools} == {
        "find_payment": "none",
        "find_charge": "none",
        "refund": "none",
        "charge_card": "table",
        "issue_credit": "table",
    }


def test_the_switch_that_operations_flipped_leaves_its_tool_on(billing_split: Inspection) -> None:
    collections = next(one for one in billing_split.registry.consumers if one.name == "Collections")
    assert [tool.enabled for tool in collections.tools if tool.visible == "agree_instalments"] == [True]


def test_ids_come_from_the_table(billing_split: Inspection) -> None:
    ids = {
        tool.visible: tool.business_id
        for consumer in billing_split.registry.consumers
        for tool in consumer.tools
    }
    assert (ids["refund"], ids["research_account"]) == ("money.refund", "accounts.research")
    assert ids["quotes.draft"] is None


def test_billing_clean_has_nothing_to_report(billing_clean: Inspection) -> None:
    assert billing_clean.findings == ()
    assert billing_clean.suppressed == ()
    assert {consumer.name for consumer in billing_clean.registry.consumers} == {
        *("Front desk", "Invoices", "Payments", "Subscriptions", "Collections"),
        *("Account researcher", "Topic sorter"),
    }


def test_billing_clean_has_a_tool_that_is_switched_off(billing_clean: Inspection) -> None:
    off = [
        tool.visible
        for consumer in billing_clean.registry.consumers
        for tool in consumer.tools
        if tool.enabled is False
    ]
    assert off == ["export_invoices"]


def test_every_tool_of_billing_clean_that_moves_money_is_reviewed(billing_clean: Inspection) -> None:
    approvals = {
        tool.business_id: tool.approval
        for consumer in billing_clean.registry.consumers
        for tool in consumer.tools
    }
    money = {key: approval for key, approval in approvals.items() if key and key.startswith("money.")}
    assert len(money) == 4
    assert set(money.values()) == {"table"}
