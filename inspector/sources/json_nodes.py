"""JSON with the line of every value; the standard library finds the errors, a scan the places."""

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]

from inspector.sources.errors import Malformed
from inspector.sources.lines import Lines
from inspector.sources.nodes import Items, Member, Node, Scalar, ScalarKind, Table, is_text

_TOKEN = re.compile(r'[ \t\r\n,:]*(?:(?P<mark>["{}\[\]])|(?P<word>[^ \t\r\n,:{}\[\]"]+))')
_WORDS: dict[str, ScalarKind] = {"true": "boolean", "false": "boolean", "null": "null"}


def parse_json(text: str) -> Node:
    """Raises Malformed, also for a key that an object has twice."""
    lines = Lines(text)
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise Malformed(lines.at(error.pos), _problem(error)) from None
    except RecursionError:
        raise Malformed(None, "is nested too deeply") from None
    except ValueError as error:
        raise Malformed(None, f"holds a value that can't be read ({error})") from None
    return _Scan(text, lines).run()


def _problem(error: json.JSONDecodeError) -> str:
    if error.pos >= len(error.doc.rstrip()):
        return "isn't valid JSON: it ends too early, as a file does that is written only half"
    return f"isn't valid JSON: {error.msg[0].lower()}{error.msg[1:]}"


class _Scan:
    """Walks text that is known to be valid, with a stack instead of recursion."""

    def __init__(self, text: str, lines: Lines) -> None:
        self._text = text
        self._lines = lines
        self._open: list[Items | Table] = []
        self._key: list[Member | None] = []
        """For each open value: the key that waits for its value."""
        self._top: Node | None = None

    def run(self) -> Node:
        at = 0
        while token := _TOKEN.match(self._text, at):
            at = token.end()
            start = at - 1 if token["mark"] else token.start("word")
            match token["mark"]:
                case "{":
                    self._enter(Table(self._lines.at(start)))
                case "[":
                    self._enter(Items(self._lines.at(start)))
                case '"':
                    string, at = scanstring(self._text, at, True)
                    self._string(string, start)
                case None:
                    word = token["word"]
                    self._place(Scalar(self._lines.at(start), _WORDS.get(word, "number"), word))
                case _:
                    self._open.pop()
                    self._key.pop()
        if self._top is None:
            raise Malformed(None, "isn't valid JSON")
        return self._top

    def _enter(self, node: Items | Table) -> None:
        self._place(node)
        self._open.append(node)
        self._key.append(None)

    def _string(self, text: str, start: int) -> None:
        line = self._lines.at(start)
        if not is_text(text):
            raise Malformed(line, "holds half of a surrogate pair (`\\ud800` to `\\udfff`), which is no text")
        scalar = Scalar(line, "string", text)
        if self._open and isinstance(table := self._open[-1], Table) and self._key[-1] is None:
            if text in table.members:
                first = table.members[text].line
                raise Malformed(line, f"has the key `{text}` twice in one object, first in line {first}")
            self._key[-1] = Member(text, line, scalar)
        else:
            self._place(scalar)

    def _place(self, node: Node) -> None:
        """Put a value where it belongs: into the list, or behind the key that waits for it."""
        if not self._open:
            self._top = node
            return
        around, member = self._open[-1], self._key[-1]
        if isinstance(around, Items):
            around.items.append(node)
        elif member is not None:
            member.node = node
            around.members[member.name] = member
            self._key[-1] = None
