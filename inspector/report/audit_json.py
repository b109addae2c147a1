"""The audit as JSON, schema `toolinspect.audit/1`: keys and their meaning are fixed."""

from typing import Any

from inspector.model import Audit, NotRead, Override, Reference
from inspector.report.audit_counts import counts
from inspector.report.json_document import encoded

SCHEMA = "toolinspect.audit/1"


def render(audit: Audit) -> bytes:
    """Indented UTF-8 with a final newline."""
    return encoded(document(audit))


def document(audit: Audit) -> dict[str, Any]:
    """Plain JSON values; `references` are due or accepted, `mentions` are right where they are."""
    return {
        "schema": SCHEMA,
        "overrides": [_override(one) for one in audit.overrides],
        "drift": [
            {
                "environment": one.environment,
                "function": one.function,
                "table": one.said,
                "code": list(one.code),
                "path": one.path,
                "line": one.line,
                "message": one.message,
            }
            for one in audit.drift
        ],
        "not_read": [_not_read(one) for one in audit.not_read],
        "summary": {**counts(audit), "files": audit.files, "lines": audit.lines},
    }


def _override(override: Override) -> dict[str, Any]:
    return {
        "function": override.function,
        "module": override.module,
        "variable": override.variable or None,
        "override": override.override,
        "by": override.by,
        "form": override.form,
        "path": override.path,
        "line": override.line,
        "column": override.column,
        "risk": list(override.risk),
        "batch": override.batch,
        "unresolved": override.unresolved or None,
        "accepted": override.accepted or None,
        "references": [_reference(one) for one in override.references if one.due or one.accepted],
        "mentions": [_reference(one) for one in override.references if not one.due and not one.accepted],
    }


def _reference(reference: Reference) -> dict[str, Any]:
    return {
        "path": reference.path,
        "line": reference.line,
        "column": reference.column,
        "set": reference.set,
        "text": reference.text,
        "name": reference.name,
        "reason": reference.reason,
        "role": reference.role,
        "replacement": reference.replacement,
        "kept": reference.kept or None,
        "accepted": reference.accepted or None,
    }


def _not_read(one: NotRead) -> dict[str, Any]:
    return {"path": one.path, "line": one.line, "reason": one.reason, "searched": one.partly}
