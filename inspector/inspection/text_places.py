"""Where in a project's files the text stands that an agent is given."""

import ast
import re
from collections.abc import Iterator
from functools import cached_property

import msgspec

from inspector.model import Controls, Location, Prompt, Registry
from inspector.sources.lines import Lines
from inspector.sources.python_module import PythonModule
from inspector.sources.python_text import Sources
from inspector.sources.walk import files_below

_FAR = 400
"""Characters around a name that are compared."""
_ENOUGH = 4
"""Characters beside the name that have to be the same: fewer are as common as a list of tools."""
_TEXTS = frozenset({".md", ".txt", ".j2", ".jinja", ".jinja2", ".prompt", ".yaml", ".yml", ".toml", ".json"})
"""Suffixes of files that instructions may come from."""
_WORD = re.compile(r"\w")
_ESCAPES = {"\\n": "\n", '\\"': '"', "\\'": "'", "\\\\": "\\"}


class _File(msgspec.Struct, frozen=True, dict=True):
    path: str
    module: PythonModule

    @property
    def text(self) -> str:
        return self.module.text

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.text)

    def distance(self, line: int, near: int) -> tuple[int, int]:
        """Orders lines: by how much of the code around `near` has to be left to get there, then by lines."""
        around = self.module.around(near)
        inside = (at for at, (start, end, _) in enumerate(around) if start <= line <= end)
        return next(inside, len(around)), abs(line - near)

    @cached_property
    def strings(self) -> frozenset[int] | None:
        """Lines that a string has a part of; None where any line counts."""
        if not self.path.endswith(".py") or self.module.tree is None:
            return None
        found: set[int] = set()
        for node in ast.walk(self.module.tree):
            if isinstance(node, ast.JoinedStr) or (
                isinstance(node, ast.Constant) and isinstance(node.value, str)
            ):
                found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return frozenset(found)


class TextPlaces:
    """Finds lines of prompts by the words around a name; each file is read once."""

    def __init__(self, controls: Controls, registry: Registry, sources: Sources) -> None:
        self._controls = controls
        self._registry = registry
        self._sources = sources
        self._paths = {one.id: one.path for one in registry.consumers}
        self._files: dict[str, _File | None] = {}
        self._imported_with: dict[str, tuple[_File, ...]] = {}
        self._named_texts: dict[str, tuple[_File, ...]] = {}
        """By name: many agents are told of the same tool."""

    def place(self, name: str, prompt: Prompt) -> Location | None:
        """The line that has `name` in the words of the prompt; None where no file has it."""
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", prompt.text):
            place = self._like(prompt, found.start(), found.end())
            if place is not None:
                return place
        return None

    def _like(self, prompt: Prompt, start: int, end: int) -> Location | None:
        """The place that has most of the text around `start` to `end`; of equals, the likeliest."""
        whole = min(start, _FAR) + min(len(prompt.text) - end, _FAR)
        most, best = self._least(prompt.text, start, end) - 1, None
        name = prompt.text[start:end]
        for files in (self._modules(name, prompt), self._texts_with(name)):
            for file in files:
                near = prompt.location.line if prompt.location and prompt.location.path == file.path else None
                for line, alike in _places(file, prompt.text, start, end, near):
                    if alike > most:
                        most, best = alike, Location(file.path, line)
                if most >= whole:
                    return best
        return best

    def _least(self, text: str, start: int, end: int) -> int:
        """How many characters of its line a place has to share besides the name."""
        before = text[:start].rpartition("\n")[2].strip()
        after = text[end:].partition("\n")[0].strip()
        return min(len(before) + len(after), _ENOUGH)

    def _modules(self, name: str, prompt: Prompt) -> Iterator[_File]:
        """Imported modules and declared prompts that have the name, the likeliest first."""
        own = [prompt.location.path] if prompt.location is not None else []
        own += [path for path in (self._paths.get(prompt.consumer or ""),) if path is not None]
        for path in dict.fromkeys(own):
            if (file := self._read(path)) is not None:
                yield file
        if name not in self._imported_with:
            self._imported_with[name] = tuple(file for file in self._imported if name in file.text)
        yield from (file for file in self._imported_with[name] if file.path not in own)

    def _texts_with(self, name: str) -> Iterator[_File]:
        if name not in self._named_texts:
            self._named_texts[name] = tuple(file for file in self._texts if name in file.text)
        yield from self._named_texts[name]

    @cached_property
    def _imported(self) -> tuple[_File, ...]:
        paths = [one.location.path for one in self._controls.prompts if one.location is not None]
        paths += [path for path in self._registry.sources if path.endswith(".py")]
        files = (self._read(path) for path in dict.fromkeys(paths))
        return tuple(file for file in files if file is not None)

    @cached_property
    def _texts(self) -> tuple[_File, ...]:
        paths = (path for path in files_below(self._sources.root) if path.suffix.lower() in _TEXTS)
        files = (self._read(self._sources.shown(path)) for path in paths)
        return tuple(file for file in files if file is not None)

    def _read(self, path: str) -> _File | None:
        if path not in self._files:
            module = self._sources.module(path)
            self._files[path] = None if module is None else _File(path, module)
        return self._files[path]


def _places(file: _File, text: str, start: int, end: int, near: int | None) -> list[tuple[int, int]]:
    """(line, characters around the name that are the same), nearest to the line `near` first."""
    name = text[start:end]
    found = []
    at = file.text.find(name)
    while at >= 0:
        line = file.lines.at(at)
        if _is_word(file.text, at, at + len(name)) and (file.strings is None or line in file.strings):
            alike = _alike_before(file.text, at, text, start) + _alike_after(
                file.text, at + len(name), text, end
            )
            found.append((line, alike))
        at = file.text.find(name, at + len(name))
    if near is not None:
        found.sort(key=lambda one: file.distance(one[0], near))
    return found


def _is_word(text: str, start: int, end: int) -> bool:
    return not (_WORD.match(text[start - 1 : start]) or _WORD.match(text[end : end + 1]))


def _alike_before(source: str, at: int, text: str, start: int) -> int:
    count = 0
    while count < min(start, _FAR) and at > 0:
        wanted = text[start - count - 1]
        if at > 1 and _ESCAPES.get(source[at - 2 : at]) == wanted:
            at -= 2
        elif source[at - 1] == wanted:
            at -= 1
        else:
            break
        count += 1
    return count


def _alike_after(source: str, at: int, text: str, end: int) -> int:
    count = 0
    while count < min(len(text) - end, _FAR) and at < len(source):
        wanted = text[end + count]
        if _ESCAPES.get(source[at : at + 2]) == wanted:
            at += 2
        elif source[at] == wanted:
            at += 1
        else:
            break
        count += 1
    return count
