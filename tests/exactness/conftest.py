"""Counts the registries that were held against the Runner."""

import importlib.util
import os

import pytest

# Before 0.14 the SDK's realtime part came with an extra; without it there is nothing to compare with.
collect_ignore = [] if importlib.util.find_spec("websockets") else ["test_exactness_realtime.py"]

COUNTS = {"registries": 0, "runs": 0}


@pytest.fixture
def counts() -> dict[str, int]:
    """Registries and runs so far in this process."""
    return COUNTS


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if os.environ.get("TOOLINSPECT_EXACTNESS_EXAMPLES") and COUNTS["registries"]:
        terminalreporter.write_line("exactness: {registries} registries, {runs} runs".format(**COUNTS))
