"""What exploring didn't get to, made out of the words in which it says so."""

import re
from collections.abc import Iterable

from inspector.model import RootExploration

DOUBT = "as far as exploring got"
"""Why something isn't proven that exploring had to do with and didn't get to."""
_CONSUMER = re.compile(r"predicates of (?P<id>.+?): |.* of `(?P<quoted>[^`]+)`: ")
_FACTORY = re.compile(r"factory (?P<ref>\S+): ")
_REFERENCE = re.compile(r"reference (?P<ref>\S+): ")
_KEPT = "what is kept between builds: "
"""Takes nothing from what was found."""
_UNASKED = "nothing was asked in other scenarios"


class Unexplored:
    """What flags may decide about in a way that nobody knows.

    Where the words name nothing that is known here, as "3 more: not reached", it may be anything.
    """

    def __init__(self, exploration: Iterable[RootExploration]) -> None:
        self._consumers: set[str] = set()
        self._factories: set[str] = set()
        self._references: set[str] = set()
        self._open = False
        self._texts = False
        for root in exploration:
            for words in root.unfinished:
                self._add(words)

    def _add(self, words: str) -> None:
        if words.startswith(_KEPT):
            return
        if _UNASKED in words:
            self._texts = True
        elif found := _FACTORY.match(words):
            self._factories.add(found["ref"])
        elif found := _REFERENCE.match(words):
            self._references.add(found["ref"])
        elif found := _CONSUMER.match(words):
            self._consumers.add(found["id"] or found["quoted"])
        else:
            self._open = True

    @property
    def anything(self) -> str:
        """The doubt of whatever every tool of the project has to do with; empty for none."""
        return DOUBT if self._open or self._factories or self._consumers else ""

    def of_consumer(self, consumer: str) -> str:
        """The doubt of what an agent says, and of what its MCP servers offer."""
        # In a project of several import roots a consumer may have got a number after its id.
        named = consumer in self._consumers or consumer.rpartition("#")[0] in self._consumers
        return DOUBT if self._open or self._texts or named else ""

    def of_build(self, consumer: str) -> str:
        """The doubt of an agent that no explored factory makes: one that wasn't explored may."""
        made = any(consumer == ref or consumer.startswith(_parts_of(ref)) for ref in self._factories)
        return DOUBT if self._open or made else ""

    def of_factory(self, ref: str) -> str:
        """The doubt of what a factory makes or raises."""
        return DOUBT if ref in self._factories or (self._open and ":" in ref) else ""

    def of_reference(self, reference: str) -> str:
        """The doubt of what a callable that the config names answers."""
        return DOUBT if self._open or reference in self._references else ""


def _parts_of(ref: str) -> tuple[str, ...]:
    """How the ids of agents begin that a factory hands out, or that those lead to."""
    return tuple(f"{ref}{mark}" for mark in (">", "[", ".", "#"))
