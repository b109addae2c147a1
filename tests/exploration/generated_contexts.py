"""Python text of context factories, each of a form that projects have, and how predicates read from it."""

import dataclasses
import random
from collections.abc import Callable, Sequence

from generated_conditions import Flag, Reader


@dataclasses.dataclass(frozen=True)
class Context:
    """A module `surroundings` with a factory `make`."""

    kind: str
    source: str
    parameters: tuple[str, ...]
    """Of `make`: `flags`, `tenant`, `**`, or names of flags."""
    reader: Reader
    """From a variable `c` that holds the context."""


def make_context(rng: random.Random, flags: Sequence[Flag], tenants: Sequence[str]) -> Context:
    return rng.choice(KINDS)(rng, list(flags), bool(tenants))


def _mapping(_rng: random.Random, _flags: list[Flag], _tenants: bool) -> Context:
    source = "def make(flags):\n    return flags\n"
    return Context("mapping", source, ("flags",), Reader(_item, "c.get(name)"))


def _typed(_rng: random.Random, flags: list[Flag], _tenants: bool) -> Context:
    lines = [
        "from typing import TypedDict",
        "class Settings(TypedDict):",
        *(f"    {flag.name}: {_type(flag)}" for flag in flags),
        "def make(flags) -> Settings:",
        f"    return Settings({', '.join(f'{flag.name}=flags[{flag.name!r}]' for flag in flags)})",
    ]
    return Context("typed dict", _text(lines), ("flags",), Reader(_item, "c[name]"))


def _dataclass(rng: random.Random, flags: list[Flag], tenants: bool) -> Context:
    """Copies every flag; its sets and properties are made from the copies."""
    frozen = rng.random() < 0.5
    lines = [
        "from dataclasses import dataclass",
        f"@dataclass(frozen={frozen})",
        "class Settings:",
        *(f"    {flag.name}: {_type(flag)}" for flag in flags),
        "    tenant: str | None = None",
        "    @property",
        "    def features(self):",
        f"        return {{name for name in {_some_switches(flags)!r} if getattr(self, name)}}",
        f"def make(flags{', tenant' if tenants else ''}):",
        f"    return Settings({_copied(flags)}{', tenant=tenant' if tenants else ''})",
    ]
    return _by_attribute("dataclass", lines, tenants)


def _awaited(rng: random.Random, flags: list[Flag], tenants: bool) -> Context:
    """A dataclass that an async factory fills field by field."""
    source = _dataclass(rng, flags, tenants).source.replace("def make(", "async def make(")
    source = "import asyncio\n" + source.replace(
        "    return Settings(", "    await asyncio.sleep(0)\n    return Settings("
    )
    return _by_attribute("async", [source], tenants)


def _features(_rng: random.Random, flags: list[Flag], tenants: bool) -> Context:
    """Switches become a set of names, when the context is made."""
    lines = [
        "from dataclasses import dataclass",
        "@dataclass(frozen=True)",
        "class Settings:",
        "    features: frozenset[str]",
        *(f"    {flag.name}: {_type(flag)}" for flag in flags if not flag.is_switch),
        "    tenant: str | None = None",
        f"def make(flags{', tenant' if tenants else ''}):",
        f"    on = frozenset(name for name in {_switches(flags)!r} if flags[name])",
        f"    return Settings(on, {_copied([flag for flag in flags if not flag.is_switch])}"
        f"{', ' if any(not flag.is_switch for flag in flags) else ''}{'tenant=tenant' if tenants else ''})",
    ]

    def read(flag: Flag) -> str:
        return f"({flag.name!r} in c.features)" if flag.is_switch else f"c.{flag.name}"

    reader = Reader(read, "(name in c.features)", "c.features", "c.tenant" if tenants else "")
    return Context("features", _text(lines), _parameters(tenants), reader)


def _properties(_rng: random.Random, flags: list[Flag], tenants: bool) -> Context:
    """Keeps the mapping, and reads it when it is asked."""
    lines = ["class Settings:", "    def __init__(self, flags, tenant=None):", "        self._flags = flags"]
    lines += ["        self.tenant = tenant"]
    for flag in flags:
        lines += [
            "    @property",
            f"    def {flag.name}(self):",
            f"        return self._flags[{flag.name!r}]",
        ]
    lines += ["    @property", "    def features(self):"]
    lines += [f"        return {{name for name in {_some_switches(flags)!r} if self._flags.get(name)}}"]
    lines += [f"def make(flags{', tenant' if tenants else ''}):"]
    lines += [f"    return Settings(flags{', tenant' if tenants else ''})"]
    return _by_attribute("properties", lines, tenants)


def _namespace(_rng: random.Random, _flags: list[Flag], _tenants: bool) -> Context:
    source = "from types import SimpleNamespace\ndef make(**flags):\n    return SimpleNamespace(**flags)\n"
    return Context("namespace", source, ("**",), Reader(_attribute, "getattr(c, name)"))


def _nested(rng: random.Random, flags: list[Flag], tenants: bool) -> Context:
    """Two dataclasses within another, and a dict in a third place."""
    homes = {flag.name: rng.choice(("plan", "betas", "extra")) for flag in flags}
    lines = ["from dataclasses import dataclass, field"]
    for home in ("plan", "betas"):
        own = [flag for flag in flags if homes[flag.name] == home]
        lines += ["@dataclass", f"class {home.title()}:", "    label: str = 'x'"]
        lines += [f"    {flag.name}: object = None" for flag in own]
    lines += ["@dataclass", "class Settings:", "    plan: Plan", "    betas: Betas"]
    lines += ["    extra: dict = field(default_factory=dict)", "    tenant: str | None = None"]
    extra = [flag for flag in flags if homes[flag.name] == "extra"]
    lines += [
        f"def make(flags{', tenant' if tenants else ''}):",
        "    return Settings(",
        f"        Plan({_copied([flag for flag in flags if homes[flag.name] == 'plan'])}),",
        f"        Betas({_copied([flag for flag in flags if homes[flag.name] == 'betas'])}),",
        "        {" + ", ".join(f"{flag.name!r}: flags[{flag.name!r}]" for flag in extra) + "},",
        "        tenant," if tenants else "",
        "    )",
    ]

    def read(flag: Flag) -> str:
        home = homes[flag.name]
        return f"c.extra[{flag.name!r}]" if home == "extra" else f"c.{home}.{flag.name}"

    reader = Reader(read, tenant="c.tenant" if tenants else "")
    return Context("nested", _text(lines), _parameters(tenants), reader)


def _by_names(rng: random.Random, flags: list[Flag], _tenants: bool) -> Context:
    """Asks for each flag by its own name, and keeps them in a class with slots."""
    names = [flag.name for flag in flags]
    rng.shuffle(names)
    lines = ["class Settings:", f"    __slots__ = {tuple(names)!r}", f"def make({', '.join(names)}):"]
    lines += ["    made = Settings()", *(f"    made.{name} = {name}" for name in names), "    return made"]
    return Context("by names", _text(lines), tuple(names), Reader(_attribute, "getattr(c, name)"))


def _model(_rng: random.Random, flags: list[Flag], _tenants: bool) -> Context:
    lines = ["from pydantic import BaseModel", "class Settings(BaseModel):"]
    lines += [f"    {flag.name}: {_type(flag)}" for flag in flags]
    lines += ["def make(flags):", "    return Settings(**flags)"]
    return Context("model", _text(lines), ("flags",), Reader(_attribute, "getattr(c, name)"))


KINDS: tuple[Callable[[random.Random, list[Flag], bool], Context], ...] = (
    _mapping,
    _typed,
    _dataclass,
    _dataclass,
    _awaited,
    _features,
    _properties,
    _namespace,
    _nested,
    _by_names,
    _model,
)


def _by_attribute(kind: str, lines: list[str], tenants: bool) -> Context:
    reader = Reader(_attribute, "getattr(c, name)", "c.features", "c.tenant" if tenants else "")
    return Context(kind, _text(lines), _parameters(tenants), reader)


def _item(flag: Flag) -> str:
    return f"c[{flag.name!r}]"


def _attribute(flag: Flag) -> str:
    return f"c.{flag.name}"


def _parameters(tenants: bool) -> tuple[str, ...]:
    return ("flags", "tenant") if tenants else ("flags",)


def _type(flag: Flag) -> str:
    return type(flag.values[0]).__name__


def _switches(flags: list[Flag]) -> tuple[str, ...]:
    return tuple(flag.name for flag in flags if flag.is_switch)


def _some_switches(flags: list[Flag]) -> tuple[str, ...]:
    """So few that whoever asks for the whole set is decided exactly."""
    return _switches(flags)[:8]


def _copied(flags: list[Flag]) -> str:
    return ", ".join(f"{flag.name}=flags[{flag.name!r}]" for flag in flags)


def _text(lines: list[str]) -> str:
    return "\n".join(filter(None, lines)) + "\n"
