"""Exit codes that scripts rely on."""

from enum import IntEnum

from inspector.inspection.result import Inspection
from inspector.model import SEVERITIES, Severity


class ExitCode(IntEnum):
    """What a run of the program says to its caller."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    NOTHING_INSPECTED = 3
    INTERRUPTED = 130


def verdict(inspection: Inspection, fail_on: Severity | None) -> ExitCode:
    """The code for a finished inspection; an empty one never passes, and `None` fails on nothing else."""
    if inspection.empty:
        return ExitCode.NOTHING_INSPECTED
    if fail_on is None:
        return ExitCode.OK
    failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    return ExitCode.FINDINGS if any(one.severity in failing for one in inspection.findings) else ExitCode.OK
