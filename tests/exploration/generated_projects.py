"""Small projects with flags, tenants and a few apps each, made from a seed."""

import dataclasses
import itertools
import json
import math
import random
from collections.abc import Iterator
from pathlib import Path

from generated_apps import App, make_app
from generated_conditions import Flag, Value
from generated_contexts import Context, make_context

MOST_SCENARIOS = 4096
FLAG_NAMES = (
    "beta",
    "plan",
    "sso",
    "region",
    "seats",
    "voice",
    "audit",
    "tier",
    "trial",
    "vip",
    "labs",
    "eu",
)
_VALUES: tuple[tuple[Value, ...], ...] = (
    (False, True),
    (False, True),
    (False, True),
    (True, False),
    ("free", "pro"),
    ("free", "pro", "enterprise"),
    ("us", "eu", "apac", "latam"),
    (1, 5, 50),
)

Assignment = dict[str, Value]


@dataclasses.dataclass(frozen=True)
class Project:
    seed: int
    flags: tuple[Flag, ...]
    forbidden: tuple[Assignment, ...]
    tenants: dict[str, Assignment]
    """Values of all flags."""
    context: Context
    apps: tuple[App, ...]

    def scenarios(self) -> Iterator[tuple[Assignment, str | None]]:
        """Every legal one: values of all flags, and the tenant's name."""
        names = [flag.name for flag in self.flags]
        for values in itertools.product(*(flag.values for flag in self.flags)):
            assignment = dict(zip(names, values, strict=True))
            if not is_forbidden(assignment, self.forbidden):
                yield assignment, None
        for tenant, assignment in self.tenants.items():
            yield assignment, tenant

    def write(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "toolinspect.toml").write_text(self.config())
        (folder / "surroundings.py").write_text(self.context.source)
        for app in self.apps:
            (folder / f"{app.module}.py").write_text(app.source)

    def config(self) -> str:
        lines = ['context = "surroundings:make"', 'ignore = ["TI106", "TI303"]', "[flags]"]
        lines += [f"{flag.name} = {json.dumps(flag.values)}" for flag in self.flags]
        for assignment in self.forbidden:
            lines += ["[[forbidden]]", *_lines(assignment)]
        for tenant, assignment in self.tenants.items():
            lines += [f"[tenants.{tenant}]", *_lines(assignment)]
        for app in self.apps:
            if app.arguments:
                lines += [f'[arguments."{app.module}:build"]', *_lines(dict(app.arguments))]
        return "\n".join(lines) + "\n"


def is_forbidden(assignment: Assignment, forbidden: tuple[Assignment, ...]) -> bool:
    return any(
        all(assignment[flag] == value for flag, value in combination.items()) for combination in forbidden
    )


def make_project(seed: int, apps: int) -> Project:
    rng = random.Random(seed)
    flags = _flags(rng)
    forbidden = _forbidden(rng, flags)
    tenants = _tenants(rng, flags, forbidden)
    context = make_context(rng, flags, list(tenants))
    made = tuple(make_app(rng, number, flags, context, list(tenants)) for number in range(apps))
    return Project(seed, flags, forbidden, tenants, context, made)


def _flags(rng: random.Random) -> tuple[Flag, ...]:
    """From one to twelve, of at most so many combinations."""
    names = rng.sample(FLAG_NAMES, rng.choice((1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 12)))
    flags: list[Flag] = []
    for name in names:
        values = rng.choice(_VALUES)
        left = MOST_SCENARIOS // math.prod(len(flag.values) for flag in flags)
        rest = 2 ** (len(names) - len(flags) - 1)
        flags.append(Flag(name, values if len(values) * rest <= left else (False, True)))
    return tuple(flags)


def _forbidden(rng: random.Random, flags: tuple[Flag, ...]) -> tuple[Assignment, ...]:
    """None to three combinations that leave something legal."""
    found: list[Assignment] = []
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        some = rng.sample(flags, min(len(flags), rng.choice((1, 2, 2, 3))))
        if len(some) == 1 and rng.random() < 0.7:
            continue
        found.append({flag.name: rng.choice(flag.values) for flag in some})
        if all(is_forbidden(one, tuple(found)) for one in _combinations(flags)):
            found.pop()
    return tuple(found)


def _combinations(flags: tuple[Flag, ...]) -> Iterator[Assignment]:
    names = [flag.name for flag in flags]
    for values in itertools.product(*(flag.values for flag in flags)):
        yield dict(zip(names, values, strict=True))


def _tenants(
    rng: random.Random, flags: tuple[Flag, ...], forbidden: tuple[Assignment, ...]
) -> dict[str, Assignment]:
    found: dict[str, Assignment] = {}
    for name in ("acme", "borealis", "cinder", "dunes")[: rng.choice((0, 0, 1, 2, 4))]:
        for _ in range(20):
            assignment = {flag.name: rng.choice(flag.values) for flag in flags}
            if not is_forbidden(assignment, forbidden):
                found[name] = assignment
                break
    return found


def _lines(assignment: Assignment) -> list[str]:
    return [f"{name} = {json.dumps(value)}" for name, value in assignment.items()]
