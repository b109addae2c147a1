"""Stages over a few flags, and what reading a context of them comes to."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from inspector.probe.recording import ContextFactory, Stage, Stages
from inspector.probe.space import Space

FLAGS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("beta", (False, True)),
    ("plan", ("free", "pro", "enterprise")),
    ("region", ("eu", "us")),
    ("sso", (False, True)),
    ("limit", (1, 5, 10)),
)


class Recorded:
    """Evaluates functions of a context, or of the flags themselves where there is no factory."""

    def __init__(
        self,
        make: "Callable[..., Any] | None" = None,
        *,
        flags: Sequence[tuple[str, Sequence[Any]]] = FLAGS,
        forbidden: Sequence[Mapping[str, Any]] = (),
        tenants: "Mapping[str, Mapping[str, Any]] | None" = None,
        seconds: float = 20.0,
    ) -> None:
        self.space = Space(flags, forbidden, tenants or {})
        source = None if make is None else ContextFactory(make, self.space)
        self.stages = Stages(self.space, source, seconds=seconds)
        self._from_flags = make is None

    def stage(self, **values: Any) -> Stage:
        """The stage with these values; other flags have their first."""
        partial = {}
        for name, value in values.items():
            at = self.space.names.index(name)
            position = self.space.position(at, value)
            assert position is not None
            partial[at] = position
        scenario = self.space.complete(partial, self.space.default)
        assert scenario is not None
        return asyncio.run(self.stages.at(scenario))

    def given(self, **values: Any) -> Any:
        """What user code is given there."""
        stage = self.stage(**values)
        return stage.flags if self._from_flags else stage.context

    def reads(self, ask: Callable[[Any], Any], **values: Any) -> set[str]:
        """Names of the flags that `ask` reads."""
        return self.asked(ask, **values)[1]

    def asked(self, ask: Callable[[Any], Any], **values: Any) -> tuple[Any, set[str]]:
        """(answer, names of the flags that were read)."""
        given = self.given(**values)
        answer = ask(given)
        return answer, {self.space.names[each] for each in self.stages.take_reads()}

    @property
    def doubt(self) -> str:
        return self.stages.doubt
