"""What a rule reports."""

from typing import Any, Literal

import msgspec

from inspector.model.location import Location

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""From worst to mildest."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One defect: who, which names, why, how to fix it, where, and under which condition."""

    code: str
    name: str
    severity: Severity
    consumer: str | None
    """Consumer id; None for a finding about the project."""
    consumer_name: str | None
    names: tuple[str, ...]
    message: str
    fix: str
    locations: tuple[Location, ...] = ()
    condition: str | None = None
    example: dict[str, Any] | None = None
    tenants: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    """Keys of the consumer's tools that take part, for marking rows."""
