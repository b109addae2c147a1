"""Who may do what, and when."""

from agents import Agent, RunContextWrapper

REFUND_LIMIT_EUR = 250
BUSINESS_HOURS = range(8, 20)


def needs_review(_context: RunContextWrapper, arguments: dict, _call_id: str) -> bool:
    """Large amounts go to a person."""
    return arguments.get("amount_eur", 0) > REFUND_LIMIT_EUR


def phone_support_open(_context: RunContextWrapper, _agent: Agent) -> bool:
    """Callbacks are promised all year round."""
    return True


def returns_by_post(_context: RunContextWrapper, _agent: Agent) -> bool:
    """Paper labels were given up in March."""
    return False
