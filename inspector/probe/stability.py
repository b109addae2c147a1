"""Builds every factory a second time and says what came out differently."""

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any, Callable, Optional

from .deadline import TooLong, limited
from .factories import Factories, Factory
from .failures import describe
from .naming import Found, Names, Product, Refs
from .paths import relative
from .recorder import RecordedAgent, Recorder, agent_name

Consumers = dict[int, dict[str, Any]]
"""id of an agent to what was read of it; agents that could not be read have none."""
Tools = list[tuple[str, str, Any]]
"""(visible name, function or where the agent behind it is built, whether enabled) of an agent's tools."""


@dataclass
class Rebuilt:
    """The second build of a factory, beside its first product."""

    factory: Factory
    first: Product
    second: Optional[Product]
    error: str = ""
    """What the second build raised."""


class SecondBuilds:
    """Builds every factory once more and compares; whatever goes wrong with it, the first builds stand.

    `seconds` is what all second builds together may take. `read` gives consumers of agents, and is asked once
    for those of all second builds; tools of MCP servers aren't compared, so they may be missing there.
    """

    def __init__(
        self,
        factories: Factories,
        refs: Refs,
        recorder: Recorder,
        *,
        seconds: float,
        read: "Callable[[list[Found]], list[dict[str, Any]]]",
        progress: "Callable[[str], None]",
    ) -> None:
        self._factories = factories
        self._refs = refs
        self._recorder = recorder
        self._recorded: list[RecordedAgent] = []
        self._seconds = seconds
        self._read = read
        self._progress = progress
        self._rebuilt: list[Rebuilt] = []
        self.notes: list[dict[str, Any]] = []
        """NotInspected dicts of what could not be compared."""

    def build(self) -> None:
        """To be done under the recorder, as the first time."""
        end = time.monotonic() + self._seconds
        for factory, product in zip(self._factories.called, self._factories.products, strict=True):
            if not factory.facts["builds"]:
                continue
            if time.monotonic() >= end:
                self._note(factory, f"no second build: those before it took {self._seconds:g} s")
                continue
            self._progress(f"rebuilding {factory.ref}")
            try:
                with limited(end - time.monotonic()):
                    value = self._factories.again(factory)
            except TooLong:
                self._note(factory, f"its second build took more than the {self._seconds:g} s that all have")
            except BaseException as error:
                self._rebuilt.append(Rebuilt(factory, product, None, describe(error).splitlines()[0]))
            else:
                self._rebuilt.append(Rebuilt(factory, product, Product(factory.ref, value)))

    def differing(self, found: "list[Found]", consumers: "list[dict[str, Any]]") -> "list[dict[str, Any]]":
        """Unstable dicts of the factories whose second product differs from the first, as a model sees it."""
        self._recorded = self._recorder.finished() if self._rebuilt else []
        items = self._agents([entry.second for entry in self._rebuilt if entry.second is not None])
        before, after = _by_agent(found, consumers), _by_agent(items, self._read(items) if items else [])
        asked = {id(item.agent) for item in found}
        result = []
        for entry in self._rebuilt:
            difference = self._difference(entry, asked, before, after)
            if difference:
                result.append(_unstable(entry.factory, difference, self._factories.project))
        return result

    def _difference(self, entry: Rebuilt, asked: "set[int]", before: Consumers, after: Consumers) -> str:
        """In words, of those agents that the first reading was asked for; empty when there is none."""
        if entry.second is None:
            return f"the second build raised {entry.error}"
        first, second = self._agents([entry.first]), self._agents([entry.second])
        if len(first) != len(second):
            return f"{len(first)} agents the first time, {len(second)} the second"
        differences = (
            _compare(old.agent, new.agent, before, after)
            for old, new in zip(first, second, strict=True)
            if id(old.agent) in asked
        )
        return next(filter(None, differences), "")

    def _agents(self, products: "list[Product]") -> "list[Found]":
        names = Names(self._refs, self._recorded)
        names.add_products(products)
        names.add_reached()
        return names.found(set())

    def _note(self, factory: Factory, reason: str) -> None:
        path = relative(self._factories.project, factory.module["path"])
        advice = "Whether it builds the same each time is unknown; what is shown is its first build."
        note = {"ref": factory.ref, "reason": reason, "severity": "info", "advice": advice}
        self.notes.append({**note, "path": path, "line": factory.facts["line"]})


def _by_agent(found: "list[Found]", consumers: "list[dict[str, Any]]") -> Consumers:
    by_id = {consumer["id"]: consumer for consumer in consumers}
    return {id(item.agent): by_id[item.id] for item in found if item.id in by_id}


def _compare(first: Any, second: Any, before: Consumers, after: Consumers) -> str:
    """Only the registry counts: an agent may have another name at each build."""
    old_name = agent_name(first)
    old, new = _tools(before.get(id(first))), _tools(after.get(id(second)))
    if old is None or new is None:
        readable = "first" if new is None else "second"
        return "" if old is new else f"{old_name!r} could be read after the {readable} build only"
    return "" if _alike(old, new) else f"{old_name!r}: {_tools_difference(old, new)}"


def _tools(consumer: "dict[str, Any] | None") -> "Tools | None":
    """None for an agent that could not be read."""
    if consumer is None:
        return None
    return [
        (tool["visible"], _behind(tool), tool.get("enabled"))
        for tool in consumer["tools"]
        if tool["origin"] != "mcp"
    ]


def _behind(tool: "dict[str, Any]") -> str:
    """What a tool runs; an agent behind it is known by its place, as its name may be another each time."""
    return f"{tool['path']}:{tool['line']}" if tool.get("target") else tool.get("function") or ""


def _alike(old: Tools, new: Tools) -> bool:
    """Equal as far as both are known: a predicate that didn't decide once is no difference."""
    return len(old) == len(new) and all(
        was[:2] == now[:2] and (was[2] == now[2] or None in (was[2], now[2]))
        for was, now in zip(old, new, strict=True)
    )


def _tools_difference(old: Tools, new: Tools) -> str:
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
        if not _alike([was], [now]):
            return f"{was[0]!r} is {was[1]} (enabled: {was[2]}), then {now[1]} (enabled: {now[2]})"
    return "the tools differ"


def _unstable(factory: Factory, difference: str, project: str) -> "dict[str, Any]":
    return {
        "ref": factory.ref,
        "difference": difference,
        "path": relative(project, factory.module["path"]),
        "line": factory.facts["line"],
    }
