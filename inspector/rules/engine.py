"""Every rule over one registry and everything that quotes its names."""

from collections.abc import Iterable, Iterator

from inspector.controls import HeldSets, Names
from inspector.model import SEVERITIES, Consumer, Controls, Finding, Registry
from inspector.rules import (
    approval_default,
    approval_names,
    business_ids,
    bypassed_gates,
    confusable_names,
    crossed_names,
    duplicate_names,
    enable_names,
    failing_predicates,
    failure_policies,
    filters,
    forced_choices,
    hidden_docstrings,
    hosted_duplicates,
    idle_guardrails,
    invalid_names,
    junk,
    loading,
    missing_descriptions,
    namespaces,
    override_tables,
    prompt_names,
    reserved_names,
    shared_lists,
    similar_descriptions,
    stop_names,
    swapped_arguments,
    tool_choices,
    undecided,
    ungated_risk,
    unhandled_approvals,
    unknown_ids,
    unstable_parts,
)
from inspector.rules.collisions import collisions
from inspector.rules.findings import merged, unconditional
from inspector.rules.unproven import unproven

_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}


def evaluate(
    registry: Registry, controls: Controls | None = None, held: HeldSets | None = None
) -> tuple[Finding, ...]:
    """All findings of a registry, as `ordered` puts them; ids and tables were applied to it before.

    `held` is these controls' sets against this registry, if they are there yet.
    """
    controls = controls or Controls()
    held = held or HeldSets(controls, Names(registry))
    found = [
        *loading.check_registry(registry),
        *unstable_parts.check_registry(registry),
        *shared_lists.check_registry(registry),
        *hidden_docstrings.check_registry(registry),
        *missing_descriptions.check_registry(registry),
        *business_ids.check_registry(registry, controls),
        *unknown_ids.check_registry(registry, controls, held.names),
        *failure_policies.check_registry(registry),
        *ungated_risk.check_registry(registry, controls),
        *_check_sets(registry, held),
    ]
    for consumer in registry.consumers:
        found += _check_consumer(consumer, registry, controls)
    legal = registry.legal
    if legal is None:
        return ordered(found)
    possible = [one for one in found if one.holds is None or one.holds.meets(legal)]
    return ordered(unconditional(merged(unproven(possible, registry, controls)), legal))


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The order of every list of findings: worst first, then by consumer, code and names."""
    return tuple(
        sorted(findings, key=lambda one: (_RANK[one.severity], one.consumer or "", one.code, one.names))
    )


def _check_sets(registry: Registry, held: HeldSets) -> Iterator[Finding]:
    controls, names = held.controls, held.names
    yield from stop_names.check_registry(held)
    yield from approval_names.check_registry(held)
    yield from approval_default.check_registry(controls, names)
    yield from enable_names.check_registry(held)
    yield from tool_choices.check_registry(held)
    yield from override_tables.check_registry(registry, controls, names)
    yield from filters.check_registry(held)
    yield from prompt_names.check_registry(registry, controls, names)


def _check_consumer(consumer: Consumer, registry: Registry, controls: Controls) -> Iterator[Finding]:
    info = registry.info
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
    yield from failing_predicates.check(consumer, registry)
    yield from undecided.check(consumer, registry)
    yield from similar_descriptions.check(consumer)
    yield from idle_guardrails.check(consumer, info)
    yield from unhandled_approvals.check(consumer, controls)
    yield from forced_choices.check(consumer, registry.run_choice)
    yield from swapped_arguments.check(consumer)
