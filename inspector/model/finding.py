"""What a rule reports."""

from typing import Any, Literal

import msgspec

from inspector.model.condition import Condition
from inspector.model.location import Location

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""From worst to mildest."""

CODES: tuple[str, ...] = tuple(
    f"TI{number}"
    for numbers in (
        *(range(101, 110), range(201, 211), range(301, 304), range(401, 405), range(411, 416)),
        *(range(501, 508), range(601, 607), range(701, 705), range(801, 803)),
    )
    for number in numbers
)
"""Every finding code of the report format; a config may name them all, also those without a rule yet."""


class Finding(msgspec.Struct, frozen=True, kw_only=True, gc=False):
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
    holds: Condition | None = None
    """The legal scenarios in which it is one; None: in all."""
    exact: bool = True
    """Whether `holds` is proven; else it is drawn from a sample."""
    doubt: str = ""
    """Why it isn't exact, as "in a 3-wise sample"; empty when it is."""
    witness: Condition | None = None
    """Those of the scenarios that the message describes; None: all of them."""
    condition: str | None = None
    example: dict[str, Any] | None = None
    tenants: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    """Keys of the consumer's tools that take part, for marking rows."""
    touches: tuple[tuple[str, str], ...] = ()
    """(consumer id, tool key) of rows of other consumers, or of a finding about the project."""
    ghost: str | None = None
    """The listed name without a tool that it is about: its row in the outer join."""
