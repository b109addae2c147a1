"""What one rule means, in words."""

import msgspec

from inspector.model import Severity


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One code, in words; `example` is Python source, the rest plain sentences."""

    code: str
    name: str
    severity: Severity
    meaning: str
    why: str
    example: str
    fix: str
