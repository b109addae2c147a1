"""TI701: predicates that raise, or take too long, although the config names a context for them."""

import re
from collections.abc import Iterator

from inspector.controls.presence import doubt, unknown
from inspector.model import NEVER, Condition, Consumer, Finding, Registry, Tool
from inspector.rules.findings import about_tools, held

_SECONDS = re.compile(r"no end after ([0-9.]+) s")
"""In what the probe says of a predicate that took too long."""
_PATIENCE = 1.0
"""Seconds; where the probe had less time left than that, it is no fault not to have answered."""


def check(consumer: Consumer, registry: Registry) -> Iterator[Finding]:
    """Without a context a failure proves nothing; with one, a run would fail or wait like this."""
    if not asked(registry):
        return
    for tool in consumer.tools:
        if (where := _raising(consumer, tool)).possible:
            error = (tool.predicate_error or "an error").rstrip(".")
            yield _finding(
                consumer,
                tool,
                where,
                f"raised with the configured context `{registry.context}`: {error}. In a run this ends the "
                "whole run",
                "Repair the predicate, or let the context carry what it reads.",
            )
        if (where := late(consumer, tool)).possible:
            yield _finding(
                consumer,
                tool,
                where,
                f"gave no answer within {_seconds(tool):g} s with the configured context "
                f"`{registry.context}`. In a run every turn waits for it",
                "Let the predicate answer at once, from what the context carries.",
            )


def asked(registry: Registry) -> bool:
    """Whether predicates were asked with the context that the config names."""
    return bool(registry.context) and not registry.context_failed


def late(consumer: Consumer, tool: Tool) -> Condition:
    """Where its predicate takes too long, and was given time enough."""
    if _seconds(tool) < _PATIENCE:
        return NEVER
    if tool.late is not None:
        return tool.late
    return unknown(consumer, tool) if tool.predicate_failure == "too_long" else NEVER


def _raising(consumer: Consumer, tool: Tool) -> Condition:
    if tool.failing is not None:
        return tool.failing
    return unknown(consumer, tool) if tool.predicate_failure == "raised" else NEVER


def _seconds(tool: Tool) -> float:
    """That the predicate was given."""
    found = _SECONDS.search(tool.late_error or tool.predicate_error or "")
    return float(found[1]) if found is not None else 0.0


def _finding(consumer: Consumer, tool: Tool, where: Condition, what: str, fix: str) -> Finding:
    finding = about_tools(
        "TI701",
        consumer,
        (tool,),
        names=(tool.visible,),
        message=(
            f"`{tool.predicate or 'is_enabled'}`, which decides about `{tool.visible}` on "
            f"`{consumer.name}`, {what}."
        ),
        fix=fix,
    )
    return held(finding, where, doubt=doubt(consumer, tool))
