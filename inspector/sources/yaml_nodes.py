"""YAML with the line of every value, from the parser's events: nothing is constructed, no stack grows."""

import re
from collections.abc import Iterator
from typing import Protocol

from inspector.sources.errors import Malformed
from inspector.sources.lines import Lines
from inspector.sources.nodes import Items, Member, Node, Scalar, ScalarKind, Table, is_text

MERGED_LIMIT = 100_000
"""Keys that merging (`<<`) may add in one file: merged merges could double without end."""
_DEEPEST = 200
"""Levels; the parser's own work grows with their square."""
_CORE = "tag:yaml.org,2002:"
_NULL = re.compile(r"(?:~|null|Null|NULL|)\Z")
_BOOLEAN = re.compile(r"(?:true|false|yes|no|on|off)\Z", re.I)
_NUMBER = re.compile(
    r"[-+]?(?:0[xo][0-9a-fA-F_]+|(?:[0-9][0-9_]*)?\.?[0-9][0-9_]*\.?(?:[eE][-+]?[0-9]+)?|\.inf|\.nan)\Z", re.I
)
_TAGGED: dict[str, ScalarKind] = {
    "str": "string",
    "bool": "boolean",
    "int": "number",
    "float": "number",
    "null": "null",
}


def parse_yaml(text: str) -> Node:
    """The only document; an empty file is null.

    Raises Malformed, also for keys that a mapping has twice, anchors that contain themselves, several
    documents, and tags that ask for Python objects.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    lines = Lines(text)
    try:
        return _Builder(lines).run(YAML(typ="safe").parse(text))
    except YAMLError as error:
        raise _malformed(error, text, lines) from None
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        # The parser trips over some broken texts itself.
        raise Malformed(None, f"isn't valid YAML ({error})") from None


def _malformed(error: Exception, text: str, lines: Lines) -> Malformed:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    offset = mark.index if mark is not None else getattr(error, "position", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    context = getattr(error, "context", None)
    where = f" {context}" if context else ""
    if isinstance(offset, int):
        offset = min(offset, max(len(text.rstrip()) - 1, 0))
    line = lines.at(offset) if isinstance(offset, int) else None
    return Malformed(line, f"isn't valid YAML:{where} {problem}".replace("  ", " "))


class _Mark(Protocol):
    index: int


class _Event(Protocol):
    """What is used of an event; those without content lack all but the mark."""

    start_mark: _Mark
    value: str
    style: str | None
    anchor: str
    tag: object


class _Builder:
    """Nodes from events, with a stack instead of recursion."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._open: list[tuple[Items | Table, str | None]] = []
        """What is being built, outermost first, with its anchor."""
        self._keys: list[tuple[str, int, bool] | None] = []
        """For each of these: the key that waits for its value, its line, and whether it merges."""
        self._merges: list[list[tuple[int, Node]]] = []
        self._anchors: dict[str, Node] = {}
        self._merged = 0
        self._top: Node | None = None

    def run(self, events: Iterator[_Event]) -> Node:
        documents = 0
        for event in events:
            line = self._lines.at(event.start_mark.index)
            match type(event).__name__:
                case "DocumentStartEvent":
                    documents += 1
                    if documents > 1:
                        raise Malformed(line, "holds several documents, and only one is read")
                case "ScalarEvent":
                    self._place(_scalar(event, line), event.anchor, is_merge=_is_merge(event))
                case "AliasEvent":
                    self._place(self._aliased(event.anchor, line), None)
                case "MappingStartEvent" | "SequenceStartEvent" as kind:
                    _check_tag(_tag(event), line)
                    self._enter(Table(line) if kind == "MappingStartEvent" else Items(line), event.anchor)
                case "MappingEndEvent" | "SequenceEndEvent":
                    self._leave()
                case _:
                    continue
        return Scalar(1, "null", "") if self._top is None else self._top

    def _aliased(self, anchor: str, line: int) -> Node:
        for node, name in self._open:
            if name == anchor:
                raise Malformed(
                    node.line, f"the anchor `&{anchor}` contains itself (`*{anchor}` in line {line})"
                )
        if anchor not in self._anchors:
            raise Malformed(line, f"`*{anchor}` refers to an anchor that isn't there")
        return self._anchors[anchor]

    def _enter(self, node: Items | Table, anchor: str | None) -> None:
        if self._open and isinstance(self._open[-1][0], Table) and self._keys[-1] is None:
            raise Malformed(node.line, "has a list or mapping as a key")
        if len(self._open) >= _DEEPEST:
            raise Malformed(node.line, "is nested too deeply")
        self._open.append((node, anchor))
        self._keys.append(None)
        self._merges.append([])

    def _leave(self) -> None:
        node, anchor = self._open.pop()
        self._keys.pop()
        merges = self._merges.pop()
        if isinstance(node, Table):
            for line, merged in merges:
                self._merge(node, merged, line)
        self._place(node, anchor)

    def _place(self, node: Node, anchor: str | None, *, is_merge: bool = False) -> None:
        """Put a finished value where it belongs: into the list, or as a key, or behind one."""
        if anchor:
            self._anchors[anchor] = node
        if not self._open:
            self._top = node
            return
        around, key = self._open[-1][0], self._keys[-1]
        if isinstance(around, Items):
            around.items.append(node)
        elif key is None:
            self._keys[-1] = _key(node, around, is_merge)
        else:
            self._keys[-1] = None
            name, line, merging = key
            if merging:
                self._merges[-1].append((line, node))
            else:
                around.members[name] = Member(name, line, node)

    def _merge(self, table: Table, merged: Node, line: int) -> None:
        """Own keys win over merged ones, earlier ones of those over later."""
        for source in merged.items if isinstance(merged, Items) else [merged]:
            if not isinstance(source, Table):
                raise Malformed(line, "merges (`<<`) something that is no mapping")
            self._merged += len(source.members)
            if self._merged > MERGED_LIMIT:
                raise Malformed(line, f"merges (`<<`) more than {MERGED_LIMIT:,} keys")
            for name, member in source.members.items():
                table.members.setdefault(name, member)


def _key(node: Node, table: Table, is_merge: bool) -> tuple[str, int, bool]:
    if not isinstance(node, Scalar):
        raise Malformed(node.line, "has a list or mapping as a key")
    if node.text in table.members and not is_merge:
        first = table.members[node.text].line
        raise Malformed(node.line, f"has the key `{node.text}` twice in one mapping, first in line {first}")
    return node.text, node.line, is_merge


def _is_merge(event: _Event) -> bool:
    return event.value == "<<" and not event.style and _tag(event) in ("", f"{_CORE}merge")


def _scalar(event: _Event, line: int) -> Scalar:
    _check_tag(_tag(event), line)
    text = event.value
    if not is_text(text):
        raise Malformed(line, "holds half of a surrogate pair (`\\ud800` to `\\udfff`), which is no text")
    if event.style in ("|", ">"):
        return Scalar(line + 1, "string", text)
    tag = _tag(event)
    if tag.startswith(_CORE):
        return Scalar(line, _TAGGED.get(tag.removeprefix(_CORE), "string"), text)
    if tag or event.style:
        return Scalar(line, "string", text)
    if _NULL.match(text):
        return Scalar(line, "null", text)
    if _BOOLEAN.match(text):
        return Scalar(line, "boolean", text)
    return Scalar(line, "number" if _NUMBER.match(text) else "string", text)


def _tag(event: _Event) -> str:
    return str(getattr(event.tag, "trval", event.tag) or "")


def _check_tag(tag: str, line: int) -> None:
    """`!Ref` and the like are read as what they stand on; Python objects are never built."""
    if tag.startswith(f"{_CORE}python/"):
        raise Malformed(
            line, f"asks for a Python object (`!!{tag.removeprefix(_CORE)}`), which is never built"
        )
