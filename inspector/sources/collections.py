"""Collections of strings in modules and data files, which may be control sets that no config declares."""

import os
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from inspector.model import ListedName, Location
from inspector.sources import data_collections, python_collections
from inspector.sources.errors import Malformed, SourceError
from inspector.sources.formats import Format, format_of
from inspector.sources.mentions import Mentions
from inspector.sources.python_imports import absolute_imports
from inspector.sources.python_module import parse
from inspector.sources.reading import read_text, shown
from inspector.sources.walk import names_below

FILE_LIMIT = 5_000
MODULE_BYTES = 1_000_000
DATA_BYTES = 200_000
"""Of one file."""
DATA_BYTES_READ = 20_000_000
"""Of all data files together, most of which mention no tool."""
DATA_BYTES_PARSED = 2_000_000
"""Of all data files together."""
ENTRY_LIMIT = 2_000
_YAML_COST = 4
"""How much longer YAML takes to parse than the other formats."""
_SAID = (
    "appro",
    "confirm",
    "stop",
    "final",
    "enabl",
    "disabl",
    "switch",
    "trace",
    "filter",
    "tool",
    "risk",
    "gate",
)
"""Parts of a name by which even a single string is a collection worth a look."""
_Stamp = tuple[int, int]
"""Modification time in nanoseconds, size in bytes."""


_NONE = Mentions(())


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """One collection; whether its strings are tools is for others to say."""

    name: str
    """Last part of the variable or key."""
    reference: str
    """As the config would write it."""
    location: Location
    entries: tuple[ListedName, ...]


class _Module(msgspec.Struct, frozen=True):
    stamp: _Stamp
    mentions: Mentions
    """That were looked for."""
    imports: frozenset[str]
    collections: tuple[python_collections.Found, ...] | None
    """None: not parsed, since it has none of `mentions`."""


class _Data(msgspec.Struct, frozen=True):
    stamp: _Stamp
    mentions: Mentions
    cost: int
    """Bytes parsed; 0 where it has none of `mentions`, or can't be read."""
    candidates: tuple[Candidate, ...]


class Candidates:
    """The collections of one project; what has not changed is not read again."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._mentions = _NONE
        self._modules: dict[str, _Module] = {}
        self._data: dict[str, _Data] = {}

    def find(self, paths: Iterable[str | Path], *, mentioning: Collection[str]) -> tuple[Candidate, ...]:
        """Collections in the modules `paths`, and in the small data files below the root.

        A relative path is relative to the root. Only files that have one of the names `mentioning` in them
        are looked into; without names there are none. Raises for no file.
        """
        names = frozenset(mentioning)
        if not names:
            return ()
        mentions = self._mentions
        if mentions.names != names:
            mentions = self._mentions = Mentions(names)
        return (*self._in_modules(paths, mentions), *self._in_data_files(mentions))

    def _in_modules(self, paths: Iterable[str | Path], mentions: Mentions) -> Iterator[Candidate]:
        modules: dict[str, _Module] = {}
        for path in islice(dict.fromkeys(map(str, paths)), FILE_LIMIT):
            module = self._module(path, mentions) if path.endswith(".py") else None
            if module is not None:
                modules[path] = module
        self._modules = modules
        telling = {path: module for path, module in modules.items() if module.collections}
        if not telling:
            return
        imports = frozenset().union(*(module.imports for module in modules.values()))
        for path, module in telling.items():
            place = self._root / path
            base = python_collections.reference_base(place, self._root, imports)
            for attribute, line, listed in module.collections or ():
                name = attribute.rpartition(".")[2]
                if _is_worth(name, listed):
                    location = Location(shown(place, self._root), line)
                    reference = f"{base}:{attribute}"
                    yield Candidate(name=name, reference=reference, location=location, entries=listed)

    def _module(self, path: str, mentions: Mentions) -> _Module | None:
        place = os.path.join(self._root, path)  # noqa: PTH118 - asked for each module of each load
        stamp = _stamp(place)
        if stamp is None:
            return None
        wanted = mentions
        known = self._modules.get(path)
        if known is not None and known.stamp == stamp:
            if known.mentions is mentions or known.collections is not None:
                return known
            wanted = mentions.since(known.mentions)
            if not wanted.names:
                return _Module(stamp, mentions, known.imports, None)
        try:
            text = read_text(Path(place), root=self._root, limit=MODULE_BYTES, what="a module")
        except SourceError:
            return _Module(stamp, mentions, frozenset(), None)
        imports = known.imports if known is not None and known.stamp == stamp else absolute_imports(text)
        if not wanted.in_module(text):
            return _Module(stamp, mentions, imports, None)
        tree = parse(text)
        found = () if tree is None else python_collections.collections_in(tree, self._shown(path))
        return _Module(stamp, mentions, imports, found)

    def _in_data_files(self, mentions: Mentions) -> Iterator[Candidate]:
        left_to_read, left_to_parse = DATA_BYTES_READ, DATA_BYTES_PARSED
        files: dict[str, _Data] = {}
        below = names_below(self._root)
        data = ((folder, name) for folder, name in below if data_collections.is_wanted(name))
        for folder, name in islice(data, FILE_LIMIT):
            path = os.path.join(folder, name)  # noqa: PTH118 - asked for each file of each load
            stamp = _stamp(path)
            if stamp is None or stamp[1] > DATA_BYTES:
                continue
            left_to_read -= stamp[1]
            if left_to_read < 0:
                break
            known = self._data.get(path)
            if known is None or known.stamp != stamp:
                known = self._read(path, stamp, mentions, mentions, left_to_parse)
            elif known.mentions is not mentions and not known.cost:
                wanted = mentions.since(known.mentions)
                known = self._read(path, stamp, mentions, wanted, left_to_parse)
            files[path] = known
            left_to_parse -= known.cost
            yield from known.candidates
        self._data = files

    def _read(self, path: str, stamp: _Stamp, mentions: Mentions, wanted: Mentions, most: int) -> _Data:
        """Looks into the file when it has one of those `mentions` that are `wanted` in it."""
        form = format_of(Path(path))
        cost = stamp[1] * (_YAML_COST if form == "yaml" else 1)
        nothing = _Data(stamp, mentions, 0, ())
        if form is None or not wanted.names:
            return nothing
        if cost > most:
            return _Data(stamp, _NONE, 0, ())
        try:
            text = read_text(Path(path), root=self._root, limit=DATA_BYTES, what="a data file")
            if not wanted.in_data(text):
                return nothing
            return _Data(stamp, mentions, cost, tuple(self._in_text(text, path, form)))
        except (SourceError, Malformed):
            return nothing

    def _in_text(self, text: str, path: str, form: Format) -> Iterator[Candidate]:
        name = self._shown(path)
        for key, line, listed in data_collections.collections_in(text, name, form):
            called = key[-1] if key else Path(path).stem
            if _is_worth(called, listed):
                reference = data_collections.reference(name, key)
                location = Location(name, line)
                yield Candidate(name=called, reference=reference, location=location, entries=listed)

    def _shown(self, path: str) -> str:
        return shown(Path(path), self._root)


def _stamp(path: str) -> _Stamp | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - asked for each file of each load
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


def _is_worth(name: str, listed: tuple[ListedName, ...]) -> bool:
    least = 1 if any(part in name.lower() for part in _SAID) else 2
    return least <= len(listed) <= ENTRY_LIMIT
