"""What a data file holds, whatever its format, with the line of everything."""

import re
from dataclasses import dataclass, field
from typing import Literal

_HALF = re.compile("[\ud800-\udfff]")
ScalarKind = Literal["string", "boolean", "number", "null", "other"]


@dataclass(slots=True)
class Scalar:
    """One value; `text` is a string's value, else what stands in the file."""

    line: int
    kind: ScalarKind
    text: str

    @property
    def value(self) -> str | bool | None:
        if self.kind == "null":
            return None
        return self.text.lower() in ("true", "yes", "on") if self.kind == "boolean" else self.text


@dataclass(slots=True)
class Items:
    """A list."""

    line: int
    items: "list[Node]" = field(default_factory=list)


@dataclass(slots=True)
class Member:
    """One key of a table with its value; `line` is the key's."""

    name: str
    line: int
    node: "Node"


@dataclass(slots=True)
class Table:
    """A mapping, in the order of the file."""

    line: int
    members: dict[str, Member] = field(default_factory=dict)


Node = Scalar | Items | Table


def is_text(text: str) -> bool:
    """Whether a string can be written down: one with half a surrogate pair can't."""
    return _HALF.search(text) is None


def called(node: Node) -> str:
    """What a message calls a value."""
    match node:
        case Table(members=members):
            return "a mapping" if members else "an empty mapping"
        case Items(items=items):
            return "a list" if items else "an empty list"
        case Scalar(kind="string", text=text):
            return f"the string {shortened(text)!r}"
        case Scalar(kind="null"):
            return "nothing (null)"
        case Scalar(text=text):
            return f"`{shortened(text)}`"


def shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
