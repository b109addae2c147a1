"""Which outcome of a decision a scenario leads to."""

from collections.abc import Sequence

from inspector.model import Branch, Decision


def outcome_at(decision: Decision, scenario: Sequence[int]) -> int | None:
    """Position of the outcome; None where a sample leaves it out, a doubt stands, or nothing leads there."""
    if decision.samples:
        wanted = tuple(scenario)
        return next((one.outcome for one in decision.samples if one.scenario == wanted), None)
    if decision.doubt:
        return None
    tree = decision.tree
    while isinstance(tree, Branch):
        tree = tree.branches[scenario[tree.flag]]
    return tree if tree >= 0 else None
