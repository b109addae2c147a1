"""What exploring one import root has shown, with the ids that consumers have in the merged registry."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

import msgspec

from inspector.model import Consumer, Factory, Listing, RootExploration, Surface, Switch, Telling

_About = TypeVar("_About", Switch, Telling, Listing)


class Renaming:
    """`named`: ids in the registry of the root's consumers that were kept; `known`: ids of all it has."""

    def __init__(self, named: Mapping[str, str], known: Collection[str]) -> None:
        self._named = named
        self._known = known
        self._nothing = all(named.get(one) == one for one in known)

    def of(self, one: RootExploration) -> RootExploration:
        """The parts about consumers that are there without a factory."""
        if self._nothing:
            return one
        return msgspec.structs.replace(
            one,
            switches=self._about(one.switches),
            tellings=self._about(one.tellings),
            listings=self._about(one.listings),
        )

    def factory(self, factory: Factory) -> Factory:
        """All of its builds; consumers of other builds than the one that is shown keep their ids."""
        if self._nothing:
            return factory
        return msgspec.structs.replace(factory, outcomes=tuple(map(self._surface, factory.outcomes)))

    def _surface(self, surface: Surface) -> Surface:
        consumers: Iterable[Consumer] = (one for one in surface.consumers if self._id(one.id) is not None)
        return msgspec.structs.replace(
            surface,
            consumers=tuple(msgspec.structs.replace(one, id=self._id(one.id) or one.id) for one in consumers),
            switches=self._about(surface.switches),
            tellings=self._about(surface.tellings),
            listings=self._about(surface.listings),
        )

    def _about(self, parts: Iterable[_About]) -> tuple[_About, ...]:
        found = []
        for part in parts:
            name = self._id(part.consumer)
            if name is not None:
                found.append(part if name == part.consumer else msgspec.structs.replace(part, consumer=name))
        return tuple(found)

    def _id(self, identifier: str) -> str | None:
        """None for a consumer of which another root's answer was kept."""
        return self._named.get(identifier) if identifier in self._known else identifier
