"""A finding's condition is where the rule speaks up when each scenario is looked at by itself."""

import random
from collections.abc import Iterable

import pytest
from many_scenarios import controls, controls_in, in_one, judged, project, scenarios

from inspector.model import Finding

GROUPS = frozenset({"TI106", "TI302", "TI303", "TI506"})
"""Of several names, of which not all need be there."""
ON_FIRST = frozenset({"TI301", "TI302", "TI401", "TI506"})
"""Reported on the first agent that has the tool, whichever that is in a scenario."""
OVER_ALL = frozenset({"TI201", "TI202", "TI204", "TI208", "TI209", "TI210", "TI401"})
"""Held against the tools of all scenarios together."""
ROUNDS = 120


def said(findings: Iterable[Finding]) -> set[tuple[object, ...]]:
    """What a finding is about, apart from words."""
    found: set[tuple[object, ...]] = set()
    for one in findings:
        if one.code in OVER_ALL or (one.code == "TI205" and one.severity == "warning"):
            continue
        consumer = None if one.code in ON_FIRST else one.consumer
        found.add((one.code, consumer, None if one.code in GROUPS else one.names))
    return found


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_as_if_every_scenario_were_looked_at_by_itself(seed: int) -> None:
    pick = random.Random(seed)
    everywhere = project(pick)
    quoted = controls(everywhere, pick)
    findings = judged(everywhere, quoted)
    for at in scenarios():
        alone = judged(in_one(everywhere, at), controls_in(quoted, at))
        here = [one for one in findings if one.holds is None or one.holds.holds(at)]
        # That a name in a prompt is a tool of the agent may only show where its build lists it.
        extra = {one for one in said(here) - said(alone) if one[0] == "TI205"}
        assert said(here) - extra == said(alone), at
