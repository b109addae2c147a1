"""What user code is given under one scenario."""

import copy
import functools
from collections.abc import Callable
from typing import Any

from .. import sdk
from ..space import Scenario, Space
from .flags import RecordingFlags, recording_flags
from .log import Log
from .nodes import recorded
from .places import Place


class Stage:
    """Flags, tenant and context of one scenario; reading any of them is recorded.

    Good for one evaluation after `Stages.at`: ask for the stage again before the next one, since what user
    code writes into a context must not reach the evaluations that follow.
    """

    def __init__(
        self,
        space: Space,
        log: Log,
        scenario: Scenario,
        positions: "dict[str, int]",
        take_reads: "Callable[[], tuple[int, ...]]",
    ) -> None:
        self.scenario = scenario
        self.log = log
        self._space = space
        self._positions = positions
        self._take_reads = take_reads
        self._flags: RecordingFlags | None = None
        self._context: Any = None
        self._wrapper: Any = None
        self._root: Place | None = None
        self.error: BaseException | None = None
        """What the context factory raised."""

    @property
    def flags(self) -> "dict[str, Any]":
        """All flags by name; handing it out reads nothing, its items do."""
        if self._flags is None:
            values = self._space.flags(self.scenario)
            self._flags = recording_flags(values, self._positions, self.log, self.scenario)
        return self._flags

    @property
    def tenant(self) -> "str | None":
        """Name of the tenant; reading this property reads the tenant."""
        if self._space.tenant_at is not None:
            self.log.note(self._space.tenant_at, self.scenario)
        return self._space.tenant(self.scenario)

    def value(self, name: str) -> Any:
        """One flag's value, read; raises KeyError for a name that is no flag."""
        at = self._positions[name]
        self.log.note(at, self.scenario)
        return self._space.values[at][self.scenario[at]]

    @property
    def context(self) -> Any:
        """The run context; None where the config names none. Raises what its factory raised here."""
        if self._root is not None:
            self.log.note(self._root, self.scenario)
        if self.error is not None:
            raise self.error
        return self._context

    @property
    def wrapper(self) -> Any:
        """The SDK's RunContextWrapper around it, the same one each time. Raises as `context`."""
        context = self.context
        if self._wrapper is None:
            self._wrapper = copy.copy(_first_wrapper())
            self._wrapper.context = context
        return self._wrapper

    def put_context(self, value: Any, root: "Place | None", error: "BaseException | None" = None) -> None:
        """The context, or what its factory raised; recorded where it has a place."""
        self._root, self.error = root, error
        record = root is not None and error is None
        self._context = recorded(value, root, self.log, self.scenario) if record and root else value

    def take_reads(self) -> "tuple[int, ...]":
        """Variables that were read since the last call, on any stage, in order, each once.

        Fields of the context count as the flags that they depend on. Sets `Stages.doubt` and `Stages.stale`.
        """
        return self._take_reads()


@functools.cache
def _first_wrapper() -> Any:
    """One that all others are copies of: it takes longer to make than most contexts."""
    return sdk.run_context()
