"""Names kept in TOML, YAML, JSON, `.env` and text files, each with the line it stands on."""

from pathlib import Path

import msgspec

from inspector.model import ListedName, Location
from inspector.sources.data_keys import find, join_key
from inspector.sources.data_shapes import EXPECTED, entries
from inspector.sources.env_nodes import listed
from inspector.sources.errors import Malformed, SourceError
from inspector.sources.formats import Format, format_of, parse
from inspector.sources.nodes import Items, Node, Scalar, Table
from inspector.sources.reading import read_text, shown

SIZE_LIMIT = 5_000_000
"""Bytes; what is larger is no list of tools."""


class DataSet(msgspec.Struct, frozen=True, kw_only=True):
    """What a reference to a data file comes to."""

    entries: tuple[ListedName, ...]
    text: str | None = None
    """The whole value, where it is a string."""
    location: Location
    """Where the key, or the file, begins."""


def read(path: Path, key: str, *, root: Path) -> DataSet:
    """The names under the dotted `key` of a file, or in the whole file for an empty key.

    A relative `path` is relative to `root`. Raises SourceError for a file or key that can't be used.
    """
    name = shown(path, root)
    form = format_of(path)
    if form is None:
        known = ".toml, .yaml, .yml, .json, .env or .txt"
        raise SourceError(name, None, f"is no data file ({path.suffix or 'without suffix'})", f"use {known}")
    text = read_text(path, root=root, limit=SIZE_LIMIT, what="a data file")
    try:
        top = parse(text, form)
    except Malformed as error:
        raise SourceError(name, error.line, error.problem, "correct the file") from None
    try:
        found = find(top, key)
        return _data_set(found.node, form if key else None, Location(name, found.line))
    except Malformed as error:
        raise SourceError(name, error.line, error.problem, _advice(top, path, key)) from None


def _data_set(node: Node, form: Format | None, location: Location) -> DataSet:
    text = node.text if isinstance(node, Scalar) and node.kind == "string" else None
    if form == "env" and isinstance(node, Scalar):
        node = listed(node)
    return DataSet(entries=entries(node, location.path), text=text, location=location)


def _advice(top: Node, path: Path, key: str) -> str:
    """Names a key that would do, where the whole file was asked for."""
    if not key and isinstance(top, Table):
        for member in top.members.values():
            if isinstance(member.node, (Items, Table)):
                return f"name the key that holds the names, as `{path.name}#{join_key((member.name,))}`"
    return f"name a key of the file that holds {EXPECTED}"
