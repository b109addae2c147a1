"""What the references of a config hold: read from the project's answers and from files, each name placed."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from inspector.config.fault import Place
from inspector.config.references import FileReference, ModuleReference
from inspector.config.toml_places import line_of
from inspector.flags.unexplored import Unexplored
from inspector.inspection.answered import Answered
from inspector.inspection.grouped_names import listed_by
from inspector.inspection.nearest import nearest_reference
from inspector.inspection.options import Settings
from inspector.inspection.other_roots import is_of_project
from inspector.inspection.set_uses import Wanted
from inspector.model import Condition, ListedName, LoadFailure, Location, Prompt, ReadReference, Registry
from inspector.sources.data_files import DataSet, read
from inspector.sources.errors import SourceError
from inspector.sources.prompt_files import find as find_prompts
from inspector.sources.prompt_files import read as read_prompt
from inspector.sources.python_text import Sources


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What a reference holds, in all scenarios or in some."""

    source: str
    """What messages call it."""
    data: DataSet
    holds: Condition | None = None
    doubt: str = ""


class ReferenceReader:
    """Reads one reference after the other; every method raises ConfigError for one that can't be used.

    `answered`: what callables among them answer, by reference, where that depends on flags.
    """

    def __init__(
        self,
        settings: Settings,
        registry: Registry,
        sources: Sources,
        answered: Mapping[str, Sequence[Answered]],
        unexplored: Unexplored,
    ) -> None:
        self._settings = settings
        self._registry = registry
        self._sources = sources
        self._answered = answered
        self._unexplored = unexplored
        self._project = Path(registry.root)
        self.failures: list[LoadFailure] = []
        """What the project's own code kept from being read."""
        self.unread: list[str] = []
        """What a load of one part of the project could not read, in sentences."""

    def found(self, one: Wanted) -> Sequence[Found]:
        """What it holds, each with its scenarios; nothing where the project's own code failed to give it."""
        match one.item:
            case ModuleReference():
                return list(self._from_project(one))
            case FileReference() as reference:
                return [Found(source=one.text, data=self._from_file(one, reference))]
            case _:
                place = self._place(one)
                entry = ListedName(name=one.text, location=place)
                data = DataSet(entries=(entry,), text=one.text, location=place)
                return [Found(source=one.key, data=data)]

    def _from_project(self, one: Wanted) -> Iterator[Found]:
        answers = self._answered.get(one.text)
        if answers is None:
            answer = next((read for read in self._registry.references if read.reference == one.text), None)
            answers = [Answered(answer=answer, doubt=self._unexplored.of_reference(one.text))]
        for each in answers:
            if each.answer is None or (each.answer.error and not each.answer.wrong):
                self._fail(one, each)
            elif not each.answer.wrong:
                data = self._in_source(one, each.answer)
                yield Found(source=one.text, data=data, holds=each.holds, doubt=each.doubt)
            elif len(answers) > 1:
                self._fail(one, each)
            else:
                self._refuse(one, each.answer)

    def _refuse(self, one: Wanted, answer: ReadReference) -> None:
        """Raise ConfigError, unless only a part is loaded and the module belongs to another."""
        module = one.text.partition(":")[0]
        if self._registry.part and answer.path is None and is_of_project(module, self._project):
            self.unread.append(f"{one.key}: `{one.text}` is not read with {self._registry.part} alone")
            return
        raise self._settings.refused_at(one.place, self._problem(one, answer))

    def _problem(self, one: Wanted, answer: ReadReference) -> str:
        match answer.fault:
            case "value":
                return f"`{one.text}` {answer.error}"
            case "key":
                return answer.error
        nearest = nearest_reference(one.text, self._settings.bases)
        hint = "" if nearest in (None, one.text) else f"; did you mean `{nearest}`?"
        return f"{answer.error}{hint}"

    def _in_source(self, one: Wanted, answer: ReadReference) -> DataSet:
        listed = listed_by(answer, self._registry)
        if answer.path is None:
            return DataSet(entries=listed, text=answer.text, location=self._place(one))
        attribute = one.text.partition(":")[2]
        places = self._sources.assigned(answer.path, attribute)
        whole = places.location or Location(answer.path, None)
        entries = tuple(
            msgspec.structs.replace(entry, location=places.names.get(entry.name, whole)) for entry in listed
        )
        return DataSet(entries=entries, text=answer.text, location=whole)

    def _fail(self, one: Wanted, answered: Answered) -> None:
        """Code of the project raised: a set that could not be read must not pass for one that is in order."""
        answer = answered.answer
        failure = LoadFailure(
            ref=one.text,
            kind="raised",
            error=answer.error if answer is not None else "its module was not loaded",
            path=answer.path if answer is not None else None,
            holds=answered.holds,
            doubt=answered.doubt,
        )
        if failure not in self.failures:
            self.failures.append(failure)

    def _from_file(self, one: Wanted, reference: FileReference) -> DataSet:
        try:
            return read(self._settings.base / reference.path, reference.key, root=self._project)
        except SourceError as error:
            raise self._settings.unreadable(one.place, error) from None

    def prompts(self, one: Wanted) -> Sequence[Prompt]:
        """The texts that it stands for; none where the project's own code failed to give them."""
        match one.item:
            case ModuleReference():
                return [
                    msgspec.structs.replace(text, holds=found.holds, doubt=found.doubt)
                    for found in self._from_project(one)
                    for text in self._texts(one, found.data)
                ]
            case FileReference(key="", path=path):
                return [self._prompt_file(one, self._settings.base / path)]
            case FileReference() as reference:
                return self._texts(one, self._from_file(one, reference))
            case _:
                return [self._prompt_file(one, path) for path in self._prompt_paths(one)]

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

    def _place(self, one: Wanted) -> Location:
        return self.place_of(one.place)

    def place_of(self, place: Place) -> Location:
        """Where a key of the config stands."""
        path = self._settings.config_path
        line = line_of(self._settings.lines, tuple(map(str, place)))
        if path is None:
            return Location(".", None)
        try:
            return Location(path.relative_to(self._project).as_posix(), line)
        except ValueError:
            return Location(str(path), line)
