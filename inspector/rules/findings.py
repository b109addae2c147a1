"""Findings put together from the catalogue and what takes part."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.model import ALWAYS, Condition, Consumer, Finding, Location, Tool
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


def held(
    finding: Finding, condition: Condition | None, *, doubt: str = "", described: Condition | None = None
) -> Finding:
    """The finding where a condition holds; its message is about the scenarios `described`."""
    holds = None if condition is ALWAYS else condition
    if holds is None and not doubt and finding.holds is None and finding.exact:
        return finding
    return msgspec.structs.replace(
        finding,
        holds=holds,
        exact=not doubt,
        doubt=doubt,
        witness=None if described is condition else described,
    )


def merged(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Those that say the same of the same, as one that holds where any of them does."""
    kept: dict[tuple[object, ...], Finding] = {}
    for number, one in enumerate(findings):
        key: tuple[object, ...] = (
            one.code,
            one.consumer,
            one.names,
            one.message,
            one.locations,
            one.condition,
        )
        known = kept.get(key)
        if known is None:
            kept[key] = one
        elif known.holds is None and one.holds is None:
            kept[(number,)] = one
        else:
            kept[key] = together(known, one)
    yield from kept.values()


def together(one: Finding, other: Finding) -> Finding:
    """The first of two, where either holds."""
    sure = any(each.holds is None and each.exact for each in (one, other))
    doubt = "" if sure else one.doubt or other.doubt
    mine, theirs = (ALWAYS if each.holds is None else each.holds for each in (one, other))
    return held(one, mine | theirs, doubt=doubt, described=one.witness or mine)


def unconditional(findings: Iterable[Finding], legal: Condition) -> Iterator[Finding]:
    """Without conditions that all scenarios meet; what others say of illegal ones is left as it is."""
    for one in findings:
        always = one.holds is not None and not legal.meets(~one.holds)
        yield msgspec.structs.replace(one, holds=None) if always else one
