"""`--stub-missing`: stand-ins for packages that aren't installed, so that a fresh checkout can be read."""

import dataclasses
import functools
import importlib.abc
import importlib.machinery
import os
import sys
import types
from typing import Any, Callable, Optional, Sequence

import agents
from agents.models.interface import Model

from . import sdk, stub_modules
from .failures import missing_package
from .import_sites import ImportSites, read_sites
from .importing import Project
from .stub_classes import join_metaclasses
from .stub_environment import give_placeholders
from .stub_objects import Stub, StubBase, decorated, package_of, raised_names
from .stub_sdk import OptionalParts, complete_loaded

_MERELY_ASKING = ("<frozen importlib.util>", os.path.join("importlib", "util.py"))
_OWN_OR_IMPORTLIB = (
    os.path.dirname(os.path.abspath(__file__)),
    "<frozen importlib",
    os.path.join(os.path.dirname(os.__file__), "importlib", ""),
)
_OTHER_STDLIB = frozenset({"tomllib", "imp", "distutils", "asyncore", "asynchat", "smtpd", "binhex"})
"""Standard modules of other Python versions than the one that runs."""


class StubFinder(importlib.abc.MetaPathFinder):
    """The last finder: what no other one finds, and a project's module imports, gets a stand-in."""

    def __init__(self, loaded: Project) -> None:
        self.loaded = loaded
        self.packages: dict[str, None] = {}
        self._sites: dict[str, ImportSites] = {}

    def find_spec(
        self, fullname: str, path: "Sequence[str] | None" = None, target: "types.ModuleType | None" = None
    ) -> "importlib.machinery.ModuleSpec | None":
        package = self._package(fullname, path)
        if package is None or (package not in self.packages and not self._asked_by_project(fullname)):
            return None
        self.packages.setdefault(package)
        return stub_modules.spec(fullname, package)

    def provide(self, error: BaseException) -> bool:
        """Allow a stand-in for what an optional part of the SDK lacks; False when there is none to give."""
        top = missing_package(error)
        if top is None or top in self.packages or self._package(top, None) is None:
            return False
        self.packages[top] = None
        return True

    def _package(self, fullname: str, path: "Sequence[str] | None") -> "Optional[str]":
        """What the stand-in would be listed as; None where there must be none."""
        parent = fullname.rpartition(".")[0]
        if parent:
            module = sys.modules.get(parent)
            if isinstance(module, stub_modules.StubModule):
                return next((name for name in self.packages if f"{fullname}.".startswith(name + ".")), None)
            # A namespace is no package of its own: `google` is there, `google.genai` is not installed.
            is_namespace = module is not None and getattr(module, "__file__", None) is None
            foreign = path is not None and not any(self.loaded.owns(os.path.abspath(each)) for each in path)
            return fullname if is_namespace and foreign else None
        standard = fullname in sys.stdlib_module_names or fullname in _OTHER_STDLIB
        return None if standard or fullname.startswith("_") else fullname

    def _is_project_module(self, name: str, importer: str) -> bool:
        """Whether a module of that name lies beside the file that imports it, or above: no package's."""
        folder = os.path.dirname(os.path.abspath(importer))
        while self.loaded.owns(folder):
            stem = os.path.join(folder, name)
            if os.path.isfile(stem + ".py") or os.path.isfile(os.path.join(stem, "__init__.py")):
                return True
            folder = os.path.dirname(folder)
        return False

    def _asked_by_project(self, fullname: str) -> bool:
        """Whether a module of the project imports a package, and has not planned to go on without."""
        frame: "types.FrameType | None" = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename.startswith(_OWN_OR_IMPORTLIB):
            if frame.f_code.co_filename.endswith(_MERELY_ASKING):
                return False
            frame = frame.f_back
        if frame is None or not self.loaded.owns(frame.f_code.co_filename):
            return False
        importer = frame.f_code.co_filename
        planned = self._sites_of(importer).is_planned(frame.f_lineno or 0)
        return not planned and not self._is_project_module(fullname, importer)

    def _sites_of(self, path: str) -> ImportSites:
        if path not in self._sites:
            self._sites[path] = read_sites(path)
            raised_names.update(self._sites[path].errors)
        return self._sites[path]


class Stubs:
    """All stand-ins of one import root; does nothing unless asked for."""

    def __init__(self, loaded: Project, *, wanted: bool) -> None:
        self.wanted = wanted
        self._finder = StubFinder(loaded)
        self._environment: dict[str, None] = {}
        if wanted:
            sys.meta_path.append(self._finder)
            sys.meta_path.insert(0, OptionalParts(self._finder.provide))
            complete_loaded()
            join_metaclasses()
            give_placeholders(loaded.owns, self._environment)
            Model.register(Stub)
            Model.register(StubBase)

    @property
    def names(self) -> "list[str]":
        """Packages and environment variables that something was made up for."""
        return [*sorted(self._finder.packages), *sorted(self._environment)]

    def accept_in_agents(self) -> None:
        """Let agents be built from stand-ins; called when the SDK's parts that the project uses are there."""
        for kind in _agent_kinds() if self.wanted else ():
            if "__post_init__" in vars(kind):
                kind.__post_init__ = _settling(kind.__post_init__)
        if self.wanted:
            sparing = _sparing(agents.tool.function_tool)
            for module in (agents, agents.tool):
                vars(module)["function_tool"] = sparing


def behind(value: Any) -> "Optional[str]":
    """The missing package that a value in an agent's list would have come from; None for real values."""
    known = decorated.get(id(value))
    if known is not None and not sdk.is_tool(value):
        return known[1]
    return package_of(value)


def _agent_kinds() -> "list[Any]":
    names = (
        ("agents.agent", "AgentBase"),
        ("agents.agent", "Agent"),
        ("agents.realtime.agent", "RealtimeAgent"),
        ("agents.sandbox.sandbox_agent", "SandboxAgent"),
    )
    found = [getattr(sys.modules.get(module), name, None) for module, name in names]
    return [kind for kind in found if isinstance(kind, type)]


def _sparing(decorate: "Callable[..., Any]") -> "Callable[..., Any]":
    """`function_tool` that leaves stand-ins what they are: there is nothing to make a tool of."""

    @functools.wraps(decorate)
    def function_tool(func: Any = None, **options: Any) -> Any:
        if func is None:
            finish = decorate(**options)
            return lambda function: function if package_of(function) is not None else finish(function)
        return func if package_of(func) is not None else decorate(func, **options)

    return function_tool


_LISTS = frozenset({"tools", "handoffs", "mcp_servers"})
_AS_GIVEN = frozenset({"model", "prompt", "instructions"})


def _settling(check: "Callable[[Any], None]") -> "Callable[[Any], None]":
    """The SDK's own check of an agent's fields, after stand-ins have become values that it accepts."""

    def __post_init__(self: Any) -> None:
        for field in dataclasses.fields(self):
            value = self.__dict__.get(field.name)
            if package_of(value) is not None and field.name not in _AS_GIVEN:
                setattr(self, field.name, _acceptable(field, value))
        check(self)

    return __post_init__


def _acceptable(field: "dataclasses.Field[Any]", value: Any) -> Any:
    if field.name in _LISTS:
        return [value]
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return str(value) if field.default is dataclasses.MISSING else field.default
