"""When two builds of a factory hand out the same."""

from typing import Any

from inspector.probe.surfaces import surface_key

RAISES = {"enabled": None, "error": "ValueError: not here", "failure": "raised"}
ON = {"enabled": True, "error": None, "failure": None}


def surface(tree: Any, *outcomes: dict[str, Any]) -> dict[str, Any]:
    """One whose only tool has a predicate of that decision."""
    decision = {"tree": tree, "doubt": "", "reads": [1], "evaluations": 1}
    switch = {"consumer": "app:build", "tools": ["function:a"], "decision": decision, "outcomes": [*outcomes]}
    return {"consumers": [], "switches": [switch]}


def test_a_predicate_known_in_other_scenarios_makes_another_surface() -> None:
    assert surface_key(surface([1, [-1, 0]], RAISES)) != surface_key(surface([1, [0, -1]], RAISES))


def test_the_order_in_which_answers_were_met_makes_none() -> None:
    assert surface_key(surface([1, [0, 1]], ON, RAISES)) == surface_key(surface([1, [1, 0]], RAISES, ON))
