"""Lists and mappings of names in data files."""

from pathlib import Path

from inspector.model import ListedName
from inspector.sources.data_keys import join_key
from inspector.sources.data_shapes import entries, lists_names
from inspector.sources.env_nodes import listed
from inspector.sources.errors import Malformed
from inspector.sources.formats import Format, format_of, parse
from inspector.sources.nodes import Items, Node, Scalar, Table

Found = tuple[tuple[str, ...], int, tuple[ListedName, ...]]
"""Key, line, entries; the whole file has an empty key."""
_DEEPEST = 6
_SUFFIXES = (".toml", ".yaml", ".yml", ".json")
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


def is_wanted(name: str) -> bool:
    """Whether a file's name says that control sets may be in it."""
    if not (name.endswith(_SUFFIXES) or ".env" in name) or name in _NOT_OURS:
        return False
    form = format_of(Path(name))
    if name.startswith(_NOT_OURS_STARTS) or name.endswith(".schema.json"):
        return False
    return form not in (None, "txt") and not (name.startswith(".") and form != "env")


def collections_in(text: str, path: str, form: Format) -> list[Found]:
    """Everything of the shape of a set; `path` as locations have it. Raises Malformed."""
    top = parse(text, form)
    if isinstance(top, Table) and Path(path).name == "pyproject.toml":
        _forget_known_tables(top)
    if isinstance(top, Table) and form == "env":
        return [*_in_node(top, path), *_in_values(top, path)]
    return _in_node(top, path)


def reference(path: str, key: tuple[str, ...]) -> str:
    return f"{path}#{join_key(key)}" if key else path


def _forget_known_tables(top: Table) -> None:
    """Other tools' settings and dependencies are no sets of tools."""
    for name in _PYPROJECT_TABLES:
        top.members.pop(name, None)
    tool = top.members.get("tool")
    if tool is not None and isinstance(tool.node, Table):
        for name in _PYPROJECT_TOOLS:
            tool.node.members.pop(name, None)


def _in_node(top: Node, path: str) -> list[Found]:
    """A value reached by several aliases is looked at once."""
    found: list[Found] = []
    met: set[int] = set()
    left: list[tuple[tuple[str, ...], int, Node]] = [((), 1, top)]
    while left:
        key, line, node = left.pop()
        if id(node) in met or not isinstance(node, (Items, Table)):
            continue
        met.add(id(node))
        if lists_names(node):
            _add(found, key, line, node, path)
        if isinstance(node, Table) and len(key) < _DEEPEST:
            below = [((*key, one.name), one.line, one.node) for one in node.members.values()]
            left.extend(reversed(below))
    return found


def _in_values(top: Table, path: str) -> list[Found]:
    """The names in each value of a `.env` file."""
    found: list[Found] = []
    for member in top.members.values():
        if isinstance(member.node, Scalar):
            try:
                node = listed(member.node)
            except Malformed:
                continue
            _add(found, (member.name,), member.line, node, path)
    return found


def _add(found: list[Found], key: tuple[str, ...], line: int, node: Node, path: str) -> None:
    try:
        found.append((key, line, entries(node, path)))
    except Malformed:
        # Of the right outline, with something else in it.
        return
