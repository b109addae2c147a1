"""The pure part of a judgement: ids and tables applied, the outer join, and what the rules say."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from inspector.controls import HeldSets, Join, Names, apply, join
from inspector.model import Controls, Finding, Registry
from inspector.rules import evaluate


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A registry held against everything that quotes its names."""

    registry: Registry
    """With business ids and approvals by table."""
    names: Names
    join: Join
    findings: tuple[Finding, ...]


def hold(registry: Registry, controls: Controls) -> Held:
    """All of it, with the names indexed and the sets matched once."""
    with collector_paused():
        applied = apply(registry, controls)
        sets = HeldSets(controls, Names(applied))
        return Held(
            registry=applied,
            names=sets.names,
            join=join(applied, controls, sets),
            findings=evaluate(applied, controls, sets),
        )


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """A registry of one scenario beside everything that quotes its names."""

    registry: Registry
    join: Join


def beside(registry: Registry, controls: Controls) -> Beside:
    """With ids and approvals by table, and the outer join; the rules aren't asked."""
    with collector_paused():
        applied = apply(registry, controls)
        sets = HeldSets(controls, Names(applied))
        return Beside(registry=applied, join=join(applied, controls, sets))


@contextmanager
def collector_paused() -> Iterator[None]:
    """Frozen data has no cycles to find, and looking for them costs more the more of it there is."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
