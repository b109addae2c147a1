"""The JSON report, schema `toolinspect.report/1`: keys, their order and their meaning are fixed."""

from collections.abc import Iterable
from typing import Any

from inspector.inspection.result import Inspection
from inspector.model import Consumer, Registry, Suggestion, Tool
from inspector.report import json_sets
from inspector.report.json_document import encoded
from inspector.report.json_exploration import exploration_json
from inspector.report.json_finding import finding_json
from inspector.report.presence_words import PresenceWords
from inspector.rules.stopping import stops

SCHEMA = "toolinspect.report/1"


def render(inspection: Inspection) -> bytes:
    """The report as indented UTF-8 with a final newline; hidden characters are written as escapes."""
    return encoded(document(inspection))


def document(inspection: Inspection) -> dict[str, Any]:
    """The report as plain JSON values."""
    registry, presence = inspection.registry, PresenceWords(inspection)
    return {
        "schema": SCHEMA,
        "project": {
            "root": ".",
            "sdk": registry.info.sdk,
            "python": registry.info.python,
            "collision_policy": registry.info.collision_policy,
        },
        "consumers": [_consumer(inspection, consumer, presence) for consumer in registry.consumers],
        "findings": [finding_json(finding) for finding in inspection.findings],
        "suppressed": [
            {**finding_json(entry.finding), "reason": entry.reason} for entry in inspection.suppressed
        ],
        "suggestions": [_suggestion(one) for one in inspection.suggestions],
        "not_inspected": list(_not_inspected(registry)),
        "stubbed": list(registry.stubbed),
        "exploration": exploration_json(inspection),
        "summary": {
            "consumers": len(registry.consumers),
            "tools": sum(len(consumer.tools) for consumer in registry.consumers),
            "errors": sum(finding.severity == "error" for finding in inspection.findings),
            "warnings": sum(finding.severity == "warning" for finding in inspection.findings),
        },
    }


def _consumer(inspection: Inspection, consumer: Consumer, presence: PresenceWords) -> dict[str, Any]:
    by_key = {tool.key: tool for tool in consumer.tools}
    return {
        "id": consumer.id,
        "name": consumer.name,
        "kind": consumer.kind,
        "path": consumer.path,
        "line": consumer.line,
        "tools": [_tool(tool, consumer, by_key, presence) for tool in consumer.tools],
        "sets": json_sets.sets_of(consumer, inspection.join.consumers.get(consumer.id)),
        "boundaries": [{"kind": edge.kind, "to": edge.to} for edge in consumer.boundaries],
    }


def _tool(tool: Tool, consumer: Consumer, by_key: dict[str, Tool], presence: PresenceWords) -> dict[str, Any]:
    where = tool.location
    winner = by_key.get(tool.shadowed_by) if tool.shadowed_by is not None else None
    return {
        "visible": tool.visible,
        "name": tool.name,
        "namespace": tool.namespace,
        "function": tool.function,
        "business_id": tool.business_id,
        "origin": tool.origin,
        "via": list(tool.via),
        "path": where.path if where else None,
        "line": where.line if where else None,
        "stop": stops(tool, consumer),
        "approval": tool.approval,
        "enabled": tool.enabled,
        "condition": presence.of(consumer.id, tool),
        "shadowed_by": (winner.function or winner.visible) if winner else tool.shadowed_by,
    }


def _suggestion(suggestion: Suggestion) -> dict[str, Any]:
    return {
        "kind": suggestion.kind,
        "reference": suggestion.reference,
        "path": suggestion.location.path,
        "line": suggestion.location.line,
        "names": [entry.name for entry in suggestion.entries],
        "mismatches": [{"name": name, "reason": reason} for name, reason in suggestion.mismatches],
    }


def _not_inspected(registry: Registry) -> Iterable[dict[str, Any]]:
    for part in registry.not_inspected:
        yield {"ref": part.ref, "reason": part.reason, "path": part.path, "line": part.line}
    for seen in registry.seen:
        yield {
            "ref": f"{seen.path}:{seen.line}",
            "reason": seen.reason,
            "path": seen.path,
            "line": seen.line,
        }
