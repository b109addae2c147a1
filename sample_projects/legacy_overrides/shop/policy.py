"""Who may do what, and when a run ends."""

REVIEWED = {
    "charge_card_legacy",
    "send_email_fn",
    "notify",
}
LIMITS = {"apply_credit_v1": 100}
APPROVAL_LEVELS = {"void_invoice_impl": "manager", "split_order_tool": "clerk"}
FINAL = ("close_ticket_fn",)
