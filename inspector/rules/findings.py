"""Findings put together from the catalogue and the tools that take part."""

from collections.abc import Iterable, Sequence

from inspector.model import Consumer, Finding, Location, Tool
from inspector.model.finding import Severity
from inspector.rules.catalogue import CATALOGUE


def about_tools(
    code: str,
    consumer: Consumer,
    tools: Sequence[Tool],
    *,
    names: Iterable[str],
    message: str,
    fix: str,
    condition: str | None = None,
    severity: Severity | None = None,
) -> Finding:
    """A finding about tools of one consumer; its locations are theirs."""
    rule = CATALOGUE[code]
    return Finding(
        code=code,
        name=rule.name,
        severity=severity or rule.severity,
        consumer=consumer.id,
        consumer_name=consumer.name,
        names=tuple(dict.fromkeys(names)),
        message=message,
        fix=fix,
        locations=tuple(dict.fromkeys(place for tool in tools if (place := tool.location) is not None)),
        condition=condition,
        tools=tuple(tool.key for tool in tools),
    )


def about_project(
    code: str,
    *,
    names: Iterable[str],
    message: str,
    fix: str,
    locations: Iterable[Location] = (),
    severity: Severity | None = None,
) -> Finding:
    """A finding that belongs to no consumer."""
    rule = CATALOGUE[code]
    return Finding(
        code=code,
        name=rule.name,
        severity=severity or rule.severity,
        consumer=None,
        consumer_name=None,
        names=tuple(dict.fromkeys(names)),
        message=message,
        fix=fix,
        locations=tuple(dict.fromkeys(locations)),
    )
