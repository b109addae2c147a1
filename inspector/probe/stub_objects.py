"""Stand-ins for what a package that isn't installed would hold: whatever is done with one, it goes on."""

import os
import sys
import tempfile
from types import ModuleType
from typing import Any, AsyncIterator, Generator, Iterator, Optional

from .plain import is_a
from .stub_uses import is_decoration, wanted_elements
from .stub_values import ValueOperators, any_schema, is_special

STATE = "_toolinspect_stub"
"""Under which a stand-in keeps what it knows of itself."""
_ERROR_ENDINGS = ("Error", "Exception", "Warning", "Timeout", "Failure", "Interrupt")
_NAMED = frozenset({"__name__", "__qualname__"})

raised_names: "set[str]" = set()
"""Names that the project raises or catches: they have to be exception classes."""
decorated: "dict[int, tuple[Any, str]]" = {}
"""id of what a stand-in was used on as a decorator -> (that object, package of the stand-in)."""


class State:
    """What a stand-in knows of itself."""

    def __init__(self, package: str, path: str) -> None:
        self.package = package
        self.path = path
        self.children: dict[str, Any] = {}
        self.bases: dict[bool, type] = {}

    def child(self, name: str) -> Any:
        """The attribute of that name, the same each time."""
        found = self.children.get(name)
        if found is None:
            path = f"{self.path}.{name}"
            found = error_class(self.package, path) if _is_error(name) else Stub(self.package, path)
            self.children[name] = found
        return found


def _is_error(name: str) -> bool:
    return name in raised_names or (name.endswith(_ERROR_ENDINGS) and name[:1].isupper())


class Stub(ValueOperators):
    """A stand-in for a function, a class or a value of `package`; its `str` is the path that led to it."""

    __annotations__: "dict[str, Any]" = {}

    def __init__(self, package: str, path: str) -> None:
        self.__dict__[STATE] = State(package, path)
        self.__dict__["__module__"] = package

    def derived(self, suffix: str) -> "Stub":
        state = self.__dict__[STATE]
        return Stub(state.package, f"{state.path}{suffix}" if len(state.path) < 200 else state.path)

    def __getattr__(self, name: str) -> Any:
        if name in _NAMED:
            return str(self).rpartition(".")[2]
        if is_special(name) or name == STATE:
            raise AttributeError(name)
        return self.__dict__[STATE].child(name)

    def __str__(self) -> str:
        return str(self.__dict__[STATE].path)

    def __repr__(self) -> str:
        return f"<stand-in for {self}>"

    def __fspath__(self) -> str:
        return os.path.join(tempfile.gettempdir(), "toolinspect-stand-ins", *str(self).split("."))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and not kwargs and is_decoration(args[0], sys._getframe(1)):
            decorated[id(args[0])] = (args[0], self.__dict__[STATE].package)
            return args[0]
        return self.derived("()")

    def __iter__(self) -> "Iterator[Any]":
        wanted = wanted_elements(sys._getframe(1))
        return iter([self.derived(f"[{index}]") for index in range(wanted)])

    def __mro_entries__(self, bases: "tuple[Any, ...]") -> "tuple[type, ...]":
        real = [base for base in bases if isinstance(base, type)]
        own = all(type(base) in (type, StubMeta) for base in real)
        return (self._base(with_class_attributes=own),)

    def _base(self, *, with_class_attributes: bool) -> type:
        state = self.__dict__[STATE]
        found: "type | None" = state.bases.get(with_class_attributes)
        if found is None:
            kind = StubMeta if with_class_attributes else type
            name = self.__getattr__("__name__").strip("()[]") or "Base"
            body = {"__module__": state.package, STATE: state}
            found = kind(name, (StubBase,), body)
            state.bases[with_class_attributes] = found
        return found

    def __instancecheck__(self, value: Any) -> bool:
        if isinstance(value, Stub):
            return str(value).startswith(f"{self}(")
        return any(isinstance(value, base) for base in self.__dict__[STATE].bases.values())

    def __subclasscheck__(self, kind: Any) -> bool:
        if kind is self:
            return True
        bases = self.__dict__[STATE].bases.values()
        return isinstance(kind, type) and any(issubclass(kind, base) for base in bases)

    def __copy__(self) -> "Stub":
        return self

    def __deepcopy__(self, memo: Any) -> "Stub":
        return self

    def __reduce__(self) -> Any:
        state = self.__dict__[STATE]
        return Stub, (state.package, state.path)

    def __await__(self) -> "Generator[Any, Any, Any]":
        return self
        yield

    async def __aiter__(self) -> "AsyncIterator[Any]":
        return
        yield

    @property
    def __signature__(self) -> Any:
        import inspect

        return inspect.Signature()

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return any_schema()


# The type's name as Python writes it into errors, by which they are told from a project's own.
Stub.__name__ = "toolinspect_stand_in"


class StubMeta(type):
    """Gives classes derived from a stand-in whatever class attribute is asked for."""

    def __getattr__(cls, name: str) -> Any:
        if is_special(name) or name.startswith("_abc_"):
            raise AttributeError(name)
        return Stub(_package_of_class(cls), f"{cls.__name__}.{name}")


class StubBase:
    """What takes the place of a stand-in among the bases of a class; keyword arguments become attributes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        mro = type(self).__mro__
        if any("__init__" in vars(kind) for kind in mro[mro.index(StubBase) + 1 : -1]):
            super().__init__(*args, **kwargs)
            return
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__()

    def __class_getitem__(cls, item: Any) -> Any:
        return cls

    def __getattr__(self, name: str) -> Any:
        if is_special(name):
            raise AttributeError(name)
        return Stub(_package_of_class(type(self)), f"{type(self).__name__}().{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return Stub(_package_of_class(type(self)), f"{type(self).__name__}()()")

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: Any) -> None:
        return None

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *error: Any) -> None:
        return None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return any_schema()


class _ErrorMeta(type):
    def __getattr__(cls, name: str) -> Any:
        if is_special(name):
            raise AttributeError(name)
        return Stub(_package_of_class(cls), f"{cls.__name__}.{name}")


def error_class(package: str, path: str) -> type:
    """An exception class that can be raised, caught and derived from."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        Exception.__init__(self, *args)

    def __getattr__(self: Any, name: str) -> Any:
        if is_special(name):
            raise AttributeError(name)
        return Stub(package, f"{path}().{name}")

    body = {
        "__module__": package,
        "__init__": __init__,
        "__getattr__": __getattr__,
        STATE: State(package, path),
    }
    return _ErrorMeta(path.rpartition(".")[2], (Exception,), body)


def package_of(value: Any) -> "Optional[str]":
    """The package that a stand-in, or an object of a class derived from one, belongs to; None for others."""
    if is_a(value, Stub):
        return str(value.__dict__[STATE].package)
    if is_a(value, ModuleType):
        state = vars(value).get(STATE)
        return None if state is None else str(state.package)
    return _package_of_class(type(value)) if is_a(value, StubBase) else None


def blamed(error: BaseException) -> "Optional[str]":
    """The package whose stand-in made an error arise: one that no real object would have caused."""
    if Stub.__name__ not in str(error) and "<stand-in for " not in str(error):
        return None
    step, found = error.__traceback__, ""
    while step is not None:
        held = {**step.tb_frame.f_globals, **step.tb_frame.f_locals}
        found = next(filter(None, map(package_of, held.values())), found)
        step = step.tb_next
    return found or None


def _package_of_class(kind: type) -> str:
    for base in kind.__mro__:
        state = vars(base).get(STATE)
        if state is not None:
            return str(state.package)
    return kind.__name__
