"""What a generated project is in every legal scenario, found by running all of it in each of them."""

import builtins
import dataclasses
import inspect
from collections import defaultdict
from collections.abc import Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

import reference_sdk
from generated_apps import App
from generated_projects import Assignment, Project


@dataclasses.dataclass(frozen=True)
class Seen:
    """A tool that is there, in the agent's order."""

    name: str
    function: str
    """Of the tool; `handoff` for a handoff."""


@dataclasses.dataclass(frozen=True)
class Desk:
    """An agent in one scenario."""

    tools: tuple[Seen, ...]
    handoffs: tuple[Seen, ...]
    raising: tuple[Seen, ...]
    """Those whose predicate raises."""
    told: str
    name: str

    @property
    def present(self) -> tuple[Seen, ...]:
        return (*self.tools, *self.handoffs)

    def running(self, name: str) -> Seen | None:
        """The one that answers to a name: a handoff before tools, of each the last."""
        found = [one for one in (*self.tools, *self.handoffs) if one.name == name]
        return found[-1] if found else None


Desks = dict[str, Desk]
"""Agents by the id of the consumer."""


def enumerate_all(project: Project) -> list[Desks]:
    """The agents of every legal scenario, in the order of `Project.scenarios`."""
    modules = load(project, reference_sdk.as_module())
    return [Enumerated(project, modules, flags, tenant).desks() for flags, tenant in project.scenarios()]


def load(project: Project, sdk: ModuleType) -> dict[str, dict[str, Any]]:
    """The globals of each module, executed once with `sdk` for `agents`."""
    sources = {"surroundings": project.context.source, **{app.module: app.source for app in project.apps}}
    return {name: _executed(name, source, sdk) for name, source in sources.items()}


def _executed(name: str, source: str, sdk: ModuleType) -> dict[str, Any]:
    def importing(module: str, *rest: Any) -> ModuleType:
        return sdk if module == "agents" else __import__(module, *rest)

    values: dict[str, Any] = {
        "__name__": f"generated_{name}",
        "__builtins__": {**vars(builtins), "__import__": importing},
    }
    exec(compile(source, name, "exec"), values)
    return values


class Enumerated:
    """One scenario of a project."""

    def __init__(
        self, project: Project, modules: Mapping[str, dict[str, Any]], flags: Assignment, tenant: str | None
    ) -> None:
        self._project = project
        self._modules = modules
        self._flags = flags
        self._tenant = tenant
        self.context = self._make_context()
        self._wrapper = SimpleNamespace(context=self.context)

    def desks(self) -> Desks:
        return {
            consumer: self._desk(agent)
            for app in self._project.apps
            for consumer, agent in self.agents(app).items()
        }

    def _make_context(self) -> Any:
        make, parameters = self._modules["surroundings"]["make"], self._project.context.parameters
        if parameters == ("**",):
            return _awaited(make(**self._flags))
        return _awaited(make(**{name: self._value(name) for name in parameters}))

    def _value(self, asked: str) -> Any:
        """For a parameter of this name, or a value that the config writes so."""
        name = asked.removeprefix("$").removeprefix("flags.")
        if name == "flags":
            return dict(self._flags)
        if name == "tenant":
            return self._tenant
        if name in ("context", "ctx"):
            return self._make_context()
        return self._flags[name]

    def agents(self, app: App) -> dict[str, Any]:
        """Those of an app by the id of the consumer, as the SDK that it was loaded with makes them."""
        values = self._modules[app.module]
        if app.parameters is None:
            return {f"{app.module}:desk": values["desk"]}
        made = _awaited(values["build"](*(self._value(name) for name in app.parameters)))
        if not isinstance(made, dict | list):
            return {f"{app.module}:build": made}
        entries = made.items() if isinstance(made, dict) else enumerate(made)
        return {f"{app.module}:build[{key!r}]": agent for key, agent in entries}

    def _desk(self, agent: reference_sdk.Agent) -> Desk:
        told = agent.instructions
        found: dict[tuple[bool, bool | None], list[Seen]] = defaultdict(list)
        for entry in (*agent.tools, *agent.handoffs):
            is_handoff = isinstance(entry, reference_sdk.Handoff)
            seen = Seen(entry.name, "handoff" if is_handoff else entry.function)
            found[is_handoff, self._is_on(entry)].append(seen)
        return Desk(
            tools=tuple(found[False, True]),
            handoffs=tuple(found[True, True]),
            raising=tuple(found[False, None] + found[True, None]),
            told=_awaited(told(self._wrapper, agent)) if callable(told) else told,
            name=agent.name,
        )

    def _is_on(self, entry: Any) -> bool | None:
        """None where its predicate raises."""
        gate = entry.is_enabled
        try:
            return bool(_awaited(gate(self._wrapper, None)) if callable(gate) else gate)
        except ValueError:
            return None


def _awaited(value: Any) -> Any:
    """The result of a coroutine that never waits for anything."""
    if not inspect.iscoroutine(value):
        return value
    try:
        while True:
            value.send(None)
    except StopIteration as ended:
        return ended.value
