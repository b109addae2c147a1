"""What re-running a project's own decisions under other flags has shown, as the probe answers it."""

from typing import TypeAlias, Union

import msgspec

from inspector.model.control import ReadReference
from inspector.model.discovery import LoadFailure, NotInspected, Unstable
from inspector.model.registry import Consumer
from inspector.model.tool import Tool


class Branch(msgspec.Struct, frozen=True, array_like=True):
    """A flag that was read, and what came of each of its values."""

    flag: int
    """Position in the space."""
    branches: tuple[Union[int, "Branch"], ...]
    """By value; a number is the position of an outcome, -1 where no legal scenario leads."""


Tree: TypeAlias = int | Branch


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """One scenario of a sample and what came of it."""

    scenario: tuple[int, ...]
    """Position of each flag's value."""
    outcome: int


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """How something of the project depends on flags: a tree when all is known, else samples."""

    tree: Tree = -1
    samples: tuple[Sample, ...] = ()
    """Where there are any, the tree says nothing."""
    strength: int = 0
    """Of the covering array that the samples are: every combination of values of that many flags is in it."""
    doubt: str = ""
    """Why it isn't exact, in words; empty when it is."""
    reads: tuple[int, ...] = ()
    """Flags that any evaluation read, in the order of the space."""
    evaluations: int = 0

    @property
    def exact(self) -> bool:
        return not self.samples and not self.doubt


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """An `is_enabled` of tools of one consumer."""

    consumer: str
    tools: tuple[str, ...]
    """Keys of the tools that it decides about."""
    decision: Decision
    outcomes: tuple["Answer", ...] = ()


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a predicate said; the fields are those of a `Tool`."""

    enabled: bool | None
    error: str | None = None
    failure: str | None = None


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """Callable instructions of one consumer."""

    consumer: str
    decision: Decision
    outcomes: tuple["Told", ...] = ()


class Told(msgspec.Struct, frozen=True, kw_only=True):
    text: str | None
    error: str | None = None


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """Which tools the MCP servers of one consumer offer."""

    consumer: str
    decision: Decision
    outcomes: tuple["Listed", ...] = ()


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    tools: tuple[Tool, ...] = ()
    error: str | None = None
    """What listing them together raises on every run."""


class Surface(msgspec.Struct, frozen=True, kw_only=True):
    """What one build of a factory hands out: its consumers, with what decides about their tools.

    The decisions are about the scenarios that lead to this build; consumers that exist without the factory
    aren't among them.
    """

    consumers: tuple[Consumer, ...] = ()
    switches: tuple[Switch, ...] = ()
    tellings: tuple[Telling, ...] = ()
    listings: tuple[Listing, ...] = ()
    failure: LoadFailure | None = None
    """What the build raised; then there are no consumers."""


class Factory(msgspec.Struct, frozen=True, kw_only=True):
    """A factory of agents, built under every outcome of the flags that it reads."""

    ref: str
    decision: Decision
    outcomes: tuple[Surface, ...] = ()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A reference of the config to a callable whose answer depends on flags."""

    reference: str
    decision: Decision
    outcomes: tuple[ReadReference, ...] = ()


class RootExploration(msgspec.Struct, frozen=True, kw_only=True):
    """What exploring one import root has shown, or a part of it: parts of one root add up."""

    root: str
    switches: tuple[Switch, ...] = ()
    tellings: tuple[Telling, ...] = ()
    listings: tuple[Listing, ...] = ()
    factories: tuple[Factory, ...] = ()
    tables: tuple[Table, ...] = ()
    not_inspected: tuple[NotInspected, ...] = ()
    """Flags that something froze, as an environment variable or a cache, and what was left out."""
    unstable: tuple[Unstable, ...] = ()
    kept: tuple[int, ...] = ()
    """Variables of which something keeps what came of them at the load: not read again, they may decide."""
    builds: int = 0
    """Of factories, under all scenarios."""
    unfinished: tuple[str, ...] = ()
    """What the budget of time or an end of the process left unexplored, each in words."""
