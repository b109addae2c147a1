"""What the screens know of the flags of one load, worked out when it is first asked for."""

from collections.abc import Mapping
from functools import cached_property

from inspector.config.toml_places import line_of
from inspector.flags.matrix import Matrix, matrix
from inspector.inspection import Inspection, Settings
from inspector.inspection.explored import Explored, explored
from inspector.model import FlagValue, Space, Tool
from inspector.report.exactness import Exactness, exactness
from inspector.report.flag_readers import Reader, readers
from inspector.report.presence_cells import PresenceCells
from inspector.report.tools_apart import told_apart

Forbidden = tuple[tuple[Mapping[str, FlagValue], str], ...]
"""Combinations that can't occur, each with where the config says so."""


class FlagFacts:
    """Of the flags of a load: they are the same in whatever scenario it is shown."""

    def __init__(self, inspection: Inspection, settings: Settings) -> None:
        self._inspection = inspection
        self.forbidden = forbidden_of(settings)

    def is_of(self, inspection: Inspection) -> bool:
        """Whether that one is of the same load."""
        return (
            inspection.exploration is self._inspection.exploration
            and inspection.whole is self._inspection.whole
            and inspection.space is self._inspection.space
        )

    @property
    def space(self) -> Space | None:
        return self._inspection.space

    @cached_property
    def explored(self) -> Explored | None:
        """How far the flags were explored; None where they weren't."""
        return explored(self._inspection)

    @cached_property
    def exactness(self) -> Exactness:
        """How far the answers are proven."""
        return exactness(self._inspection)

    @cached_property
    def readers(self) -> dict[str, tuple[Reader, ...]]:
        """What reads each flag; only what is read."""
        return readers(self._inspection)

    @cached_property
    def cells(self) -> PresenceCells:
        """Whether a tool is there in a scenario."""
        return PresenceCells(self._inspection)

    @cached_property
    def matrix(self) -> Matrix | None:
        """None where the flags weren't explored."""
        space = self._inspection.space
        if space is None or self._inspection.whole is None:
            return None
        return matrix(self._inspection.everywhere, space, self._inspection.exploration)

    @cached_property
    def apart(self) -> dict[tuple[str, str], str]:
        """What tells tools of one consumer and name apart, by consumer and key."""
        return {
            (consumer.id, key): told
            for consumer in self._inspection.everywhere.consumers
            for key, told in told_apart(consumer.tools).items()
        }

    def tool(self, consumer: str, key: str) -> Tool | None:
        """A tool of any scenario."""
        owner = next((one for one in self._inspection.everywhere.consumers if one.id == consumer), None)
        return next((one for one in owner.tools if one.key == key), None) if owner is not None else None

    @cached_property
    def caveat(self) -> str:
        """In words what keeps the answers from being proven and complete; empty when nothing does."""
        told = self.exactness
        if not told.explored:
            return ""
        return "  ".join((*told.doubts, *(f"Unfinished: {one}." for one in told.unfinished)))

    @property
    def short_caveat(self) -> str:
        """The same in a word or two; silent on single tools without an answer, whose rows say so."""
        told = self.exactness
        if not told.explored:
            return "flags not explored"
        if told.unfinished:
            return "partly explored"
        if told.sampled:
            return "partly sampled"
        return "not all proven" if self.explored is not None and self.explored.doubts else ""


def forbidden_of(settings: Settings) -> Forbidden:
    """What the config forbids."""
    return tuple(
        (values, f"{settings.config_name}:{line}" if (line := _line(settings, index)) else "the config")
        for index, values in enumerate(settings.config.forbidden)
    )


def _line(settings: Settings, index: int) -> int | None:
    return line_of(settings.lines, ("forbidden", str(index)))
