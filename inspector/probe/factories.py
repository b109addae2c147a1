"""Calls the functions, methods and classes that hand out agents, where their parameters can be filled."""

import asyncio
import inspect
import types
from typing import Any, Callable, Optional

from .arguments import config_lines, fill
from .failures import describe, failure
from .importing import Project, needs_loop
from .naming import Product
from .paths import relative
from .plain import is_a
from .recorder import Recorder, StoppedAtRun
from .seen import Coverage


class NotCallable(Exception):
    """A factory's name no longer holds what the source defines there."""


class Factory:
    """One factory of the scan, bound to its module."""

    def __init__(self, module: "dict[str, Any]", facts: "dict[str, Any]", live: types.ModuleType) -> None:
        self.module = module
        self.facts = facts
        self.live = live
        self.ref = f"{module['ref']}:{facts['qualname']}"
        self.key = f"{module['path']}::{facts['qualname']}"

    def callee(self, instance: "Callable[[Factory, type], Any]") -> Any:
        """What to call; `instance` makes the object that a method needs."""
        value: Any = self.live
        owner: Any = None
        for part in self.facts["qualname"].split("."):
            owner, value = value, inspect.getattr_static(value, part, None)
        if self.facts["kind"] == "method" and is_a(owner, type):
            if is_a(value, (staticmethod, classmethod)):
                return value.__get__(None, owner)
            if is_a(value, property):
                return lambda: getattr(instance(self, owner), self.facts["qualname"].rpartition(".")[2])
            return value.__get__(instance(self, owner)) if hasattr(value, "__get__") else None
        return value


class Factories:
    """Calls a root's factories once each and keeps what they handed out."""

    def __init__(
        self,
        project: str,
        loaded: Project,
        recorder: Recorder,
        request: "dict[str, Any]",
        progress: "Callable[[str], None]" = lambda step: None,
    ) -> None:
        self.progress = progress
        self.project = project
        self.loaded = loaded
        self.recorder = recorder
        self.request = request
        self.products: list[Product] = []
        self.called: list[Factory] = []
        self.failures: list[dict[str, Any]] = []
        self.not_inspected: list[dict[str, Any]] = []
        self.filled: list[dict[str, str]] = []
        self.outcomes: dict[str, str] = {}
        """`path::qualname` to why a factory produced nothing; empty for one that was called to its end."""
        self._instances: dict[int, Any] = {}
        self._noted: set[str] = set()

    def run(self, factories: "list[Factory]", coverage: Coverage, wanted: "set[str]") -> None:
        """Call what can be called, callers before what they call, then report what is left.

        `wanted` holds refs that are called even where their agents are known already.
        """
        pending = _callers_first([factory for factory in factories if self._may_call(factory)])
        left = [factory for factory in pending if not self._call_if_new(factory, coverage, wanted)]
        for factory in left:
            if not coverage.of_factory(factory.key, self.recorder):
                self._not_inspected(factory)

    def again(self, factory: Factory) -> Any:
        """A second build of a factory that was called before; raises what the project raises."""
        self._instances.clear()
        target = self.target(factory)
        filling = fill(factory.ref, signature(target), self.request)
        return self.invoke(target, filling.positional, filling.named)

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
        if (
            not self._configured(factory)
            and factory.ref not in wanted
            and coverage.of_factory(factory.key, self.recorder)
        ):
            self.outcomes.setdefault(factory.key, "")
            return True
        skipped = (self.request.get("skip") or {}).get(factory.ref)
        if skipped is not None:
            self.outcomes[factory.key] = f"which failed: {skipped['error']}"
            self.failures.append(skipped)
            return True
        self.progress(f"building {factory.ref}")
        try:
            target = self.target(factory)
            filling = fill(factory.ref, signature(target), self.request)
        except NotCallable as error:
            self.outcomes[factory.key] = str(error)
            return True
        except StoppedAtRun:
            return True
        except Unfilled:
            return False
        except BaseException as error:
            self._failed(factory, error)
            return True
        if not filling.possible:
            return False
        self.filled.extend(filling.filled)
        self._call(factory, target, filling.positional, filling.named)
        return True

    def _call(self, factory: Factory, target: Any, positional: "list[Any]", named: "dict[str, Any]") -> None:
        try:
            value = self.invoke(target, positional, named)
        except StoppedAtRun:
            self.outcomes[factory.key] = "which starts a run before it"
        except BaseException as error:
            self._failed(factory, error)
        else:
            self.outcomes[factory.key] = ""
            self.called.append(factory)
            self.products.append(Product(factory.ref, value))

    def invoke(self, target: Any, positional: "list[Any]", named: "dict[str, Any]") -> Any:
        """Call it, in an event loop where it needs one, and await what it hands out."""
        try:
            value = target(*positional, **named)
        except RuntimeError as error:
            if not needs_loop(error):
                raise
            return asyncio.run(_inside(target, positional, named))
        return asyncio.run(_awaited(value)) if inspect.isawaitable(value) else value

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
            filling = fill(ref, signature(owner), self.request)
            if not filling.possible:
                raise Unfilled(ref, filling.reason, filling.missing)
            self.filled.extend(filling.filled)
            self._instances[id(owner)] = owner(*filling.positional, **filling.named)
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
            filling = fill(factory.ref, signature(self.target(factory)), self.request)
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


def signature(target: Any) -> inspect.Signature:
    """Parameters that a call has to give; raises NotCallable."""
    try:
        if is_a(target, type):
            # The class may be an agent's kin whose `__new__` is being watched; `__init__` has the parameters.
            initialiser = inspect.signature(inspect.getattr_static(target, "__init__"))
            return initialiser.replace(parameters=list(initialiser.parameters.values())[1:])
        return inspect.signature(target)
    except (TypeError, ValueError) as error:
        raise NotCallable(f"whose parameters are unknown: {error}") from error


def _required(facts: "dict[str, Any]") -> "list[str]":
    parameters = facts["params"][1:] if facts["kind"] == "method" else facts["params"]
    return [parameter["name"] for parameter in parameters if not parameter["default"]]


def _callers_first(factories: "list[Factory]") -> "list[Factory]":
    by_key = {factory.key: factory for factory in factories}
    callers: dict[str, list[str]] = {key: [] for key in by_key}
    for factory in factories:
        for called in factory.facts["calls"]:
            if called in callers:
                callers[called].append(factory.key)
    placed: dict[str, Factory] = {}
    entered: set[str] = set()
    pending = [factory.key for factory in reversed(factories)]
    while pending:
        key = pending[-1]
        if key in entered:
            placed.setdefault(key, by_key[pending.pop()])
        else:
            entered.add(key)
            pending.extend(caller for caller in reversed(callers[key]) if caller not in entered)
    return list(placed.values())


async def _awaited(value: Any) -> Any:
    return await value


async def _inside(target: Any, positional: "list[Any]", named: "dict[str, Any]") -> Any:
    value = target(*positional, **named)
    return await value if inspect.isawaitable(value) else value
