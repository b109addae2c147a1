"""`exploration` in JSON: which scenario is shown, how many were looked at, and what isn't proven."""

from collections.abc import Iterator
from typing import Any

from inspector.inspection.explored import explored
from inspector.inspection.result import Inspection
from inspector.model import Decision, RootExploration, Scenario, Surface
from inspector.report.scenario_text import flags_of


def exploration_json(inspection: Inspection) -> dict[str, Any]:
    """Without flags there is one scenario, exact unless something in it could have come out otherwise.

    Where flags were explored, `sampled` says whether any answer rests on a sample, and `doubts` and
    `unfinished` why not all is exact, in sentences.
    """
    built = 0 if inspection.empty else 1
    known = explored(inspection) if inspection.space is not None else None
    if known is None:
        return {
            "flags": len(flags_of(inspection.space)) if inspection.space is not None else 0,
            "read": [],
            "exact": inspection.space is None and _decided(inspection),
            "builds": built,
        }
    return {
        "flags": known.flags,
        "read": list(known.read),
        "exact": known.exact and _decided(inspection),
        "builds": max(known.builds, built),
        "sampled": _sampled(inspection),
        "doubts": list(known.doubts),
        "unfinished": list(known.unfinished),
        "scenario": scenario_json(inspection.scenario),
    }


def scenario_json(scenario: Scenario) -> dict[str, Any]:
    """The tenant's name, null for none, and the value of every flag."""
    return {"tenant": scenario.tenant or None, "flags": dict(scenario.values)}


def _decided(inspection: Inspection) -> bool:
    """Whether every predicate answered, in all scenarios, and every build was the same twice."""
    registry, everywhere = inspection.registry, inspection.everywhere
    return (
        all(tool.enabled is not None for consumer in registry.consumers for tool in consumer.tools)
        and not any(
            tool.undecided is not None and tool.undecided.possible
            for consumer in everywhere.consumers
            for tool in consumer.tools
        )
        and not registry.unstable
        and not everywhere.unstable
        and not any(root.unstable for root in inspection.exploration)
    )


def _sampled(inspection: Inspection) -> bool:
    """Whether any decision of the project is known from a sample only."""
    return any(decision.samples for root in inspection.exploration for decision in _decisions(root))


def _decisions(root: RootExploration) -> Iterator[Decision]:
    parts: list[RootExploration | Surface] = [root]
    for factory in root.factories:
        yield factory.decision
        parts += factory.outcomes
    yield from (table.decision for table in root.tables)
    for part in parts:
        yield from (switch.decision for switch in part.switches)
        yield from (telling.decision for telling in part.tellings)
        yield from (listing.decision for listing in part.listings)
