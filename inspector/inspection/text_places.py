"""Where in a project's files the text stands that an agent is given."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from inspector.inspection.text_file import TextFile, WantedWords, longest_word
from inspector.model import Controls, Location, Prompt, Registry
from inspector.sources.prompt_files import SIZE_LIMIT
from inspector.sources.python_text import Sources
from inspector.sources.walk import files_below

_ENOUGH = 4
"""Characters beside the name that have to be the same: fewer are as common as a list of tools."""
_TEXTS = frozenset({".md", ".txt", ".j2", ".jinja", ".jinja2", ".prompt", ".yaml", ".yml", ".toml", ".json"})
"""Suffixes of files that instructions may come from."""
_MOST_READ = 10_000_000
"""Characters of modules, and of such files, that are looked through in one load."""
_MOST_COMPARED = 2_000_000
"""Characters compared with prompts in one load: half a second's work."""
_COST = 20
"""Of a place that has none in common, in characters."""
_ALWAYS = 10
"""Places compared for each finding, however long the load has taken: the likeliest come first."""


class TextPlaces:
    """Finds lines of prompts by the words around a name; each file is read and looked through once.

    Where that would take too long in a load, what is left of it has no places.
    """

    def __init__(
        self, names: Iterable[str], controls: Controls, registry: Registry, sources: Sources
    ) -> None:
        """`names` are those that will be asked for."""
        self._wanted = WantedWords(names)
        self._controls = controls
        self._registry = registry
        self._sources = sources
        self._paths = {one.id: one.path for one in registry.consumers}
        self._files: dict[str, TextFile | None] = {}
        self._left = _MOST_COMPARED

    def place(self, name: str, prompt: Prompt) -> Location | None:
        """The line that has `name` in the words of the prompt; None where no file has it."""
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", prompt.text):
            place = self._like(prompt, found.start(), found.end())
            if place is not None:
                return place
        return None

    def _like(self, prompt: Prompt, start: int, end: int) -> Location | None:
        """The place that has most of the text around `start` to `end`; of equals, the likeliest."""
        text, name, compared = prompt.text, prompt.text[start:end], 0
        most, best = _least(text, start, end) - 1, None
        for file in self._candidates(name, prompt):
            near = prompt.location.line if prompt.location and prompt.location.path == file.path else None
            for at, line in file.places(name, near):
                compared += 1
                if self._left <= 0 and compared > _ALWAYS:
                    return None
                alike, whole = file.alike(at, text, start, end)
                self._left -= _COST + alike
                if alike > most:
                    most, best = alike, Location(file.path, line)
                if whole:
                    return best
        return best

    def _candidates(self, name: str, prompt: Prompt) -> Iterator[TextFile]:
        """Files that have the name, the likeliest first: the agent's, then imported ones, then texts."""
        own = [prompt.location.path] if prompt.location is not None else []
        own += [path for path in (self._paths.get(prompt.consumer or ""),) if path is not None]
        for path in dict.fromkeys(own):
            if (file := self._read(path)) is not None:
                yield file
        word = longest_word(name)
        yield from (file for file in self._imported.get(word, ()) if file.path not in own)
        yield from (file for file in self._texts.get(word, ()) if file.path not in own)

    @cached_property
    def _imported(self) -> dict[str, list[TextFile]]:
        """Declared prompts and imported modules, by the wanted words in them."""
        paths = [one.location.path for one in self._controls.prompts if one.location is not None]
        paths += [path for path in self._registry.sources if path.endswith(".py")]
        return self._by_word(dict.fromkeys(paths))

    @cached_property
    def _texts(self) -> dict[str, list[TextFile]]:
        paths = (path for path in files_below(self._sources.root) if path.suffix.lower() in _TEXTS)
        return self._by_word(self._sources.shown(path) for path in paths if _size(path) <= SIZE_LIMIT)

    def _by_word(self, paths: Iterable[str]) -> dict[str, list[TextFile]]:
        found: dict[str, list[TextFile]] = {}
        left = _MOST_READ
        for path in paths:
            file = self._read(path) if left > 0 else None
            if file is not None:
                left -= len(file.text)
                for word in file.words:
                    found.setdefault(word, []).append(file)
        return found

    def _read(self, path: str) -> TextFile | None:
        if path not in self._files:
            module = self._sources.module(path)
            self._files[path] = None if module is None else TextFile(path, module, self._wanted)
        return self._files[path]


def _least(text: str, start: int, end: int) -> int:
    """How many characters of its line a place has to share besides the name."""
    before = text[:start].rpartition("\n")[2].strip()
    after = text[end:].partition("\n")[0].strip()
    return min(len(before) + len(after), _ENOUGH)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
