"""Says how many generated apps were held against brute force."""

import os
from collections import Counter

import pytest

COUNTS: Counter[str] = Counter()


@pytest.fixture
def counts() -> "Counter[str]":
    """Apps, scenarios and conditions so far in this process."""
    return COUNTS


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if os.environ.get("TOOLINSPECT_EXPLORATION_APPS") and COUNTS:
        told = ", ".join(f"{number:,} {what}" for what, number in COUNTS.items())
        terminalreporter.write_line(f"exploration: {told}")
