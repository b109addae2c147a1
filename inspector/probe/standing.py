"""The agents of a root that are there whatever flags its factories are called under."""

from typing import Any, Iterable

from .factories import Factories
from .holders import held
from .naming import Found, Names
from .reach import closure
from .recorder import RecordedAgent


class Standing:
    """Tells the agents that factories have built under certain flags from all others."""

    def __init__(
        self, names: Names, found: "Iterable[Found]", factories: Factories, captured: "Iterable[Any]"
    ) -> None:
        deciding = [(factory.ref, call) for factory, call in factories.calls if call.depends]
        built = {key for _, call in deciding for key in call.built}
        refs = {ref for ref, _ in deciding}
        others = [product.value for product in factories.products if product.ref not in refs]
        kept = closure([*(agent for value in others for _, agent in held(value, 2)), *captured])
        built.difference_update(map(id, kept))
        self._names = names
        self._keys = [key for key in names.named if key not in built]
        self.shown = {item.id for item in found if id(item.agent) not in built}
        """Ids of the consumers that the load has shown and that no build shows again."""
        self.in_modules = bool(built & names.held_by_modules)
        """Whether builds put agents into modules, so that these are to be looked through after each."""

    def give(self, names: Names) -> None:
        """Have them keep their ids."""
        for key in self._keys:
            names.give(self._names.agents[key], self._names.named[key])

    def of(self, recorded: "Iterable[RecordedAgent]") -> "list[RecordedAgent]":
        """Their constructions among those recorded."""
        own = set(self._keys)
        return [entry for entry in recorded if id(entry.agent) in own]
