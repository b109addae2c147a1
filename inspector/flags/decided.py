"""The condition of each outcome that something of a project can have."""

from inspector.flags.judging import within
from inspector.flags.samples import Samples
from inspector.model import ALWAYS, NEVER, Branch, Condition, Decision, Space, Tree, branch

_Outcomes = dict[int, Condition]
"""By outcome, where it is reached; an outcome that isn't reached isn't there."""


def conditions(space: Space, decision: Decision, outcomes: int) -> tuple[Condition, ...]:
    """The legal scenarios that lead to each of a number of outcomes.

    No two of a tree overlap. What samples say is carried over to the other scenarios as simply as they allow,
    each outcome by itself: those may overlap, though never in a sampled scenario.
    """
    if decision.samples:
        samples = Samples(space, decision)
        return tuple(samples.simplest((outcome,)) for outcome in range(outcomes))
    reached = _reached(decision.tree) if outcomes != 2 else _of_two(decision.tree)
    return tuple(within(space, reached.get(outcome, NEVER)) for outcome in range(outcomes))


def _of_two(tree: Tree) -> _Outcomes:
    """The second, and the first where that isn't: quicker than putting both together."""
    known: dict[tuple[int, ...], _Outcomes] = {(0,): {}}
    second = _reached(tree, known).get(1, NEVER)
    if (-1,) in known:
        return _reached(tree)
    return {0: ~second, 1: second}


def _reached(tree: Tree, known: dict[tuple[int, ...], _Outcomes] | None = None) -> _Outcomes:
    """Bottom up without recursion; equal subtrees are put together once, as `known` holds them."""
    known = {} if known is None else known
    done: list[_Outcomes] = []
    pending: list[tuple[Tree, bool]] = [(tree, False)]
    while pending:
        part, below_done = pending.pop()
        if not isinstance(part, Branch):
            done.append(_leaf(part, known))
        elif not below_done:
            pending.append((part, True))
            pending.extend((each, False) for each in reversed(part.branches))
        else:
            below = done[-len(part.branches) :]
            del done[-len(part.branches) :]
            key = (part.flag, *map(id, below))
            if key not in known:
                known[key] = _joined(part.flag, below)
            done.append(known[key])
    return done[0]


def _leaf(outcome: int, known: dict[tuple[int, ...], _Outcomes]) -> _Outcomes:
    return known.setdefault((outcome,), {} if outcome < 0 else {outcome: ALWAYS})


def _joined(flag: int, below: list[_Outcomes]) -> _Outcomes:
    reached = {outcome: None for each in below for outcome in each}
    return {outcome: branch(flag, [each.get(outcome, NEVER) for each in below]) for outcome in reached}
