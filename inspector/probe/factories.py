"""Calls the functions, methods and classes that hand out agents, where their parameters can be filled."""

import inspect
from typing import Any, Callable, Optional

from .arguments import Filling, config_lines, fill
from .calling import NotCallable, invoke, signature
from .deadline import limited
from .factory import Call, Factory
from .factory_order import callers_first
from .failures import describe, failure
from .fickleness import Fickleness, noticed
from .importing import Project
from .naming import Product
from .paths import relative
from .recorder import Recorder, StoppedAtRun
from .seen import Coverage
from .space import Scenario
from .staging import Staging


class Factories:
    """Calls a root's factories once each and keeps what they handed out."""

    def __init__(
        self,
        project: str,
        loaded: Project,
        recorder: Recorder,
        request: "dict[str, Any]",
        *,
        staging: Staging,
        progress: "Callable[[str], None]" = lambda step: None,
    ) -> None:
        self.staging = staging
        self.progress = progress
        self.project = project
        self.loaded = loaded
        self.recorder = recorder
        self.request = request
        self.products: list[Product] = []
        self.called: list[Factory] = []
        self.calls: list[tuple[Factory, Call]] = []
        """All that were made, whatever came of them."""
        self.failures: list[dict[str, Any]] = []
        self.not_inspected: list[dict[str, Any]] = []
        self.filled: list[dict[str, str]] = []
        self.outcomes: dict[str, str] = {}
        """`path::qualname` to why a factory produced nothing; empty for one that was called to its end."""
        self.shown_for_tenant: set[str] = set()
        """Refs of those that only a named tenant can be built for."""
        self._instances: dict[int, Any] = {}
        self._made_with: dict[int, tuple[tuple[int, ...], bool]] = {}
        """What making each of them read, and whether it was given anything of the scenario."""
        self._used: list[int] = []
        """Reads of the instances that the call of now uses."""
        self._given = False
        """Whether the call of now, or an instance that it uses, was given anything of the scenario."""
        self._fickleness = Fickleness()
        """What the build of now asked for of time and chance."""
        self._mark = 0
        """How many agents there were when it was begun."""
        self._left_out_by: dict[str, str] = {}
        """Factories that one which reads flags may call, by their `path::qualname`, and that one's ref."""
        self._noted: set[str] = set()

    def run(self, factories: "list[Factory]", coverage: Coverage, wanted: "set[str]") -> None:
        """Call what can be called, callers before what they call, then report what is left.

        `wanted` holds refs that are called even where their agents are known already.
        """
        pending = callers_first([factory for factory in factories if self._may_call(factory)])
        left = [factory for factory in pending if not self._call_if_new(factory, coverage, wanted)]
        for factory in left:
            if not coverage.of_factory(factory.key, self.recorder):
                self._not_inspected(factory)

    def build(self, factory: Factory, scenario: "Optional[Scenario]", seconds: float) -> Call:
        """Another build of a factory that was called before; scenario None is the requested one.

        Its error is TooLong after `seconds`.
        """
        self._instances.clear()
        self._begin(scenario)

        def build() -> Any:
            with limited(seconds), noticed() as self._fickleness:
                return self._again(factory)

        return self._made(build)

    def _again(self, factory: Factory) -> Any:
        target = self.target(factory)
        filling = self.fill(factory.ref, target)
        if not filling.possible:
            raise Unfilled(factory.ref, filling.reason, filling.missing)
        return invoke(target, filling.positional, filling.named, self._fickleness.watched)

    def fill(self, ref: str, target: Any) -> Filling:
        """What a call is given in the scenario of now; raises NotCallable."""
        filling = fill(ref, signature(target), self.request, self.staging)
        self._given = self._given or filling.by_scenario
        return filling

    def _may_call(self, factory: Factory) -> bool:
        facts = factory.facts
        if facts["runs"]:
            self.outcomes[factory.key] = f"which calls {facts['runs']} and so is not called"
            return False
        return bool(facts["builds"] or not _required(facts))

    def _call_if_new(self, factory: Factory, coverage: Coverage, wanted: "set[str]") -> bool:
        """True when the factory needs no further word: it was called, or its agents are known already."""
        if factory.facts["yields"]:
            return False
        if not self._configured(factory) and factory.ref not in wanted:
            if coverage.of_factory(factory.key, self.recorder):
                self.outcomes.setdefault(factory.key, "")
                return True
            caller = self._left_out_by.get(factory.key)
            if caller is not None:
                self.outcomes[factory.key] = f"which {caller} doesn't call under these flags"
                return True
        skipped = (self.request.get("skip") or {}).get(factory.ref)
        if skipped is not None:
            self.outcomes[factory.key] = f"which failed: {skipped['error']}"
            self.failures.append(skipped)
            return True
        self.progress(f"building {factory.ref}")
        self._begin()
        try:
            target = self.target(factory)
            filling = self.fill(factory.ref, target)
        except NotCallable as error:
            self.outcomes[factory.key] = str(error)
            return True
        except StoppedAtRun:
            return True
        except Unfilled:
            return False
        except BaseException as error:
            self._settle(factory, self._ended(Call(self.staging.scenario, error=error)))
            return True
        if not filling.possible:
            return False
        self.filled.extend(filling.filled)
        self._settle(factory, self._made(lambda: invoke(target, filling.positional, filling.named)))
        return True

    def _settle(self, factory: Factory, call: Call) -> None:
        """Keep what a first call gave, or tell why it gave nothing."""
        if call.lacks_tenant(self.staging.space):
            call = self._for_a_tenant(factory, call)
        self.calls.append((factory, call))
        if call.depends:
            self._left_out_by.update(dict.fromkeys(factory.facts["calls"], factory.ref))
        if isinstance(call.error, StoppedAtRun):
            self.outcomes[factory.key] = "which starts a run before it"
        elif call.error is not None:
            self._failed(factory, call.error)
        else:
            self.outcomes[factory.key] = ""
            self.called.append(factory)
            self.products.append(Product(factory.ref, call.value))

    def _made(self, call: "Callable[[], Any]") -> Call:
        made = Call(self.staging.scenario)
        try:
            made.value = call()
        except BaseException as error:
            made.error = error
        return self._ended(made)

    def _ended(self, call: Call) -> Call:
        """The call, with what it read and built since it was begun."""
        call.reads = tuple(dict.fromkeys((*self._used, *self.staging.take_reads())))
        call.doubt = self.staging.doubt or self._fickleness.doubt
        call.stale = self.staging.stale
        call.given = self._given
        call.built = frozenset(id(entry.agent) for entry in self.recorder.agents[self._mark :])
        return call

    def _begin(self, scenario: "Optional[Scenario]" = None) -> None:
        """Start on a call."""
        self._used.clear()
        self._given = False
        self._fickleness = Fickleness()
        self._mark = len(self.recorder.agents)
        self.staging.enter(scenario)

    def _for_a_tenant(self, factory: Factory, unnamed: Call) -> Call:
        """The call for the first tenant that it works for, of a factory that fails without one."""
        for name, scenario in self.staging.space.tenants.items():
            call = self.build(factory, scenario, float(self.request.get("timeout") or 20.0))
            if call.error is None:
                self._note_tenant(factory, unnamed, name)
                self._instances.clear()
                return call
        return unnamed

    def _note_tenant(self, factory: Factory, unnamed: Call, tenant: str) -> None:
        assert unnamed.error is not None
        said = describe(unnamed.error).splitlines()[0]
        reason = f"needs a named tenant: without one it raises {said}; shown as built for `{tenant}`"
        self._note(factory, reason, "", "info")
        self.shown_for_tenant.add(factory.ref)

    def target(self, factory: Factory) -> Any:
        """What a call of the factory calls; raises NotCallable, Unfilled, or what the project raises."""
        target = factory.callee(self._instance)
        if not callable(target):
            kind = type(target).__name__
            raise NotCallable(f"whose name holds a {kind}, which is not called")
        return target

    def _instance(self, factory: Factory, owner: type) -> Any:
        """The object whose methods are factories; one for all of them."""
        if id(owner) not in self._instances:
            if inspect.isabstract(owner):
                raise NotCallable("whose class is abstract")
            ref = factory.ref.rpartition(".")[0]
            filling = self.fill(ref, owner)
            if not filling.possible:
                raise Unfilled(ref, filling.reason, filling.missing)
            self.filled.extend(filling.filled)
            self._instances[id(owner)] = owner(*filling.positional, **filling.named)
            self._made_with[id(owner)] = self.staging.take_reads(), self._given
        reads, given = self._made_with[id(owner)]
        self._used.extend(reads)
        self._given = self._given or given
        return self._instances[id(owner)]

    def _failed(self, factory: Factory, error: BaseException) -> None:
        self.outcomes[factory.key] = f"which raised {describe(error).splitlines()[0]}"
        if factory.facts["builds"]:
            described = failure(factory.ref, error, self.project, self.loaded)
            described["path"] = described["path"] or relative(self.project, factory.module["path"])
            described["line"] = described["line"] or factory.facts["line"]
            self.failures.append(described)
        else:
            self._note(factory, f"raised {describe(error).splitlines()[0]}", "", "info")

    def _not_inspected(self, factory: Factory) -> None:
        if factory.facts["yields"]:
            reason = "is a generator or context manager; it is not entered"
            self.outcomes[factory.key] = f"which {reason}"
            self._note(factory, reason, "")
            return
        ref, reason, missing = self._reason(factory)
        self.outcomes[factory.key] = f"which {reason}" if ref == factory.ref else f"whose class {reason}"
        if factory.facts["builds"] or self._configured(factory):
            self._note(factory, reason, config_lines(ref, missing) if missing else "", ref=ref)

    def _configured(self, factory: Factory) -> bool:
        return factory.ref in (self.request.get("arguments") or {})

    def _reason(self, factory: Factory) -> "tuple[str, str, list[str]]":
        try:
            filling = self.fill(factory.ref, self.target(factory))
        except Unfilled as unfilled:
            return unfilled.ref, unfilled.reason, unfilled.missing
        except BaseException as error:
            return factory.ref, f"raised {describe(error).splitlines()[0]}", []
        return factory.ref, filling.reason, filling.missing

    def _note(
        self,
        factory: Factory,
        reason: str,
        config: str,
        severity: str = "warning",
        ref: "Optional[str]" = None,
    ) -> None:
        note = {
            "ref": ref or factory.ref,
            "reason": reason,
            "path": relative(self.project, factory.module["path"]),
            "line": factory.facts["line"],
            "config": config,
            "severity": severity,
        }
        if note["ref"] not in self._noted:
            self._noted.add(note["ref"])
            self.not_inspected.append(note)


class Unfilled(Exception):
    """A class needs arguments before its methods can be called."""

    def __init__(self, ref: str, reason: str, missing: "list[str]") -> None:
        super().__init__(reason)
        self.ref = ref
        self.reason = reason
        self.missing = missing


def _required(facts: "dict[str, Any]") -> "list[str]":
    parameters = facts["params"][1:] if facts["kind"] == "method" else facts["params"]
    return [parameter["name"] for parameter in parameters if not parameter["default"]]
