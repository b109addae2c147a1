"""The last line of a text report."""

from inspector.inspection.result import Inspection
from inspector.report import suggested_sets
from inspector.report.escape import visible
from inspector.report.style import Style


def summary(inspection: Inspection, style: Style, *, lists_seen: bool, here: int | None = None) -> str:
    """Counts of consumers, tools and findings, and who answered.

    `lists_seen`: the report above names the agents that are only seen in source. `here`: how many findings
    it marks, where it marks those of its scenario alone.
    """
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
    if here is not None and here < len(inspection.findings):
        parts.append(f"{here} of the {len(inspection.findings)} findings in this scenario")
    if disagreement := suggested_sets.disagreement(inspection.suggestions):
        parts.append(style.paint(disagreement, "warning"))
    if inspection.suppressed:
        parts.append(f"{len(inspection.suppressed)} suppressed")
    if registry.seen:
        where = "" if lists_seen else " (`toolinspect show` lists them)"
        parts.append(f"{len(registry.seen)} seen in source only{where}")
    info = registry.info
    policy = "" if info.collision_policy in ("warn", "none") else f", policy {info.collision_policy}"
    return f"{', '.join(parts)} (SDK {visible(info.sdk)}, Python {visible(info.python)}{visible(policy)})"


def nothing(inspection: Inspection) -> list[str]:
    """Lines for an inspection that shows no consumer; none for any other."""
    if not inspection.empty:
        return []
    registry = inspection.registry
    if registry.part and not registry.failures and not registry.not_inspected:
        return [f"Nothing could be inspected: {gave_no_agent(registry.part)}"]
    if registry.failures:
        way_out = "Repair what failed to load, or try --stub-missing if packages are missing."
    elif registry.seen or registry.not_inspected:
        way_out = "`toolinspect show` names what was seen in source, and why it isn't shown."
    else:
        way_out = "No Python file there builds agents with the OpenAI Agents SDK: name the folder that does."
    return [f"Nothing could be inspected: no agent was found or built. {way_out}"]


def gave_no_agent(part: str) -> str:
    """What to say of a PATH within a project that leads to no agent."""
    if ":" not in part:
        return f"`{part}` builds no agent at its top level. Name a file, or a `module:attr`, that does."
    return f"`{part}` gives no agent. Name an agent, a collection of agents, or a function that returns them."


def stand_ins(inspection: Inspection) -> list[str]:
    """A line on what `--stub-missing` made up; none when it made up nothing."""
    names = inspection.registry.stubbed
    return [f"Stand-ins for what is missing: {', '.join(names)}"] if names else []


def counted(count: int, word: str) -> str:
    """`1 tool`, `2 tools`."""
    if word == "info":
        return f"{count} info"
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
