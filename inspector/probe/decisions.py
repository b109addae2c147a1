"""How something of the project depends on flags: it is evaluated again with other values of what it read."""

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from typing import Any

from .budget import Budget
from .decision_tree import Scenario
from .walk import LIMITS, UNSTABLE, Decided, Limits, Walk, as_json

__all__ = [
    "LIMITS",
    "UNSTABLE",
    "Decided",
    "GiveUp",
    "Limits",
    "Scenario",
    "Walk",
    "as_json",
    "decide",
    "decide_async",
]

Evaluated = tuple[Any, Sequence[int]]
"""What came out, and the variables read for it, in order, each once."""


class GiveUp(Exception):
    """Raised by an evaluation that shall not be made, nor any after it; its text becomes the doubt."""


def decide(
    space: Any,
    evaluate: Callable[[Scenario], Evaluated],
    *,
    near: Scenario,
    budget: Budget,
    limits: Limits = LIMITS,
    key: Callable[[Any], Hashable] | None = None,
    within: Mapping[int, int] | None = None,
    noun: str = "scenarios",
) -> Decided:
    """The decision of what `evaluate` gives, over the legal scenarios that have the values of `within`.

    What is given is a Walk's. An evaluation may raise GiveUp; whatever else it raises is raised here.
    """

    async def evaluated(scenario: Scenario) -> Evaluated:
        return evaluate(scenario)

    walk = Walk(space, near=near, budget=budget, limits=limits, key=key, within=within, noun=noun)
    try:
        decide_async(walk, evaluated).send(None)
    except StopIteration as end:  # nothing in it waits
        found: Decided = end.value
        return found
    raise AssertionError("an evaluation that isn't awaited has waited")


async def decide_async(walk: Walk, evaluate: "Callable[[Scenario], Awaitable[Evaluated]]") -> Decided:
    """`decide` of what is awaited, by a walk that has just begun."""
    while walk.wanted is not None:
        try:
            outcome, reads = await evaluate(walk.wanted)
        except GiveUp as error:
            walk.give_up(str(error))
        else:
            walk.tell(outcome, reads)
    return walk.decided()
