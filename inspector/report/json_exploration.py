"""`exploration` in JSON: which scenario is shown, how many were looked at, and what isn't proven."""

from typing import Any

from inspector.inspection.explored import explored
from inspector.inspection.result import Inspection
from inspector.model import Scenario
from inspector.report.exactness import exactness
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
            "exact": exactness(inspection).exact,
            "builds": built,
        }
    proof = exactness(inspection)
    return {
        "flags": known.flags,
        "read": list(known.read),
        "exact": proof.exact,
        "builds": max(known.builds, built),
        "sampled": proof.sampled,
        "doubts": list(proof.doubts),
        "unfinished": list(proof.unfinished),
        "scenario": scenario_json(inspection.scenario),
    }


def scenario_json(scenario: Scenario) -> dict[str, Any]:
    """The tenant's name, null for none, and the value of every flag."""
    return {"tenant": scenario.tenant or None, "flags": dict(scenario.values)}
