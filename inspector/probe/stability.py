"""Builds every factory a second time and says what came out differently."""

from collections import Counter
from typing import Any, Callable

from .factories import Factories, Factory
from .failures import describe
from .naming import Found, Names, Product, Refs
from .paths import relative
from .recorder import StoppedAtRun

Fingerprint = list[tuple[str, str, list[tuple[str, str, Any]]]]


def second_builds(
    factories: Factories,
    found: "list[Found]",
    consumers: "list[dict[str, Any]]",
    *,
    read: "Callable[[list[Found]], Any]",
    refs: Refs,
    progress: "Callable[[str], None]",
) -> "list[dict[str, Any]]":
    """Unstable dicts of the factories whose second product differs from the first, as a model sees it."""
    by_id = {consumer["id"]: consumer for consumer in consumers}
    first = {id(item.agent): by_id[item.id] for item in found if item.id in by_id}
    unstable = []
    for factory, product in zip(list(factories.called), list(factories.products), strict=True):
        if not factory.facts["builds"]:
            continue
        progress(f"rebuilding {factory.ref}")
        before = _fingerprint(_agents(product, refs), first)
        difference = _difference(before, factories, factory, read, refs)
        if difference:
            unstable.append(_unstable(factory, difference, factories.project))
    return unstable


def _difference(
    before: Fingerprint,
    factories: Factories,
    factory: Factory,
    read: "Callable[[list[Found]], Any]",
    refs: Refs,
) -> str:
    try:
        value = factories.again(factory)
    except (Exception, StoppedAtRun, SystemExit) as error:
        return f"the second build raised {describe(error).splitlines()[0]}"
    items = _agents(Product(factory.ref, value), refs)
    by_id = {consumer["id"]: consumer for consumer in read(items)[0]}
    return _compare(before, _fingerprint(items, {id(item.agent): by_id[item.id] for item in items}))


def _agents(product: Product, refs: Refs) -> "list[Found]":
    names = Names(refs, ())
    names.add_products([product])
    names.add_reached()
    return names.found(set())


def _fingerprint(items: "list[Found]", consumers: "dict[int, dict[str, Any]]") -> Fingerprint:
    prints: Fingerprint = []
    for item in items:
        consumer = consumers.get(id(item.agent))
        if consumer is not None:
            tools = [
                (tool["visible"], tool.get("function") or "", tool.get("enabled"))
                for tool in consumer["tools"]
            ]
            prints.append((item.id, consumer["name"], tools))
    return prints


def _compare(before: Fingerprint, after: Fingerprint) -> str:
    """The first difference in words; empty when there is none."""
    if len(before) != len(after):
        return f"{len(before)} agents the first time, {len(after)} the second"
    for (_, old_name, old), (_, new_name, new) in zip(before, after, strict=True):
        if old_name != new_name:
            return f"an agent is called {old_name!r} the first time, {new_name!r} the second"
        if old != new:
            return f"{old_name!r}: {_tools_difference(old, new)}"
    return ""


def _tools_difference(old: "list[tuple[str, str, Any]]", new: "list[tuple[str, str, Any]]") -> str:
    before, after = (Counter(visible for visible, _, _ in tools) for tools in (old, new))
    gone, come = list((before - after).elements()), list((after - before).elements())
    if gone or come:
        parts = [
            f"{word} {', '.join(map(repr, names))}"
            for word, names in (("lost", gone), ("gained", come))
            if names
        ]
        return "the second build " + " and ".join(parts)
    if sorted(map(repr, old)) == sorted(map(repr, new)):
        return "the tools come in another order"
    for was, now in zip(old, new, strict=True):
        if was != now:
            return f"{was[0]!r} is {was[1]} (enabled: {was[2]}), then {now[1]} (enabled: {now[2]})"
    return "the tools differ"


def _unstable(factory: Factory, difference: str, project: str) -> "dict[str, Any]":
    return {
        "ref": factory.ref,
        "difference": difference,
        "path": relative(project, factory.module["path"]),
        "line": factory.facts["line"],
    }
