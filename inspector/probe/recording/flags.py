"""The flags of one scenario, as a dict whose items are recorded."""

from collections.abc import Mapping
from typing import Any

from ..space import Scenario
from .log import Log
from .mappings import RecordingDict, fill


class RecordingFlags(RecordingDict):
    """Every flag by its name; which flags there are is no secret, so only values are read.

    A flag can also be had as an attribute, unless a dict has one of that name.
    """

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        source = self._source
        if type(source) is _Flags and not self._own:
            # Factories copy all flags into fields, once for each scenario: this is the shortest way.
            at = source.positions.get(key)
            if at is not None:
                trace = source.log.trace
                if trace is None:
                    source.log.note(at, source.scenario)
                else:
                    trace.append(at)
            return dict.__getitem__(self, key)
        return RecordingDict.__getitem__(self, key)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not dict.__contains__(self, name):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return self[name]

    def __eq__(self, other: object) -> bool:
        if type(other) is RecordingFlags and is_recording(self) and is_recording(other):
            log = getattr(self._source, "log", None)
            if isinstance(log, Log) and log.trace is not None:
                # Fields that hold the flags themselves are compared while it is learnt what each depends on.
                return own_items(self) == own_items(other)
        return RecordingDict.__eq__(self, other)

    __hash__ = None

    def __deepcopy__(self, memo: "dict[int, Any]") -> Any:
        return self.copy()


def is_recording(flags: RecordingFlags) -> bool:
    """Whether they are a scenario's, not a dict that user code made by their type."""
    return flags._source is not None


def own_items(flags: RecordingFlags) -> "dict[Any, Any]":
    """What user code has set itself."""
    return {key: dict.get(flags, key) for key in flags._own}


class _Flags:
    """Tells the log."""

    __slots__ = ("log", "positions", "scenario")

    def __init__(self, positions: "dict[str, int]", log: Log, scenario: Scenario) -> None:
        self.positions = positions
        self.log = log
        self.scenario = scenario

    def item(self, key: Any, mapping: RecordingDict) -> None:
        at = self.positions.get(key)
        if at is not None:
            self.log.note(at, self.scenario)

    def key(self, key: Any) -> None:
        """Every scenario has the same ones."""

    def keys(self) -> None:
        """Every scenario has the same ones."""

    def handed(self, key: Any, mapping: RecordingDict) -> Any:
        return dict.__getitem__(mapping, key)

    def owned(self) -> bool:
        """Also in a context factory: its result holds the flags that it changed."""
        return True


def recording_flags(
    values: "Mapping[str, Any]", positions: "dict[str, int]", log: Log, scenario: Scenario
) -> RecordingFlags:
    """The flags of a scenario; `positions` are the variables by the flags' names."""
    made = RecordingFlags()
    fill(made, values, _Flags(positions, log, scenario))
    return made
