"""Findings put together from the catalogue and what takes part."""

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
    """A finding about tools of one consumer; its locations are theirs, else its own."""
    return about_consumer(
        code,
        consumer,
        names=names,
        message=message,
        fix=fix,
        locations=[place for tool in tools if (place := tool.location)] or [consumer.location],
        condition=condition,
        severity=severity,
        tools=tools,
    )


def about_consumer(
    code: str,
    consumer: Consumer | None,
    *,
    names: Iterable[str],
    message: str,
    fix: str,
    locations: Iterable[Location | None] = (),
    condition: str | None = None,
    severity: Severity | None = None,
    tools: Iterable[Tool] = (),
) -> Finding:
    """A finding about one consumer, with the rule's severity unless told otherwise; None for the project."""
    rule = CATALOGUE[code]
    return Finding(
        code=code,
        name=rule.name,
        severity=severity or rule.severity,
        consumer=consumer.id if consumer is not None else None,
        consumer_name=consumer.name if consumer is not None else None,
        names=tuple(dict.fromkeys(names)),
        message=message,
        fix=fix,
        locations=tuple(dict.fromkeys(place for place in locations if place is not None)),
        condition=condition,
        tools=tuple(tool.key for tool in tools),
    )


def about_project(
    code: str,
    *,
    names: Iterable[str],
    message: str,
    fix: str,
    locations: Iterable[Location | None] = (),
    severity: Severity | None = None,
) -> Finding:
    """A finding that belongs to no consumer."""
    return about_consumer(
        code, None, names=names, message=message, fix=fix, locations=locations, severity=severity
    )
