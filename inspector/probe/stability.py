"""Builds every factory a second time and says what came out differently."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence

from .comparing import Consumers, compare
from .deadline import TooLong
from .factories import Factories
from .factory import Factory
from .failures import describe
from .naming import Found, Names, Product, Refs
from .paths import relative
from .recorder import RecordedAgent, Recorder

if TYPE_CHECKING:
    from .loading import Loading

SHARE = 4
"""A fourth of the time limit is what second builds may take together."""


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
    Messages call such a build by what `later` says. `earlier` are agents that other builds have made, which
    caches of the project may hand out.
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
        later: str = "second",
        earlier: "Sequence[RecordedAgent]" = (),
    ) -> None:
        self._later = later
        self._earlier = earlier
        self._factories = factories
        self._refs = refs
        self._recorder = recorder
        self._recorded: list[RecordedAgent] = []
        self._seconds = seconds
        self._read = read
        self._progress = progress
        self._rebuilt: list[Rebuilt] = []
        self._scenarios = {factory.key: call.scenario for factory, call in factories.calls}
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
            call = self._factories.build(factory, self._scenarios.get(factory.key), end - time.monotonic())
            if isinstance(call.error, TooLong):
                self._note(factory, f"its second build took more than the {self._seconds:g} s that all have")
            elif call.error is not None:
                self._rebuilt.append(Rebuilt(factory, product, None, describe(call.error).splitlines()[0]))
            else:
                self._rebuilt.append(Rebuilt(factory, product, Product(factory.ref, call.value)))

    def differing(self, found: "list[Found]", consumers: "list[dict[str, Any]]") -> "list[dict[str, Any]]":
        """Unstable dicts of the factories whose second product differs from the first, as a model sees it."""
        self._recorded = [*self._recorder.finished(), *self._earlier] if self._rebuilt else []
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
            return f"the {self._later} build raised {entry.error}"
        first, second = self._agents([entry.first]), self._agents([entry.second])
        if len(first) != len(second):
            return f"{len(first)} agents the first time, {len(second)} the {self._later}"
        differences = (
            compare(old.agent, new.agent, before, after, self._later)
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


def unstable(load: "Loading") -> "list[dict[str, Any]]":
    """Unstable dicts that second builds of a root bring to light; no MCP server is started again for them."""
    if load.request.get("rebuild") is False:
        return []
    request = {**load.request, "mcp": False, "untold": "not asked of a second build"}
    builds = SecondBuilds(
        load.factories,
        load.refs,
        load.recorder,
        seconds=float(load.request.get("timeout") or 20.0) / SHARE,
        read=lambda items: load.read(items, request).consumers,
        progress=load.progress,
    )
    with load.recorder:
        builds.build()
    load.notes.extend(builds.notes)
    try:
        return builds.differing(load.found, load.survey.consumers)
    except Exception as error:
        root = relative(load.project, load.job["root"])
        reason = f"second builds could not be compared: {describe(error)}"
        advice = "Whether factories build the same each time is unknown; what is shown are first builds."
        load.notes.append({"ref": root, "reason": reason, "severity": "info", "advice": advice})
        return []


def _by_agent(found: "list[Found]", consumers: "list[dict[str, Any]]") -> Consumers:
    by_id = {consumer["id"]: consumer for consumer in consumers}
    return {id(item.agent): by_id[item.id] for item in found if item.id in by_id}


def _unstable(factory: Factory, difference: str, project: str) -> "dict[str, Any]":
    return {
        "ref": factory.ref,
        "difference": difference,
        "path": relative(project, factory.module["path"]),
        "line": factory.facts["line"],
    }
