"""The control sets, prompts and tables of one load: read, bound to consumers, and located."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from inspector.config.fault import Place
from inspector.config.references import FileReference, ModuleReference
from inspector.config.schema import Sets
from inspector.config.toml_places import line_of
from inspector.controls import derive
from inspector.inspection.approval_defaults import approval_default
from inspector.inspection.approvals_handled import approvals_handled
from inspector.inspection.declared import Use, Wanted, wanted
from inspector.inspection.nearest import nearest_reference
from inspector.inspection.options import Settings
from inspector.inspection.other_roots import is_of_project
from inspector.inspection.quoted_places import located, prompt_of
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
    ReadReference,
    Registry,
    SetKind,
)
from inspector.sources.data_files import DataSet, read
from inspector.sources.errors import SourceError
from inspector.sources.prompt_files import find as find_prompts
from inspector.sources.prompt_files import read as read_prompt
from inspector.sources.python_text import Sources

_KINDS: dict[Use, SetKind] = {
    "approval": "approval", "enable": "enable", "stop": "stop", "trace": "trace", "declared": "declared",
}  # fmt: skip

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


def read_controls(settings: Settings, registry: Registry, sources: Sources) -> ControlSets:
    """Raises ConfigError for a reference that names nothing, and for a file that can't be read."""
    return _Reading(settings, registry, sources).run()


class _Reading:
    def __init__(self, settings: Settings, registry: Registry, sources: Sources) -> None:
        self._settings = settings
        self._registry = registry
        self._sources = sources
        self._project = Path(registry.root)
        self._sets: list[ControlSet] = []
        self._prompts: list[Prompt] = []
        self._overrides: list[OverrideTable] = []
        self._ids: list[ListedName] = []
        self._default: tuple[ApprovalDefault, Location] | None = None
        self._failures: dict[str, LoadFailure] = {}
        self._unread: list[str] = []

    def run(self) -> ControlSets:
        for one in wanted(self._settings.config):
            consumers = self._bound(one)
            if one.use == "prompts":
                self._read_prompts(one, consumers)
            elif one.use == "default":
                self._read_default(one)
            else:
                self._read_set(one, consumers)
        self._plain_defaults()
        config = self._settings.config
        self._ids += self._literal_ids()
        derived = (
            located(one, self._registry, self._sources) for one in derive(self._registry, config.run_config)
        )
        prompts = (prompt_of(one) for one in self._registry.consumers)
        default, place = self._default or (None, None)
        controls = Controls(
            sets=(*_merged_literals(self._sets), *derived),
            prompts=(*(one for one in prompts if one is not None), *self._prompts),
            overrides=tuple(self._overrides),
            ids=tuple(self._ids),
            risk=config.risk.high,
            approval_default=default,
            approval_default_location=place,
            approvals_handled=approvals_handled(self._registry, self._sources),
        )
        return ControlSets(
            controls=controls,
            failures=tuple(self._failures.values()),
            unmatched=tuple(self._unmatched()),
            unread=tuple(self._unread),
        )

    def _bound(self, one: Wanted) -> Sequence[str | None]:
        """Ids of the consumers it is for; None stands for the whole project."""
        if one.consumer is None:
            return (None,)
        return [consumer.id for consumer in self._registry.consumers if _is_called(consumer, one.consumer)]

    def _unmatched(self) -> Iterator[str]:
        for key in self._settings.config.sets_of:
            if not any(_is_called(consumer, key) for consumer in self._registry.consumers):
                yield key

    def _read_set(self, one: Wanted, consumers: Sequence[str | None]) -> None:
        found = self._found(one)
        if found is None:
            return
        source, data = found
        if one.use in _TABLES:
            self._check_table(one, data)
        if one.use == "override":
            self._overrides.append(
                OverrideTable(
                    environment=one.label, source=source, entries=data.entries, location=data.location
                )
            )
        elif one.use == "ids":
            self._ids += data.entries
        else:
            self._sets += [
                ControlSet(
                    kind=_KINDS[one.use],
                    source=source,
                    entries=data.entries,
                    consumer=consumer,
                    location=data.location,
                    key=one.key,
                )
                for consumer in consumers
            ]

    def _check_table(self, one: Wanted, data: DataSet) -> None:
        if data.entries and not any(isinstance(entry.value, str) for entry in data.entries):
            raise self._settings.refused_at(one.place, f"`{one.text}` is no table; {_TABLES[one.use]}")

    def _found(self, one: Wanted) -> tuple[str, DataSet] | None:
        """What messages call it, and what it holds; None for what the project's own code failed to give."""
        match one.item:
            case ModuleReference():
                data = self._from_project(one)
                return None if data is None else (one.text, data)
            case FileReference() as reference:
                return one.text, self._from_file(one, reference)
            case _:
                place = self._place(one)
                entry = ListedName(name=one.text, location=place)
                return one.key, DataSet(entries=(entry,), text=one.text, location=place)

    def _from_project(self, one: Wanted) -> DataSet | None:
        answer = next((read for read in self._registry.references if read.reference == one.text), None)
        if answer is None or (answer.error and not answer.wrong):
            self._fail(one, answer)
            return None
        if answer.wrong:
            self._refuse(one, answer)
            return None
        return self._in_source(one, answer)

    def _refuse(self, one: Wanted, answer: ReadReference) -> None:
        """Raise ConfigError, unless only a part is loaded and the module belongs to another."""
        module = one.text.partition(":")[0]
        if self._registry.part and answer.path is None and is_of_project(module, self._project):
            self._unread.append(f"{one.key}: `{one.text}` is not read with {self._registry.part} alone")
            return
        nearest = nearest_reference(one.text, self._settings.bases)
        hint = f"; did you mean `{nearest}`?" if nearest not in (None, one.text) else ""
        problem = answer.error
        if problem.startswith("it "):
            problem = f"`{one.text}` {problem.removeprefix('it ')}"
        raise self._settings.refused_at(one.place, f"{problem}{hint}")

    def _in_source(self, one: Wanted, answer: ReadReference) -> DataSet:
        if answer.path is None:
            return DataSet(entries=answer.entries, text=answer.text, location=self._place(one))
        attribute = one.text.partition(":")[2]
        places = self._sources.assigned(answer.path, attribute)
        whole = places.location or Location(answer.path, None)
        entries = tuple(
            msgspec.structs.replace(entry, location=places.names.get(entry.name, whole))
            for entry in answer.entries
        )
        return DataSet(entries=entries, text=answer.text, location=whole)

    def _fail(self, one: Wanted, answer: ReadReference | None) -> None:
        """Code of the project raised: a set that could not be read must not pass for one that is in order."""
        error = answer.error if answer is not None else "its module was not loaded"
        self._failures[one.text] = LoadFailure(
            ref=one.text, kind="raised", error=error, path=answer.path if answer is not None else None
        )

    def _from_file(self, one: Wanted, reference: FileReference) -> DataSet:
        try:
            return read(self._settings.base / reference.path, reference.key, root=self._project)
        except SourceError as error:
            raise self._settings.unreadable(one.place, error) from None

    def _read_prompts(self, one: Wanted, consumers: Sequence[str | None]) -> None:
        match one.item:
            case ModuleReference():
                data = self._from_project(one)
                texts = [] if data is None else self._texts(one, data)
            case FileReference(key="", path=path):
                texts = [self._prompt_file(one, self._settings.base / path)]
            case FileReference() as reference:
                texts = self._texts(one, self._from_file(one, reference))
            case _:
                texts = [self._prompt_file(one, path) for path in self._prompt_paths(one)]
        self._prompts += [
            msgspec.structs.replace(text, consumer=consumer) for text in texts for consumer in consumers
        ]

    def _texts(self, one: Wanted, data: DataSet) -> list[Prompt]:
        if data.text is not None:
            return [Prompt(source=one.text, text=data.text, location=data.location)]
        texts = [
            Prompt(source=f"{one.text} ({entry.name})", text=entry.value, location=entry.location)
            for entry in data.entries
            if isinstance(entry.value, str)
        ]
        if data.entries and not texts:
            raise self._settings.refused_at(
                one.place, f"`{one.text}` holds no text; name a string, or a mapping of strings"
            )
        return texts

    def _prompt_paths(self, one: Wanted) -> Sequence[Path]:
        paths = find_prompts(one.text, self._settings.base)
        if not paths:
            problem = f"`{one.text}` matches no file in {self._settings.base}"
            raise self._settings.refused_at(one.place, f"{problem}; correct the pattern, or take it out")
        return paths

    def _prompt_file(self, one: Wanted, path: Path) -> Prompt:
        try:
            return read_prompt(path, self._project)
        except SourceError as error:
            raise self._settings.unreadable(one.place, error) from None

    def _read_default(self, one: Wanted) -> None:
        """Of several, one that allows counts: it opens the gate wherever it is used."""
        found = self._found(one)
        if found is None:
            return
        data = found[1]
        if data.text is None:
            raise self._settings.refused_at(one.place, f"`{one.text}` holds no text")
        meant = approval_default(data.text)
        if meant is None:
            problem = f"`{one.text}` holds {data.text!r}, which is neither `allow` nor `deny`"
            raise self._settings.refused_at(one.place, f"{problem}; name one of them, or what holds one")
        self._set_default(meant, data.location)

    def _plain_defaults(self) -> None:
        config = self._settings.config
        tables: dict[Place, Sets] = {("sets",): config.sets}
        tables |= {("sets-of", key): sets for key, sets in config.sets_of.items()}
        for place, sets in tables.items():
            match sets.approval_default:
                case "allow" | "deny" as default:
                    self._set_default(default, self._place_of((*place, "approval-default")))

    def _set_default(self, default: ApprovalDefault, place: Location) -> None:
        if self._default is None or (self._default[0], default) == ("deny", "allow"):
            self._default = (default, place)

    def _literal_ids(self) -> Iterator[ListedName]:
        for function, identifier in self._settings.config.own_ids.items():
            place = self._place_of(("ids", function))
            yield ListedName(name=function, value=identifier, location=place)

    def _place(self, one: Wanted) -> Location:
        return self._place_of(one.place)

    def _place_of(self, place: Place) -> Location:
        path = self._settings.config_path
        line = line_of(self._settings.lines, tuple(map(str, place)))
        if path is None:
            return Location(".", None)
        try:
            return Location(path.relative_to(self._project).as_posix(), line)
        except ValueError:
            return Location(str(path), line)


def _is_called(consumer: Consumer, name: str) -> bool:
    return name in (consumer.id, consumer.name)


def _merged_literals(sets: Sequence[ControlSet]) -> Iterator[ControlSet]:
    """The literal names of one list as one set."""
    merged: dict[tuple[str, str, str | None], ControlSet] = {}
    for one in sets:
        key = (one.key, one.source, one.consumer)
        known = merged.get(key)
        if known is None:
            merged[key] = one
        else:
            merged[key] = msgspec.structs.replace(known, entries=(*known.entries, *one.entries))
    yield from merged.values()
