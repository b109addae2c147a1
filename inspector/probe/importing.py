"""Imports a project's modules from their source, by name or by path, and says how an import failed."""

import asyncio
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types
from dataclasses import dataclass, field
from typing import Any, Callable

from .local_packages import ALIAS, LocalPackages
from .paths import installed, within
from .plain import is_a, text
from .source import Source

_FILE = "_toolinspect_file_"


class FreshLoader(importlib.machinery.SourceFileLoader):
    """Compiles the source each time: a cached pyc misses two saves within a second.

    Keeps every module it executes, finished or not, and raises the same error again for one that failed.
    """

    project: "Project"

    def get_code(self, fullname: str) -> "types.CodeType":
        path = self.get_filename(fullname)
        code: types.CodeType = self.source_to_code(self.get_data(path), path)
        return code

    def exec_module(self, module: types.ModuleType) -> None:
        failed = self.project.failed.get(module.__name__)
        if failed is not None:
            error, where = failed
            raise error.with_traceback(where)
        self.project.modules[module.__name__] = module
        self.project.by_file[os.path.abspath(self.path)] = module
        try:
            super().exec_module(module)
        except BaseException as error:
            if not self.project.retrying_later(error):
                self.project.failed[module.__name__] = (error, error.__traceback__)
            raise


@dataclass
class Project:
    """The project as one import root sees it; `directories` hold its sources, outermost first."""

    directories: "list[str]"
    root: str
    modules: "dict[str, types.ModuleType]" = field(default_factory=dict)
    """Every project module that began to execute, by its name in sys.modules, in that order."""
    by_file: "dict[str, types.ModuleType]" = field(default_factory=dict)
    """The same by absolute path; of several made of one file, the last."""
    failed: "dict[str, tuple[BaseException, Any]]" = field(default_factory=dict)
    """Errors that ended a module, each with its traceback from there on."""
    local: "LocalPackages | None" = None
    files: int = 0
    looping: bool = False

    def owns(self, path: Any) -> bool:
        """Whether it is the absolute path of a file of the project; errors and frames may name anything."""
        if not path or not isinstance(path, str):
            return False
        return not installed(path) and any(within(directory, path) for directory in self.directories)

    def retrying_later(self, error: BaseException) -> bool:
        """Whether the import will be tried again inside a running event loop."""
        return not self.looping and needs_loop(error)

    def install(self, sys_path: "list[str]") -> None:
        """Put the root's directories first on sys.path and serve their modules from source."""
        loader = type("ProjectLoader", (FreshLoader,), {"project": self})
        sys.dont_write_bytecode = True
        sys.path_hooks.insert(0, _hook(self, loader))
        for entry in [entry for entry in sys.path_importer_cache if self.owns(entry)]:
            del sys.path_importer_cache[entry]
        sys.path[:] = [*sys_path, *(entry for entry in sys.path if entry not in sys_path)]
        self.local = LocalPackages(sys_path, loader)
        self.local.install()
        importlib.invalidate_caches()

    def load(
        self, name: "str | None", path: str, before_retry: "Callable[[], None]" = lambda: None
    ) -> types.ModuleType:
        """Import one module; whatever it raises passes through, SystemExit and the like included.

        `before_retry` is called when the first attempt is given up for one inside a running event loop.
        """
        try:
            return self._load(name, path)
        except RuntimeError as error:
            if not needs_loop(error):
                raise
        before_retry()
        return self._load_in_loop(name, path)

    def _load(self, name: "str | None", path: str) -> types.ModuleType:
        name = self.local.importable(name, path) if self.local is not None and name else name
        if name is not None:
            module = importlib.import_module(name)
            if file_of(module) == path:
                return module
        return self._load_file(path)

    def _load_file(self, path: str) -> types.ModuleType:
        """A file that no import statement could reach: loaded under a private name."""
        known = self.by_file.get(path)
        if known is not None:
            return known
        self.files += 1
        stem = os.path.basename(path)[: -len(".py")]
        name = f"{_FILE}{self.files}_{stem}"
        loader = type("ProjectLoader", (FreshLoader,), {"project": self})(name, path)
        spec = importlib.util.spec_from_file_location(name, path, loader=loader)
        if spec is None:
            raise ImportError(f"cannot load {path}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            loader.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        return module

    def _load_in_loop(self, name: "str | None", path: str) -> types.ModuleType:
        """Some modules start tasks while being imported and need a running loop for it."""

        async def inside() -> types.ModuleType:
            return self._load(name, path)

        self.looping = True
        try:
            return asyncio.run(inside())
        finally:
            self.looping = False

    def module_of(self, path: str) -> "types.ModuleType | None":
        """The module made of a file, even when its execution stopped half-way."""
        return self.by_file.get(path)


def needs_loop(error: BaseException) -> bool:
    return isinstance(error, RuntimeError) and "no running event loop" in text(error)


def display_module(name: str) -> str:
    """A module's name as the project would write it."""
    if name.startswith(_FILE):
        return name[len(_FILE) :].partition("_")[2]
    return name[len(ALIAS) :] if name.startswith(ALIAS) else name


def display_name(source: Source) -> str:
    """Qualified name of the code behind a callable, as the project would write it."""
    if not source.module:
        return source.qualified
    return f"{display_module(source.module)}{source.qualified[len(source.module) :]}"


def file_of(module: Any) -> "str | None":
    """Absolute path of a module's file; loads no lazy module, and asks no object that stands in for one."""
    if not is_a(module, types.ModuleType):
        return None
    file = namespace(module).get("__file__")
    return os.path.abspath(file) if is_a(file, str) else None


def namespace(module: types.ModuleType) -> "dict[str, Any]":
    """What a module holds, past any `__getattribute__` that its class may have been given."""
    found: dict[str, Any] = types.ModuleType.__getattribute__(module, "__dict__")
    return found


def _hook(project: Project, loader: Any) -> "Callable[[str], Any]":
    details = [
        (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES),
        (loader, importlib.machinery.SOURCE_SUFFIXES),
        (importlib.machinery.SourcelessFileLoader, importlib.machinery.BYTECODE_SUFFIXES),
    ]

    def hook(entry: str) -> Any:
        if not os.path.isdir(entry) or not project.owns(os.path.abspath(entry)):
            raise ImportError(f"not a project directory: {entry}")
        return importlib.machinery.FileFinder(entry, *details)

    return hook
