"""What the audit of the sample legacy_overrides must say, cell by cell."""

from typing import NamedTuple


class Place(NamedTuple):
    """One reference: where, in which set, whether somebody must act, and what the fix writes."""

    at: str
    set: str
    due: bool
    replacement: str | None = None


class Row(NamedTuple):
    """One override."""

    function: str
    variable: str
    override: str | None
    form: str
    at: str
    risk: str
    batch: int | None
    places: tuple[Place, ...] = ()


ROWS = (
    Row(
        "refund_order_v2",
        "refund_order_v2",
        "refund_order",
        "function_tool",
        "shop.tools.billing shop/tools/billing.py:12",
        "F2",
        1,
        (
            Place("README.md:4:31", "other", False),
            Place("config/approval.toml:1:38", "approval", False),
            Place("config/approval.toml:3:1", "approval", True, "refund_order"),
            Place("config/overrides.production.toml:2:1", "override_table", False),
            Place("config/overrides.staging.toml:2:1", "override_table", False),
            Place("pyproject.toml:22:21", "other", False),
            Place("shop/tools/billing.py:7:75", "other", False),
            Place("shop/tools/billing.py:9:45", "other", False),
        ),
    ),
    Row(
        "charge_card_legacy",
        "charge_card_legacy",
        "charge_card",
        "function_tool",
        "shop.tools.billing shop/tools/billing.py:19",
        "F2",
        1,
        (
            Place("README.md:4:53", "other", False),
            Place("pyproject.toml:23:21", "other", False),
            Place("shop/policy.py:4:6", "approval", True, "charge_card"),
            Place("shop/tools/billing.py:7:32", "other", False),
        ),
    ),
    Row(
        "void_invoice_impl",
        "void_invoice_impl",
        "void_invoice",
        "function_tool",
        "shop.tools.billing shop/tools/billing.py:25",
        "F2 F4",
        1,
        (
            Place("shop/desks.py:10:66", "prompt", True, "void_invoice"),
            Place("shop/policy.py:9:21", "approval", True, "void_invoice"),
            Place("shop/tools/billing.py:7:94", "other", False),
        ),
    ),
    Row(
        "dispute_charge_fn",
        "dispute_charge_fn",
        "dispute_charge",
        "function_tool",
        "shop.tools.billing shop/tools/billing.py:38",
        "F2",
        1,
        (
            Place("config/approval.toml:4:2", "approval", True, "dispute_charge"),
            Place("shop/tools/billing.py:7:54", "other", False),
        ),
    ),
    Row(
        "reserve_stock",
        "reserve_stock",
        "warehouse.reserve_stock",
        "tool_namespace",
        "shop.tools.catalog shop/tools/catalog.py:45",
        "F2",
        1,
        (Place("config/approval.toml:5:1", "approval", True, "warehouse.reserve_stock"),),
    ),
    Row(
        "_split",
        "split_order_tool",
        "split_order",
        "function_tool",
        "shop.tools.orders shop/tools/orders.py:36",
        "F2",
        1,
        (Place("shop/policy.py:9:53", "approval", True, "split_order"),),
    ),
    Row(
        "send_email_fn",
        "send_email_fn",
        "send_email",
        "function_tool",
        "shop.tools.support shop/tools/support.py:30",
        "F2",
        1,
        (Place("shop/policy.py:5:6", "approval", True, "send_email"),),
    ),
    Row(
        "cancel_order_v2",
        "cancel_order_v2",
        "cancel_order",
        "function_tool",
        "shop.tools.orders shop/tools/orders.py:7",
        "F1",
        2,
        (Place("config/stops.json:2:13", "stop", True, "cancel_order"),),
    ),
    Row(
        "ship_order_impl",
        "ship_order_impl",
        "ship_order",
        "function_tool",
        "shop.tools.orders shop/tools/orders.py:13",
        "F1",
        2,
        (Place("shop/desks.py:52:56", "stop", True, "ship_order"),),
    ),
    Row(
        "close_ticket_fn",
        "close_ticket_fn",
        "close_ticket",
        "function_tool",
        "shop.tools.support shop/tools/support.py:12",
        "F1",
        2,
        (Place("shop/policy.py:10:11", "stop", True, "close_ticket"),),
    ),
    Row(
        "apply_credit_v1",
        "apply_credit_v1",
        "apply_credit",
        "function_tool",
        "shop.tools.billing shop/tools/billing.py:32",
        "F3 F5",
        3,
        (
            Place("config/overrides.production.toml:3:1", "override_table", False),
            Place("config/overrides.staging.toml:3:1", "override_table", False),
            Place("config/switches.yaml:3:3", "enable", True, "apply_credit"),
            Place("config/switches.yaml:3:29", "enable", False),
            Place("shop/policy.py:8:12", "other", True),
            Place("shop/tools/billing.py:7:13", "other", False),
            Place("shop/tools/billing.py:31:3", "other", False),
        ),
    ),
    Row(
        "read_stock_v2",
        "stock_level",
        "stock_level",
        "FunctionTool",
        "shop.tools.catalog shop/tools/catalog.py:13",
        "F3",
        3,
        (Place("config/switches.yaml:4:4", "enable", True, "stock_level"),),
    ),
    Row(
        "price_of",
        "price_tool",
        "price_of",
        "variable",
        "shop.tools.catalog shop/tools/catalog.py:26",
        "F4",
        3,
        (Place("prompts/triage.md:5:19", "prompt", True, "price_of"),),
    ),
    Row(
        "lookup_order_v3",
        "lookup_order_v3",
        "order_lookup",
        "function_tool",
        "shop.tools.orders shop/tools/orders.py:19",
        "F4",
        3,
        (
            Place("prompts/triage.md:3:35", "prompt", True, "order_lookup"),
            Place("shop/events.py:20:36", "other", True, "order_lookup"),
        ),
    ),
    Row(
        "track_parcel_v2",
        "track_parcel_v2",
        "track_parcel",
        "function_tool",
        "shop.tools.orders shop/tools/orders.py:25",
        "",
        3,
        (
            Place("shop/events.py:9:17", "other", True),
            Place("shop/events.py:16:15", "other", True, "track_parcel"),
        ),
    ),
    Row(
        "open_ticket_v2",
        "open_ticket_v2",
        "open_ticket",
        "function_tool",
        "shop.tools.support shop/tools/support.py:6",
        "F4",
        3,
        (
            Place("prompts/ticket.jinja:1:4", "prompt", False),
            Place("prompts/ticket.jinja:2:23", "prompt", True, "open_ticket"),
            Place("shop/events.py:18:34", "other", True, "open_ticket"),
        ),
    ),
    Row(
        "escalate_case_v2",
        "escalate_case_v2",
        "escalate_case",
        "function_tool",
        "shop.tools.support shop/tools/support.py:18",
        "F3",
        3,
        (Place("shop/desks.py:32:47", "tool_choice", True, "escalate_case"),),
    ),
    Row(
        "search_articles_v2",
        "search_articles_v2",
        "search_articles",
        "function_tool",
        "shop.tools.support shop/tools/support.py:24",
        "",
        3,
        (
            Place("config/trace.ini:2:3", "trace", False),
            Place("config/trace.ini:3:11", "trace", True, "search_articles"),
        ),
    ),
    Row(
        "rate_answer_v1",
        "rate_answer_v1",
        "rate_answer",
        "function_tool",
        "shop.tools.support shop/tools/support.py:36",
        "",
        3,
        (
            Place("notebooks/explore.ipynb:6:25", "other", False),
            Place("notebooks/explore.ipynb:14:59", "other", True, "rate_answer"),
            Place("shop/events.py:18:15", "other", True, "rate_answer"),
            Place("tests/test_tables.py:19:43", "test", False),
        ),
    ),
    Row(
        "billing_desk",
        "",
        "ask_billing",
        "as_tool",
        "shop.desks shop/desks.py:49",
        "",
        None,
        (Place("pyproject.toml:8:48", "other", False),),
    ),
    Row(
        "support_desk",
        "",
        "to_support",
        "handoff",
        "shop.desks shop/desks.py:51",
        "",
        None,
        (Place("pyproject.toml:8:75", "other", False),),
    ),
    Row(
        "price_of",
        "list_price_tool",
        "list_price",
        "replace",
        "shop.tools.catalog shop/tools/catalog.py:27",
        "",
        None,
    ),
    Row(
        "hold_order_v2",
        "hold_order_v2",
        None,
        "function_tool",
        "shop.tools.orders shop/tools/orders.py:39",
        "",
        None,
    ),
    Row(
        "notify",
        "notify",
        "notify_customer",
        "function_tool",
        "shop.tools.support shop/tools/support.py:42",
        "",
        None,
        (Place("shop/policy.py:6:6", "approval", False),),
    ),
    Row(
        "notify_staff_v2",
        "notify_staff_v2",
        "notify",
        "function_tool",
        "shop.tools.support shop/tools/support.py:48",
        "",
        None,
    ),
)
