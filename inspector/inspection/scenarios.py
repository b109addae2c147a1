"""An inspection in another scenario, from what exploring has shown: no worker is asked."""

from collections.abc import Iterator, Sequence

import msgspec

from inspector.flags.scenarios import shown
from inspector.flags.space import position
from inspector.flags.tool_union import keyed_as
from inspector.inspection.control_sets import in_force
from inspector.inspection.holding import beside
from inspector.inspection.result import Everywhere, Inspection
from inspector.model import Finding, LoadFailure, Registry, Scenario, Space


def in_scenario(inspection: Inspection, scenario: Scenario) -> Inspection | None:
    """The same findings over the registry and join of another legal scenario.

    None where exploring hasn't shown, or not proven, what there is in it: then only a load tells.
    """
    space, whole = inspection.space, inspection.whole
    if space is None or whole is None:
        return inspection if scenario == inspection.scenario else None
    registry = shown(whole.loaded, inspection.exploration, space, scenario)
    return None if registry is None else shown_in(inspection, whole, registry, space, scenario)


def findings_here(inspection: Inspection) -> tuple[Finding, ...]:
    """Those that hold in the scenario shown."""
    if inspection.space is None:
        return inspection.findings
    here = position(inspection.space, inspection.scenario)
    return tuple(one for one in inspection.findings if one.holds is None or one.holds.holds(here))


def shown_in(
    inspection: Inspection, whole: Everywhere, registry: Registry, space: Space, scenario: Scenario
) -> Inspection:
    """The inspection with the registry of a scenario, as the worker answers it, and the controls there."""
    at = position(space, scenario)
    everywhere = {consumer.id: consumer for consumer in whole.registry.consumers}
    registry = msgspec.structs.replace(
        registry,
        consumers=tuple(
            keyed_as(consumer, everywhere[consumer.id], at) if consumer.id in everywhere else consumer
            for consumer in registry.consumers
        ),
        failures=tuple(_failures(whole.registry.failures, at)),
    )
    controls = in_force(whole.controls, at)
    found = beside(registry, controls)
    return msgspec.structs.replace(
        inspection,
        registry=found.registry,
        join=found.join,
        controls=controls,
        scenario=scenario,
        whole=whole,
    )


def _failures(failures: Sequence[LoadFailure], at: Sequence[int]) -> Iterator[LoadFailure]:
    for failure in failures:
        if failure.holds is None:
            yield failure
        elif failure.holds.holds(at):
            yield msgspec.structs.replace(failure, holds=None, doubt="")
