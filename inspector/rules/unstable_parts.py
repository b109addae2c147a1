"""TI703: factories, agents and predicates that aren't the same twice under the same flags."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from inspector.controls.names import some
from inspector.model import Finding, Location, Registry, Unstable
from inspector.rules.findings import about_project

_ANSWERS = "answers differently"
"""How the probe begins what it says of a predicate."""
_SENTENCES = ("it ", "its ", "builds ", "after builds ")
"""How it begins what is a sentence of its own; anything else is how two builds differ."""


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per part and difference; per predicate one alone, however many agents ask it."""
    decided = _decided(registry)
    said: set[str] = set()
    for one in registry.unstable:
        if one.difference.startswith(_ANSWERS):
            if one.ref not in said:
                said.add(one.ref)
                yield _predicate(one, decided.get(one.ref, ()))
        elif one.difference.startswith(_SENTENCES):
            yield _part(one, f"`{one.ref}` isn't the same each time: {one.difference}.")
        else:
            yield _part(one, f"{one.what} of `{one.ref}` differ: {one.difference}.")


def _decided(registry: Registry) -> dict[str, Sequence[str]]:
    """Visible names of the tools that each predicate decides about."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    refs = {one.ref for one in registry.unstable}
    for consumer in registry.consumers if refs else ():
        for tool in consumer.tools:
            if tool.predicate in refs:
                found[tool.predicate][tool.visible] = None
    return {ref: tuple(names) for ref, names in found.items()}


def _predicate(one: Unstable, names: Sequence[str]) -> Finding:
    whose = f", the predicate of {some(names)}," if names else ""
    return about_project(
        "TI703",
        names=(one.ref,),
        message=f"`{one.ref}`{whose} {one.difference}.",
        fix="Let it decide by its context alone, without clocks, random numbers and state that it keeps.",
        locations=_places(one),
    )


def _part(one: Unstable, message: str) -> Finding:
    return about_project(
        "TI703",
        names=(one.ref,),
        message=message,
        fix=(
            "Build from ordered collections, and keep clocks, random numbers and shared state out of "
            "the factory."
        ),
        locations=_places(one),
    )


def _places(one: Unstable) -> Sequence[Location]:
    return () if one.path is None else (Location(one.path, one.line),)
