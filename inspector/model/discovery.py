"""What loading a project met: failures, factories that were not called, agents only seen in source."""

from typing import Literal

import msgspec

from inspector.model.condition import Condition
from inspector.model.location import Location

FailureKind = Literal[
    "raised",
    "exited",
    "hung",
    "crashed",
    "syntax",
    "missing_package",
    "not_reached",
]
"""`not_reached`, also written `stopped`: modules before it used up the time limit."""


class LoadFailure(msgspec.Struct, frozen=True, kw_only=True):
    """A module or factory that could not be loaded to its end."""

    ref: str
    """Module or factory, as `pkg.mod` or `pkg.mod:factory`."""
    kind: FailureKind
    error: str
    """Exception class and message, signal name, or exit code."""
    traceback: str = ""
    """Text; for `hung`, the stack at the time limit. Frames of toolinspect itself are left out."""
    path: str | None = None
    line: int | None = None
    """Deepest line within the project."""
    missing: str | None = None
    """Top-level package that isn't installed, for `missing_package`."""
    holds: Condition | None = None
    """The legal scenarios in which it fails; None: in all."""
    doubt: str = ""
    """Why that isn't proven, as "in a 3-wise sample"; empty when it is."""

    @property
    def location(self) -> Location | None:
        return Location(self.path, self.line) if self.path is not None else None


class NotInspected(msgspec.Struct, frozen=True, kw_only=True):
    """A factory that was found and not called, or a part that was not started."""

    ref: str
    reason: str
    path: str | None = None
    line: int | None = None
    config: str = ""
    """TOML lines that would make it inspectable; empty when none would."""
    severity: Literal["warning", "info"] = "warning"
    advice: str = ""
    """How to have it inspected, in a sentence, where no config line does it."""


class SeenInSource(msgspec.Struct, frozen=True, kw_only=True):
    """An agent construction that the static scan saw and nothing produced."""

    name: str | None
    """The agent's `name` argument when it is a literal."""
    within: str
    """Qualified name of the enclosing function, or the module."""
    path: str
    line: int
    reason: str


class WouldRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run that the project tried to start while being loaded."""

    agent: str
    path: str | None
    line: int | None
    consumer: str | None = None


class Filled(msgspec.Struct, frozen=True, kw_only=True):
    """A factory parameter that toolinspect filled."""

    ref: str
    parameter: str
    value: str
    why: str
    """config, context, flag, tenant, annotation, or well-known name."""


class Unstable(msgspec.Struct, frozen=True, kw_only=True):
    """A factory whose second build differed from the first, or an agent that isn't the same twice."""

    ref: str
    difference: str
    what: str = "Two builds"
    """What differs: as "Two loads"."""
    path: str | None = None
    line: int | None = None


class Unlisted(msgspec.Struct, frozen=True, kw_only=True):
    """A tool that was built while loading and stands in no list of any consumer."""

    visible: str
    function: str | None = None
    function_name: str | None = None
    variables: tuple[str, ...] = ()
    path: str | None = None
    line: int | None = None
