"""The control sets, prompts and tables of one load: read, bound to consumers, and located."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from inspector.config.fault import Place
from inspector.config.schema import Sets
from inspector.controls import derive
from inspector.flags.unexplored import Unexplored
from inspector.inspection.answered import answered
from inspector.inspection.approval_defaults import approval_default
from inspector.inspection.approvals_handled import approvals_handled
from inspector.inspection.options import Settings
from inspector.inspection.quoted_places import located, prompts_of
from inspector.inspection.reference_reading import Found, ReferenceReader
from inspector.inspection.set_uses import Use, Wanted, wanted
from inspector.model import (
    ApprovalDefault,
    Consumer,
    Controls,
    ControlSet,
    ListedName,
    LoadFailure,
    Location,
    OverrideTable,
    Prompt,
    Registry,
    RootExploration,
    SetKind,
)
from inspector.model.control import TableUse
from inspector.sources.data_files import DataSet
from inspector.sources.python_text import Sources

_KINDS: dict[Use, SetKind] = {
    "approval": "approval", "enable": "enable", "stop": "stop", "trace": "trace", "declared": "declared",
}  # fmt: skip

_Quoted = TypeVar("_Quoted", ControlSet, Prompt)

_TABLES: dict[Use, str] = {
    "override": "name a mapping from functions to visible names",
    "ids": "name a mapping from functions to business ids",
}


class ControlSets(msgspec.Struct, frozen=True, kw_only=True):
    """What was read, what the project's own code kept from being read, and what the config says in vain."""

    controls: Controls
    failures: tuple[LoadFailure, ...] = ()
    unmatched: tuple[str, ...] = ()
    """Keys of `sets-of` that are no consumer's id or name."""
    unread: tuple[str, ...] = ()
    """What a load of one part of the project could not read, in sentences."""


def read_controls(
    settings: Settings, registry: Registry, sources: Sources, exploration: Sequence[RootExploration] = ()
) -> ControlSets:
    """Raises ConfigError for a reference that names nothing, and for a file that can't be read."""
    return _Reading(settings, registry, sources, exploration).run()


def in_force(controls: Controls, scenario: Sequence[int]) -> Controls:
    """Those sets and prompts that there are in one scenario, given by the position of each value."""
    return msgspec.structs.replace(
        controls,
        sets=tuple(_holding(controls.sets, scenario)),
        prompts=tuple(_holding(controls.prompts, scenario)),
    )


def _holding(quoted: Iterable[_Quoted], scenario: Sequence[int]) -> Iterator[_Quoted]:
    """As in a registry of that scenario alone."""
    for one in quoted:
        if one.holds is None:
            yield one
        elif one.holds.holds(scenario):
            yield msgspec.structs.replace(one, holds=None, doubt="")


class _Reading:
    def __init__(
        self,
        settings: Settings,
        registry: Registry,
        sources: Sources,
        exploration: Sequence[RootExploration],
    ) -> None:
        self._settings = settings
        self._registry = registry
        self._sources = sources
        self._reader = ReferenceReader(
            settings, registry, sources, answered(exploration, settings.space), Unexplored(exploration)
        )
        self._sets: list[ControlSet] = []
        self._prompts: list[Prompt] = []
        self._overrides: list[OverrideTable] = []
        self._ids: list[ListedName] = []
        self._defaults: dict[str | None, tuple[ApprovalDefault, Location]] = {}
        """By consumer id; under None the project's."""
        self._doubts: dict[TableUse, str] = {}

    def run(self) -> ControlSets:
        for one in wanted(self._settings.config):
            consumers = self._bound(one.consumer)
            if one.use == "prompts":
                texts = self._reader.prompts(one)
                self._prompts += [
                    msgspec.structs.replace(text, consumer=consumer)
                    for text in texts
                    for consumer in consumers
                ]
            elif one.use == "default":
                self._read_default(one, consumers)
            else:
                self._read_set(one, consumers)
        self._plain_defaults()
        config = self._settings.config
        self._ids += self._literal_ids()
        on_agents = derive(self._registry, config.run_config)
        derived = located(on_agents, self._registry, self._sources, config.run_config)
        prompts = [text for one in self._registry.consumers for text in prompts_of(one)]
        default, place = self._defaults.get(None, (None, None))
        controls = Controls(
            sets=(*_merged_literals(self._sets), *derived),
            prompts=(*prompts, *self._prompts),
            overrides=tuple(self._overrides),
            ids=tuple(self._ids),
            risk=config.risk.high,
            approval_default=default,
            approval_default_location=place,
            own_defaults={one: own for one, own in self._defaults.items() if one is not None},
            doubts=self._doubts,
            approvals_handled=approvals_handled(self._registry, self._sources),
        )
        return ControlSets(
            controls=controls,
            failures=tuple(self._reader.failures),
            unmatched=tuple(self._unmatched()),
            unread=tuple(self._reader.unread),
        )

    def _bound(self, consumer: str | None) -> Sequence[str | None]:
        """Ids of the consumers of that id or name; None stands for the whole project."""
        if consumer is None:
            return (None,)
        return [one.id for one in self._registry.consumers if _is_called(one, consumer)]

    def _unmatched(self) -> Iterator[str]:
        for key in self._settings.config.sets_of:
            if not any(_is_called(consumer, key) for consumer in self._registry.consumers):
                yield key

    def _read_set(self, one: Wanted, consumers: Sequence[str | None]) -> None:
        found = self._reader.found(one)
        if one.use in _TABLES and found:
            self._read_table(one, found)
            return
        self._sets += [
            ControlSet(
                kind=_KINDS[one.use],
                source=each.source,
                entries=each.data.entries,
                consumer=consumer,
                location=each.data.location,
                key=one.key,
                holds=each.holds,
                doubt=each.doubt,
            )
            for each in found
            for consumer in consumers
        ]

    def _read_table(self, one: Wanted, found: Sequence[Found]) -> None:
        """All that it says in any scenario: a function is called the same in each."""
        for each in found:
            self._check_table(one, each.data)
        self._doubt("ids" if one.use == "ids" else "overrides", found)
        entries = tuple(dict.fromkeys(entry for each in found for entry in each.data.entries))
        if one.use == "ids":
            self._ids += entries
            return
        first = found[0]
        table = OverrideTable(
            environment=one.label, source=first.source, entries=entries, location=first.data.location
        )
        self._overrides.append(table)

    def _doubt(self, use: TableUse, found: Iterable[Found]) -> None:
        doubt = self._doubts.get(use) or next((each.doubt for each in found if each.doubt), "")
        if doubt:
            self._doubts[use] = doubt

    def _check_table(self, one: Wanted, data: DataSet) -> None:
        if data.entries and not any(isinstance(entry.value, str) for entry in data.entries):
            raise self._settings.refused_at(one.place, f"`{one.text}` is no table; {_TABLES[one.use]}")

    def _read_default(self, one: Wanted, consumers: Sequence[str | None]) -> None:
        found = self._reader.found(one)
        self._doubt("approval-default", found)
        for each in found:
            data = each.data
            if data.text is None:
                raise self._settings.refused_at(one.place, f"`{one.text}` holds no text")
            meant = approval_default(data.text)
            if meant is None:
                problem = f"`{one.text}` holds {data.text!r}, which is neither `allow` nor `deny`"
                raise self._settings.refused_at(one.place, f"{problem}; name one of them, or what holds one")
            self._set_default(meant, data.location, consumers)

    def _plain_defaults(self) -> None:
        config = self._settings.config
        tables: list[tuple[Place, str | None, Sets]] = [(("sets",), None, config.sets)]
        tables += [(("sets-of", key), key, sets) for key, sets in config.sets_of.items()]
        for place, consumer, sets in tables:
            match sets.approval_default:
                case "allow" | "deny" as default:
                    written = self._reader.place_of((*place, "approval-default"))
                    self._set_default(default, written, self._bound(consumer))

    def _set_default(
        self, default: ApprovalDefault, place: Location, consumers: Sequence[str | None]
    ) -> None:
        """Of two for one consumer, bound by name and by id, the one that allows counts: it opens the gate."""
        for consumer in consumers:
            known = self._defaults.get(consumer)
            if known is None or (known[0], default) == ("deny", "allow"):
                self._defaults[consumer] = (default, place)

    def _literal_ids(self) -> Iterator[ListedName]:
        for function, identifier in self._settings.config.own_ids.items():
            place = self._reader.place_of(("ids", function))
            yield ListedName(name=function, value=identifier, location=place)


def _is_called(consumer: Consumer, name: str) -> bool:
    return name in (consumer.id, consumer.name)


def _merged_literals(sets: Sequence[ControlSet]) -> Iterator[ControlSet]:
    """The literal names of one list as one set."""
    merged: dict[tuple[object, ...], ControlSet] = {}
    for one in sets:
        key = (one.key, one.source, one.consumer, one.holds)
        known = merged.get(key)
        if known is None:
            merged[key] = one
        else:
            merged[key] = msgspec.structs.replace(known, entries=(*known.entries, *one.entries))
    yield from merged.values()
