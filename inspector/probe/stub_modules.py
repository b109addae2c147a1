"""The modules of a package that isn't installed, made up as they are asked for."""

import builtins
import dis
import importlib.abc
import importlib.machinery
import sys
import types
from typing import Any, Iterator

from .stub_objects import STATE, State
from .stub_values import is_special


class StubModule(types.ModuleType):
    """Has every attribute and every submodule."""

    def __init__(self, name: str, package: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__dict__[STATE] = State(package, name)

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return sorted(_missing_names(sys._getframe(1)))
        if name == "__version__":
            return "0.0.0"
        if is_special(name):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return self.__dict__[STATE].child(name)


class StubLoader(importlib.abc.Loader):
    """Makes a StubModule; there is nothing to execute."""

    def __init__(self, package: str) -> None:
        self.package = package

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return StubModule(spec.name, self.package)

    def exec_module(self, module: types.ModuleType) -> None:
        return None


def spec(fullname: str, package: str) -> importlib.machinery.ModuleSpec:
    """For the import system: a package without a place."""
    return importlib.machinery.ModuleSpec(fullname, StubLoader(package), is_package=True)


def _missing_names(frame: "types.FrameType | None") -> "set[str]":
    """Names that the module which imports `*` reads and has not got yet."""
    while frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    if frame is None:
        return set()
    known = {*frame.f_globals, *vars(builtins)}
    return {name for name in _read_names(frame.f_code) if name not in known and not is_special(name)}


def _read_names(code: types.CodeType) -> "Iterator[str]":
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_NAME", "LOAD_GLOBAL"):
            yield str(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _read_names(constant)
