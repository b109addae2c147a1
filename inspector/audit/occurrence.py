"""One place where an old name stands, before it is judged."""

from typing import Literal, NamedTuple

from inspector.model import ReferenceRole

Language = Literal["python", "toml", "yaml", "json", "env", "ini", "markdown", "jinja", "text", "notebook"]
StepKind = Literal[
    "variable",
    "class",
    "enum",
    "function",
    "keyword",
    "argument",
    "call",
    "dict key",
    "dict value",
    "item",
    "compare",
    "match case",
    "subscript",
    "annotation",
    "default",
    "key",
    "section",
    "cell",
]
"""`variable`: what is assigned; `call`: a callee; `compare`: the other side; `key`: of a data file."""


class Step(NamedTuple):
    """Something around an occurrence."""

    kind: StepKind
    name: str = ""
    """As it is written; empty for what has none."""


class Occurrence(NamedTuple):
    """A whole word that is one of the names looked for."""

    path: str
    """Posix, relative to the audited directory."""
    line: int
    column: int
    """1-based, in characters."""
    start: int
    end: int
    """Offsets of the word in the decoded text, in characters."""
    name: str
    text: str
    """The line, without the blanks around it."""
    role: ReferenceRole
    exact: bool
    """Whether the whole string, key or value is the name."""
    steps: tuple[Step, ...]
    """What it stands in, outermost first."""
    quoted: bool
    """In prose: whether it stands in backticks or quotes, before `(`, or in a block of code."""
    language: Language
