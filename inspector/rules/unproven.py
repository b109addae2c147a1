"""Findings that rest on what other scenarios might add: on all tools, or on tables of the config."""

from collections.abc import Iterable, Iterator

import msgspec

from inspector.model import Controls, Finding, Registry
from inspector.model.control import TableUse

_BY_TABLES: dict[str, tuple[TableUse, ...]] = {
    "TI203": ("approval-default",),
    "TI207": ("overrides",),
    "TI401": ("ids",),
    "TI402": ("ids",),
    "TI403": ("ids",),
    "TI404": ("ids",),
    "TI501": ("approval-default", "ids"),
}
"""What a rule reads beside sets and tools, which carry doubts of their own."""
_BY_NAMES = ("TI2", "TI4")
"""How the codes of rules begin that look names up; without a consumer they do so among all tools."""


def unproven(findings: Iterable[Finding], registry: Registry, controls: Controls) -> Iterator[Finding]:
    """The same, each with the doubt that what it rests on brings with it."""
    for one in findings:
        doubt = _doubt(one, registry, controls) if one.exact else ""
        yield msgspec.structs.replace(one, exact=False, doubt=doubt) if doubt else one


def _doubt(finding: Finding, registry: Registry, controls: Controls) -> str:
    tables = (controls.doubts.get(use, "") for use in _BY_TABLES.get(finding.code, ()))
    if found := next(filter(None, tables), ""):
        return found
    if finding.code == "TI503":
        return next((one.doubt for one in controls.sets if one.kind == "approval" and one.doubt), "")
    by_all = finding.consumer is None and finding.code.startswith(_BY_NAMES) and finding.code != "TI203"
    return registry.doubt if by_all else ""
