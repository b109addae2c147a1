"""What has been read since it was last taken: flags by their variable, fields of a context by their place."""

from collections.abc import Callable
from typing import Any

from ..space import Scenario


class Log:
    """One for all that a root's code is given, under whatever scenario."""

    __slots__ = ("entries", "evaluation", "scenario", "stale", "trace", "witness")

    def __init__(self) -> None:
        self.entries: dict[Any, None] = {}
        """Variables and places, in the order of their first reading."""
        self.scenario: Scenario = ()
        """The one that is being evaluated."""
        self.evaluation = 0
        """Counts the evaluations."""
        self.stale = False
        """Whether something was read that another scenario was given."""
        self.trace: list[Any] | None = None
        """Takes the readings in place of `entries` while a context is made or learnt about."""
        self.witness: Callable[[Any, Scenario], None] | None = None
        """Told of every reading, where cached functions may keep what comes of it."""

    def note(self, entry: Any, scenario: Scenario) -> None:
        """Something that was given under `scenario` is read."""
        if self.trace is not None:
            self.trace.append(entry)
            return
        self.entries[entry] = None
        if scenario is not self.scenario and scenario != self.scenario:
            self.stale = True
        if self.witness is not None:
            self.witness(entry, scenario)

    def aside(self) -> "_Aside":
        """Readings within the block go, in order, to the list alone."""
        return _Aside(self)


class _Aside:
    """A class, since one is entered for each evaluation and generators take twice as long."""

    __slots__ = ("_before", "_log")

    def __init__(self, log: Log) -> None:
        self._log = log

    def __enter__(self) -> "list[Any]":
        trace: list[Any] = []
        self._before, self._log.trace = self._log.trace, trace
        return trace

    def __exit__(self, *_error: object) -> None:
        self._log.trace = self._before
