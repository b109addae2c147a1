"""Every rule over one registry."""

from collections.abc import Iterable, Iterator

from inspector.model import SEVERITIES, Consumer, Finding, Registry, SdkInfo
from inspector.rules import (
    bypassed_gates,
    confusable_names,
    crossed_names,
    duplicate_names,
    hosted_duplicates,
    invalid_names,
    junk,
    loading,
    namespaces,
    reserved_names,
    shared_lists,
    undecided,
)
from inspector.rules.collisions import collisions

_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


def evaluate(registry: Registry) -> tuple[Finding, ...]:
    """All findings of a registry, as `ordered` puts them."""
    found = [*loading.check_registry(registry), *shared_lists.check_registry(registry)]
    for consumer in registry.consumers:
        found += _check_consumer(consumer, registry.info)
        found += undecided.check(consumer, registry)
    return ordered(found)


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The order of every list of findings: worst first, then by consumer, code and names."""
    return tuple(
        sorted(findings, key=lambda one: (_RANK[one.severity], one.consumer or "", one.code, one.names))
    )


def _check_consumer(consumer: Consumer, info: SdkInfo) -> Iterator[Finding]:
    groups = tuple(collisions(consumer))
    yield from duplicate_names.check(consumer, groups, info)
    yield from namespaces.check(consumer, groups, info)
    yield from invalid_names.check(consumer)
    yield from confusable_names.check(consumer)
    yield from crossed_names.check(consumer)
    yield from hosted_duplicates.check(consumer, info)
    yield from reserved_names.check(consumer, info)
    yield from bypassed_gates.check(consumer, groups, info)
    yield from junk.check(consumer, info)
