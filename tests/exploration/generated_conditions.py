"""Python text of conditions over flags, as projects write them; seeded, so that a seed is one text."""

import dataclasses
import random
from collections.abc import Callable, Sequence

Value = str | int | bool


@dataclasses.dataclass(frozen=True)
class Flag:
    name: str
    values: tuple[Value, ...]

    @property
    def is_switch(self) -> bool:
        return isinstance(self.values[0], bool)


@dataclasses.dataclass(frozen=True)
class Reader:
    """How code reaches the flags where a condition stands."""

    read: Callable[[Flag], str]
    """An expression for the value of a flag."""
    by_name: str = ""
    """An expression for the value of the flag whose name is in the variable `name`; empty: there is none."""
    features: str = ""
    """An expression for the set of the names of the switches that are on; empty: there is none."""
    tenant: str = ""
    """An expression for the tenant's name; empty: it isn't asked for."""


class Conditions:
    """Writes conditions about some of the flags, through one reader."""

    def __init__(
        self, rng: random.Random, flags: Sequence[Flag], reader: Reader, tenants: Sequence[str]
    ) -> None:
        self._rng = rng
        self._flags = flags
        self._reader = reader
        self._tenants = tenants

    def expression(self, depth: int = 2) -> str:
        """One that may stand anywhere, in brackets where it needs them."""
        rng = self._rng
        if depth == 0 or rng.random() < 0.25:
            return self._leaf()
        kind = rng.randrange(9)
        parts = [self.expression(depth - 1) for _ in range(rng.choice((2, 2, 3)))]
        if kind < 3:
            return f"({' and '.join(parts)})"
        if kind < 5:
            return f"({' or '.join(parts)})"
        if kind == 5:
            return f"(not {parts[0]})"
        if kind == 6:
            return f"({parts[0]} if {self._leaf()} else {parts[1]})"
        if kind == 7:
            return f"{rng.choice(('any', 'all'))}(({', '.join(parts)},))"
        return f"(sum(bool(each) for each in ({', '.join(parts)},)) {rng.choice(('>= 2', '== 1'))})"

    def body(self) -> list[str]:
        """Statements of a function that end with a return, indented by nothing."""
        rng = self._rng
        kind = rng.randrange(10)
        if rng.random() < 0.05:
            return [f"if {self.expression(1)}:", "    raise ValueError('not here')", f"return {self._leaf()}"]
        if kind < 4:
            return [f"return {self.expression()}"]
        if kind == 4:
            return [
                f"if {self.expression(1)}:",
                "    return True",
                f"if {self.expression(1)}:",
                "    return False",
                f"return {self.expression(1)}",
            ]
        if kind == 5:
            return self._tried()
        if kind == 6:
            return [
                f"answer = {self.expression(1)}",
                f"answer ^= bool({self._leaf()})",
                "return bool(answer)",
            ]
        if kind == 7:
            return self._matched()
        return self._looped()

    def _leaf(self) -> str:
        rng, reader = self._rng, self._reader
        if reader.tenant and self._tenants and rng.random() < 0.15:
            return self._about_tenant()
        switches = [flag for flag in self._flags if flag.is_switch]
        if reader.features and switches and rng.random() < 0.4:
            return self._about_features([flag.name for flag in switches])
        flag = rng.choice(self._flags)
        value, given = rng.choice(flag.values), reader.read(flag)
        if flag.is_switch:
            forms = (given, given, f"(not {given})", f"({given} is {value})", f"bool({given})")
        elif isinstance(value, str):
            some = tuple(sorted(str(each) for each in rng.sample(flag.values, 2)))
            forms = (
                f"({given} == {value!r})",
                f"({given} != {value!r})",
                f"({given} in {some!r})",
                f"({given} not in {some!r})",
                f"{given}.startswith({value[0]!r})",
                f"{ {each: each in some for each in map(str, flag.values)} }.get({given}, False)",
                f'(f"<{{{given}}}>" == "<{value}>")',
            )
        else:
            forms = (
                f"({given} >= {value})",
                f"({given} == {value})",
                f"({given} % 2 == 0)",
                f"({given} in range({value}))",
            )
        return rng.choice(forms)

    def _about_tenant(self) -> str:
        given, name = self._reader.tenant, self._rng.choice(self._tenants)
        return self._rng.choice((f"({given} == {name!r})", f"({given} in {(name,)!r})", f"({given} is None)"))

    def _about_features(self, names: list[str]) -> str:
        rng, features = self._rng, self._reader.features
        one, some = rng.choice(names), rng.sample(names, min(2, len(names)))
        listed = "{" + ", ".join(map(repr, some)) + "}"
        return rng.choice(
            (
                f"({one!r} in {features})",
                f"({one!r} in {features})",
                f"({one!r} not in {features})",
                f"({listed} <= {features})",
                f"bool({features} & {listed})",
                f"(not {features}.isdisjoint({listed}))",
            )
        )

    def _tried(self) -> list[str]:
        rng = self._rng
        flag = rng.choice(self._flags)
        known = {value: rng.random() < 0.5 for value in flag.values if rng.random() < 0.6}
        return [
            "try:",
            f"    return {known!r}[{self._reader.read(flag)}]",
            "except KeyError:",
            f"    return {self.expression(1)}",
        ]

    def _matched(self) -> list[str]:
        rng = self._rng
        flag = rng.choice(self._flags)
        return [
            f"match {self._reader.read(flag)}:",
            f"    case {flag.values[0]!r}:",
            f"        return {self.expression(1)}",
            f"    case {flag.values[-1]!r}:",
            f"        return {self.expression(1)}",
            f"return {rng.choice(('True', 'False'))}",
        ]

    def _looped(self) -> list[str]:
        rng = self._rng
        switches = [flag.name for flag in self._flags if flag.is_switch]
        if not self._reader.by_name or not switches:
            return [f"return {self.expression()}"]
        names = tuple(rng.sample(switches, min(3, len(switches))))
        return [
            f"for name in {names!r}:",
            f"    if {rng.choice(('', 'not '))}{self._reader.by_name}:",
            f"        return {rng.choice(('True', 'False', self._leaf()))}",
            f"return {self._leaf()}",
        ]
