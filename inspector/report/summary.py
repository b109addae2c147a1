"""The last line of a text report."""

from inspector.inspection.result import Inspection
from inspector.report.style import Style


def summary(inspection: Inspection, style: Style) -> str:
    """Counts of consumers, tools and findings, and who answered."""
    registry = inspection.registry
    tools = sum(len(consumer.tools) for consumer in registry.consumers)
    counts = {
        severity: sum(finding.severity == severity for finding in inspection.findings)
        for severity in ("error", "warning", "info")
    }
    parts = [counted(len(registry.consumers), "consumer"), counted(tools, "tool")]
    parts += [
        style.paint(counted(count, word), word) if count else counted(count, word)
        for word, count in counts.items()
        if count or word != "info"
    ]
    if inspection.suppressed:
        parts.append(f"{len(inspection.suppressed)} suppressed")
    if registry.seen:
        parts.append(f"{len(registry.seen)} seen in source only")
    info = registry.info
    policy = "" if info.collision_policy in ("warn", "none") else f", policy {info.collision_policy}"
    return f"{', '.join(parts)} (SDK {info.sdk}, Python {info.python}{policy})"


def counted(count: int, word: str) -> str:
    """`1 tool`, `2 tools`."""
    if word == "info":
        return f"{count} info"
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
