"""Builds factories under every outcome of the flags that they read, and has what they hand out explored."""

import collections
import dataclasses
import gc
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from . import exploring, extract, sdk
from .budget import Budget
from .built_before import BuiltBefore
from .deadline import TooLong
from .decisions import GiveUp, Limits, decide
from .factory import Call, Factory
from .failures import describe, failure
from .holders import held
from .identities import Identities
from .keeping import KEEPS, KEEPS_AGENT, KEEPS_FLAGS, Kept, reads_less
from .naming import Found, Names, Product
from .paths import relative
from .reach import closure
from .recorder import RecordedAgent, Recorder, StoppedAtRun
from .space import Scenario
from .surfaces import Numbers, Surface, difference, narrowed, surface_key
from .varying_servers import lists_again

if TYPE_CHECKING:
    from .loading import Loading

SHARE = 4
"""A fourth of the time limit is what one build may take."""
READS_EARLIER = "it reads flags that an earlier build was given"
SWEEP = 32
"""Builds after which what they left in memory is collected."""


class FactoryBuilds:
    """Builds factories of a root that has been loaded; what they raise becomes part of what is found."""

    def __init__(self, load: "Loading", budget: Budget) -> None:
        self._load = load
        self._staging = load.staging
        self._budget = budget
        self._seconds = float(load.request.get("timeout") or 20.0) / SHARE
        self._standing = load.standing
        self._before = BuiltBefore()
        askables = load.survey.askables
        self._identities = askables[0].reading.identities if askables else Identities()
        """Numbers of what was there without any build."""
        self._numbers: Optional[Numbers] = None
        """Those of what builds hand out, once the first is made."""
        self._recorded = load.standing.of(load.recorder.finished())
        self._count = 0
        """Builds that were made."""
        self._counted = 0
        """Those among them that were taken."""
        self.differing: Dict[str, Dict[str, Any]] = {}
        """`Unstable` dicts of factories that gave two things in one scenario, by their ref."""
        self._made = 0
        """Builds of the factory of now that were explored to their end."""
        self._unfinished: List[str] = []
        self._unstable: List[Dict[str, Any]] = []
        self._forgotten: Set[int] = set()
        self._notes: List[Dict[str, Any]] = []
        self._noted = {(note["ref"], note["reason"]) for note in load.survey.not_inspected}
        self.reported: Set[str] = set()
        """Refs of those that were found to remember earlier builds."""
        self._doubt = ""
        self._first: Dict[str, Call] = {each.ref: call for each, call in load.factories.calls}
        self._kept: Kept
        self._hung: Dict[Scenario, Tuple[Surface, Sequence[int]]] = {}
        """Builds of the factory of now that took too long: they aren't made again."""

    def explore(self, factory: Factory) -> Dict[str, Any]:
        """The model's `Factory`."""
        self._doubt, self._made, self._hung = "", 0, {}
        self._kept = Kept(self._first.values(), self._load.recorder.agents, self._before)
        decided = decide(
            self._staging.space,
            lambda scenario: self._evaluated(factory, scenario),
            near=self._staging.space.requested,
            budget=self._budget,
            limits=self._limits(),
            key=surface_key,
            noun="builds",
        )
        decision = decided.decision
        if self._kept.always:
            self._tell(factory, KEEPS_AGENT)
        decision["doubt"] = decision.get("doubt") or self._doubt
        if self._budget.over and decision["doubt"]:
            self._unfinished.append(f"factory {factory.ref}: {decision['doubt']}")
        if decided.differing is not None:
            self.differing[factory.ref] = self._difference(factory, *decided.differing)
        self._numbers = self._numbers or Numbers(self._identities.last)
        outcomes = [self._numbers.own(surface) for surface in decided.outcomes]
        return {"ref": factory.ref, "decision": decision, "outcomes": outcomes}

    def _limits(self) -> Limits:
        """Builds that start MCP servers take long; few of them are made once more."""
        request = self._load.request
        limits = Limits(evaluations=max(1, int(request.get("builds") or 256)))
        return dataclasses.replace(limits, rechecks=1) if request.get("mcp") else limits

    def _difference(
        self, factory: Factory, scenario: Scenario, one: Surface, other: Surface
    ) -> "Dict[str, Any]":
        """`Unstable` dict of two builds in one scenario; no difference where only predicates differ."""
        flags = ", ".join(f"{name}={value!r}" for name, value in self._staging.space.flags(scenario).items())
        found = difference(one, other)
        said = f"builds under the same flags ({flags}) differ: {found}" if found else ""
        return self._placed(factory, {"ref": factory.ref, "difference": said})

    @property
    def earlier(self) -> "List[RecordedAgent]":
        """Agents that builds have made, as far as they are still there."""
        return self._before.agents()

    def take(self, part: "Dict[str, Any]") -> "Dict[str, Any]":
        """What came to light beside the builds since the last time, added to that of a part."""
        found = {
            "unfinished": [*part.get("unfinished", ()), *self._unfinished],
            "unstable": [*part.get("unstable", ()), *self._unstable],
            "not_inspected": [*part.get("not_inspected", ()), *self._notes],
            "kept": sorted({*part.get("kept", ()), *self._forgotten}),
            "builds": self._count - self._counted,
        }
        self._unfinished, self._unstable, self._notes = [], [], []
        self._counted = self._count
        return found

    def _evaluated(self, factory: Factory, scenario: Scenario) -> "Tuple[Surface, Sequence[int]]":
        if scenario in self._hung:
            return self._hung[scenario]
        self._count += 1
        self._budget.say(f"building {factory.ref}")
        if self._count % SWEEP == 0:
            gc.collect()
        stages = self._staging.stages
        stages.fresh()
        recorder = Recorder(self._load.loaded.owns, self._load.job.get("sdk_parts") or ())
        with recorder, self._load.environment:
            call = self._load.factories.build(factory, scenario, min(self._seconds, self._budget.left))
        call.built = frozenset(id(entry.agent) for entry in recorder.agents)
        self._doubt = self._doubt or call.doubt
        if call.stale:
            self._doubt = self._doubt or READS_EARLIER
            self._tell(factory, f"{READS_EARLIER}: something outside of it keeps them")
        self._compare(factory, call)
        if call.error is not None and not isinstance(call.error, StoppedAtRun):
            failed = self._failed(factory, call), call.reads
            if isinstance(call.error, TooLong):
                self._hung[scenario] = failed
            return failed
        found = self._surface(factory, call, recorder)
        self._made += 1
        self._before.add(recorder, scenario)
        return found

    def _compare(self, factory: Factory, call: Call) -> None:
        """Doubt builds that hand out what an earlier one has left, and not what their own flags ask for."""
        agents = [agent for _, agent in held(call.value, 2)]
        first = self._first[factory.ref]
        if self._kept.look(call, agents):
            self._doubt = self._doubt or KEEPS
        if reads_less(first, call):
            self._doubt = self._doubt or KEEPS
            keeps_agent = bool(agents) and not call.built.intersection(map(id, agents))
            self._tell(factory, KEEPS_AGENT if keeps_agent else KEEPS_FLAGS)

    def _tell(self, factory: Factory, difference: str) -> None:
        """Report it, once for each factory, as one that remembers earlier builds."""
        if factory.ref not in self.reported:
            self.reported.add(factory.ref)
            self._unstable.append(self._placed(factory, {"ref": factory.ref, "difference": difference}))

    def _failed(self, factory: Factory, call: Call) -> Surface:
        assert call.error is not None
        if call.lacks_tenant(self._staging.space):
            said = describe(call.error).splitlines()[0]
            if factory.ref not in self._load.factories.shown_for_tenant:
                reason = f"needs a named tenant: without one it raises {said}"
                note = {"ref": factory.ref, "reason": reason, "severity": "info"}
                self._note(self._placed(factory, note))
            return {}
        described = failure(factory.ref, call.error, self._load.project, self._load.loaded)
        if isinstance(call.error, TooLong):
            described = {**described, "kind": "hung", "error": str(call.error)}
        placed = self._placed(factory, {})
        described["path"], described["line"] = (
            described["path"] or placed["path"],
            described["line"] or placed["line"],
        )
        return {"failure": described}

    def _surface(self, factory: Factory, call: Call, recorder: Recorder) -> "Tuple[Surface, Sequence[int]]":
        """What a build handed out, explored in the scenarios that lead to it, and the variables on that way.

        A closure that keeps the flags or the context which its factory was given reads them late: what it
        reads there decides about the build, as if that had read it.
        """
        found = self._found(Product(factory.ref, call.value), recorder)
        survey = self._survey(found, recorder, call.scenario)
        way = {variable: call.scenario[variable] for variable in call.reads}
        part = self._explored(survey, call.scenario, way)
        left = part.pop("unfinished", [])
        if left and self._budget.over:
            raise GiveUp(f"{self._made} builds, then {self._budget.ending}")
        self._unfinished.extend(f"{factory.ref}: {each}" for each in left)
        self._unstable.extend(part.pop("unstable", ()))
        self._forgotten.update(part.pop("kept", ()))
        for note in survey.not_inspected:
            self._note(note)
        return narrowed({"consumers": survey.consumers, **part}, way), tuple(way)

    def _explored(self, survey: extract.Survey, scenario: Scenario, way: "Dict[int, int]") -> exploring.Part:
        """What exploring gives for the scenarios on a way, which is made longer by what is read late."""
        request = self._load.request
        request = {**request, "mcp": lists_again(survey.askables, request)}
        while True:
            self._staging.stages.take_reads()
            late: Set[int] = set()
            with self._load.environment:
                part = exploring.explore(
                    survey,
                    stages=self._staging.stages,
                    budget=self._budget,
                    request=request,
                    near=scenario,
                    within=way,
                    stale=late,
                )
            late.difference_update(way)
            if not late:
                return part
            way.update({variable: scenario[variable] for variable in sorted(late)})

    def _found(self, product: Product, recorder: Recorder) -> "List[Found]":
        """The agents of a build, and all that they lead to, with the ids that they have in the load."""
        load, recorded = self._load, recorder.finished()
        names = Names(load.refs, [*self._recorded, *recorded])
        self._standing.give(names)
        if self._standing.in_modules:
            load.name_in_modules(names)
        names.add_products([product])
        names.add_reached()
        names.add_leftovers(load.loaded.owns, self._sites(recorder))
        for entry in [*load.recorder.finished(), *self._before.agents()]:
            names.recorded.setdefault(id(entry.agent), entry)
        found = names.found(set(load.failed), load.captures.failed)
        handed = {id(agent) for _, agent in held(product.value, 2)}
        if not load.restricted:
            built = handed | {id(entry.agent) for entry in recorded}
            handed = {id(item.agent) for item in load.at_home(found) if id(item.agent) in built}
        kept = {id(agent) for agent in closure([item.agent for item in found if id(item.agent) in handed])}
        return [item for item in found if id(item.agent) in kept]

    def _survey(self, found: "List[Found]", recorder: Recorder, scenario: Scenario) -> extract.Survey:
        self._staging.enter(scenario)
        unasked = self._load.survey.unasked
        shown = self._standing.shown
        return extract.surveyed(
            [item for item in found if item.id not in shown],
            recorder=SimpleNamespace(tools=self._sites(recorder)),
            project=self._load.project,
            request={**self._load.request, "unasked": unasked} if unasked else self._load.request,
            variables=self._load.variables,
            context=self._wrapper(),
            known=[item for item in found if item.id in shown],
            identities=self._identities,
        )

    def _sites(self, recorder: Recorder) -> "Mapping[int, Tuple[str, int]]":
        """Where tools were constructed, in a build, before it, or while the root was loaded."""
        return collections.ChainMap(recorder.tools, self._load.recorder.tools, self._before.tools)

    def _wrapper(self) -> Any:
        """An empty one where making the context fails: what asks for it is explored, and is unknown there."""
        try:
            return self._staging.now().wrapper
        except BaseException:
            return sdk.run_context(None)

    def _placed(self, factory: Factory, fields: Dict[str, Any]) -> Dict[str, Any]:
        path = relative(self._load.project, factory.module["path"])
        return {**fields, "path": path, "line": factory.facts["line"]}

    def _note(self, note: Dict[str, Any]) -> None:
        known = (note["ref"], note["reason"])
        if known not in self._noted:
            self._noted.add(known)
            self._notes.append(note)
