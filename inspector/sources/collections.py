"""Collections of strings in modules and data files, which may be control sets that no config declares."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import msgspec

from inspector.model import ListedName, Location
from inspector.sources.data_keys import join_key
from inspector.sources.data_shapes import entries, lists_names
from inspector.sources.errors import Malformed, SourceError
from inspector.sources.formats import format_of, parse
from inspector.sources.nodes import Items, Node, Table
from inspector.sources.python_collections import Module, collections_in, reference_base
from inspector.sources.python_module import parse as parse_python
from inspector.sources.reading import read_text, shown
from inspector.sources.walk import files_below

FILE_LIMIT = 5_000
MODULE_BYTES = 1_000_000
DATA_BYTES = 200_000
DATA_BYTES_TOGETHER = 10_000_000
ENTRY_LIMIT = 2_000
_DEEPEST = 6
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
_NOT_OURS = ("package-lock.json", "package.json", "composer.json", "pnpm-lock.yaml", "toolinspect.toml")
_NOT_OURS_STARTS = ("tsconfig", "docker-compose", "mkdocs", "openapi")
_PYPROJECT_TABLES = ("build-system", "project", "dependency-groups")
_PYPROJECT_TOOLS = (
    "poetry",
    "uv",
    "ruff",
    "mypy",
    "pytest",
    "hatch",
    "black",
    "isort",
    "pyright",
    "toolinspect",
)


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """One collection; whether its strings are tools is for others to say."""

    name: str
    """Last part of the variable or key."""
    reference: str
    """As the config would write it."""
    location: Location
    entries: tuple[ListedName, ...]


def candidates(paths: Iterable[str | Path], root: Path) -> tuple[Candidate, ...]:
    """Collections in the modules `paths`, and in the small data files below `root`; raises for no file."""
    return (*_of_modules(paths, root), *_of_data_files(root))


def _of_modules(paths: Iterable[str | Path], root: Path) -> list[Candidate]:
    modules: list[tuple[Path, Module]] = []
    for path in islice(dict.fromkeys(root / path for path in paths), FILE_LIMIT):
        if path.suffix != ".py":
            continue
        try:
            text = read_text(path, root=root, limit=MODULE_BYTES, what="a module")
        except SourceError:
            continue
        tree = parse_python(text)
        if tree is not None:
            modules.append((path, collections_in(tree, shown(path, root))))
    imports = frozenset().union(*(module.imports for _path, module in modules))
    found = []
    for path, module in modules:
        base = reference_base(path, root, imports)
        for attribute, line, listed in module.collections:
            location = Location(shown(path, root), line)
            name = attribute.rpartition(".")[2]
            if _worth(name, listed):
                reference = f"{base}:{attribute}"
                found.append(Candidate(name=name, reference=reference, location=location, entries=listed))
    return found


def _worth(name: str, listed: tuple[ListedName, ...]) -> bool:
    least = 1 if any(part in name.lower() for part in _SAID) else 2
    return least <= len(listed) <= ENTRY_LIMIT


def _of_data_files(root: Path) -> list[Candidate]:
    found: list[Candidate] = []
    left = DATA_BYTES_TOGETHER
    for path in islice((one for one in files_below(root) if _is_wanted(one)), FILE_LIMIT):
        form = format_of(path)
        try:
            text = read_text(path, root=root, limit=DATA_BYTES, what="a data file")
            left -= len(text)
            if left < 0 or form is None:
                break
            top = parse(text, form)
        except (SourceError, Malformed):
            continue
        if isinstance(top, Table) and path.name == "pyproject.toml":
            _forget_known_tables(top)
        found += _in_node(top, shown(path, root))
    return found


def _is_wanted(path: Path) -> bool:
    name = path.name.lower()
    if name in _NOT_OURS or name.startswith(_NOT_OURS_STARTS) or name.endswith(".schema.json"):
        return False
    return format_of(path) not in (None, "txt") and not (name.startswith(".") and format_of(path) != "env")


def _forget_known_tables(top: Table) -> None:
    """Other tools' settings and dependencies are no sets of tools."""
    for name in _PYPROJECT_TABLES:
        top.members.pop(name, None)
    tool = top.members.get("tool")
    if tool is not None and isinstance(tool.node, Table):
        for name in _PYPROJECT_TOOLS:
            tool.node.members.pop(name, None)


def _in_node(top: Node, path: str) -> list[Candidate]:
    """Lists and mappings of names; a value reached by several aliases is looked at once."""
    found: list[Candidate] = []
    met: set[int] = set()
    left: list[tuple[tuple[str, ...], int, Node]] = [((), 1, top)]
    while left:
        key, line, node = left.pop()
        if id(node) in met or not isinstance(node, (Items, Table)):
            continue
        met.add(id(node))
        if lists_names(node):
            try:
                listed = entries(node, path)
            except Malformed:
                listed = ()
            if _worth(key[-1] if key else Path(path).stem, listed):
                name = key[-1] if key else Path(path).stem
                reference = f"{path}#{join_key(key)}" if key else path
                found.append(
                    Candidate(name=name, reference=reference, location=Location(path, line), entries=listed)
                )
        if isinstance(node, Table) and len(key) < _DEEPEST:
            below = [((*key, one.name), one.line, one.node) for one in node.members.values()]
            left.extend(reversed(below))
    return found
