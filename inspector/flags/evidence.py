"""Whether a scenario was looked at, where what is said of all is drawn from some."""

from collections.abc import Iterable, Sequence

from inspector.flags.outcomes import outcome_at
from inspector.model import Consumer, Decision, Factory, Listing, RootExploration, Surface, Switch, Tool


class Evidence:
    """What exploring saw itself of tools, by consumer."""

    def __init__(self, exploration: Sequence[RootExploration]) -> None:
        self._standing = _ByConsumer(exploration)
        self._factories: dict[str, list[Factory]] = {}
        self._surfaces: dict[int, _ByConsumer] = {}
        for factory in (factory for root in exploration for factory in root.factories):
            made = dict.fromkeys(one.id for surface in factory.outcomes for one in surface.consumers)
            for consumer in made:
                self._factories.setdefault(consumer, []).append(factory)

    def proves(self, consumer: Consumer, tool: Tool, scenario: Sequence[int]) -> bool:
        """Whether all that decides about the tool is known of this very scenario, given by positions."""
        factories = self._factories.get(consumer.id)
        if factories is None:
            unexplored = bool(consumer.doubt) and consumer.id not in self._standing.listings
            return not unexplored and self._standing.prove(consumer, tool, scenario)
        for factory in factories:
            outcome = outcome_at(factory.decision, scenario)
            if outcome is None:
                return False
            surface = factory.outcomes[outcome]
            if id(surface) not in self._surfaces:
                self._surfaces[id(surface)] = _ByConsumer([surface])
            if not self._surfaces[id(surface)].prove(consumer, tool, scenario):
                return False
        return True


class _ByConsumer:
    """Decisions about the tools of consumers that are there."""

    def __init__(self, parts: Iterable[RootExploration | Surface]) -> None:
        self.listings: dict[str, Listing] = {}
        self._switches: dict[tuple[str, str], list[Switch]] = {}
        for part in parts:
            self.listings.update((one.consumer, one) for one in part.listings)
            for switch in part.switches:
                for key in dict.fromkeys(map(_named, switch.tools)):
                    self._switches.setdefault((switch.consumer, key), []).append(switch)

    def prove(self, consumer: Consumer, tool: Tool, scenario: Sequence[int]) -> bool:
        switches = self._switches.get((consumer.id, _named(tool.key)), [])
        if tool.predicate_location is not None and not switches:
            return False
        decisions: list[Decision] = [one.decision for one in switches]
        listing = self.listings.get(consumer.id)
        if listing is not None:
            decisions.append(listing.decision)
        return all(outcome_at(one, scenario) is not None for one in decisions)


def _named(key: str) -> str:
    """Without the number that tells tools of one name apart: builds number them differently."""
    return key.partition("#")[0]
