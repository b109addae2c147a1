"""A finding in JSON, as every document has it."""

from typing import Any

from inspector.model import Finding


def finding_json(finding: Finding) -> dict[str, Any]:
    """Keys, their order and their meaning are fixed."""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "consumer": finding.consumer,
        "consumer_name": finding.consumer_name,
        "names": list(finding.names),
        "message": finding.message,
        "fix": finding.fix,
        "locations": [{"path": place.path, "line": place.line} for place in finding.locations],
        "condition": finding.condition,
        "example": finding.example,
        "tenants": list(finding.tenants),
    }
