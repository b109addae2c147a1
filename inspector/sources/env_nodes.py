"""`.env` files, and text files with one name a line."""

import re

from inspector.sources.errors import Malformed
from inspector.sources.json_nodes import parse_json
from inspector.sources.lines import Lines, split_lines
from inspector.sources.nodes import Items, Member, Node, Scalar, Table

_ASSIGNMENT = re.compile(
    r"^[ \t]*(?:export[ \t]+)?(?P<key>[A-Za-z_][\w.\-]*)[ \t]*=[ \t]*"
    r"""(?:(?P<quote>["'])(?P<quoted>(?:\\.|(?!(?P=quote))[^\\])*)(?P=quote)|(?P<open>["'])|(?P<plain>[^\r\n]*))""",
    re.M | re.S,
)
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_WORD = re.compile(r"[^\s,;]+")
_ESCAPED = re.compile(r"""\\(["\\n])""")


def parse_env(text: str) -> Table:
    """Keys with string values; what is no assignment is read past, and the last of equal keys counts.

    Raises Malformed for a quote that never ends.
    """
    lines = Lines(text)
    table = Table(1)
    at = 0
    while found := _ASSIGNMENT.search(text, at):
        line = lines.at(found.start("key"))
        if found["open"]:
            raise Malformed(line, f"has a value of `{found['key']}` whose quote never ends")
        value = found["quoted"]
        if value is None:
            value = _COMMENT.sub("", found["plain"]).strip()
        elif found["quote"] == '"':
            value = _ESCAPED.sub(lambda one: "\n" if one[1] == "n" else one[1], value)
        start = found.start("quoted") if found["quoted"] is not None else found.start("plain")
        table.members[found["key"]] = Member(found["key"], line, Scalar(lines.at(start), "string", value))
        at = found.end()
    return table


def listed(scalar: Scalar) -> Node:
    """The names in one value: a JSON list or object, or words between commas and spaces.

    Raises Malformed for a value that begins as JSON and is none.
    """
    text = scalar.text.strip()
    if text.startswith(("[", "{")):
        try:
            node = parse_json(text)
        except Malformed as error:
            raise Malformed(scalar.line, f"has a value that {error.problem}") from None
        _move(node, scalar.line - 1)
        return node
    lines = Lines(scalar.text)
    words = _WORD.finditer(scalar.text)
    names: list[Node] = [
        Scalar(scalar.line - 1 + lines.at(word.start()), "string", word[0]) for word in words
    ]
    return Items(scalar.line, names)


def parse_names(text: str) -> Items:
    """One name a line; `#` begins a comment."""
    names: list[Node] = []
    for number, line in enumerate(split_lines(text), start=1):
        name = _COMMENT.sub("", line).strip()
        if name:
            names.append(Scalar(number, "string", name))
    return Items(1, names)


def _move(top: Node, by: int) -> None:
    """Count lines from the file's beginning instead of the value's."""
    left = [top]
    while left:
        node = left.pop()
        node.line += by
        if isinstance(node, Items):
            left.extend(node.items)
        elif isinstance(node, Table):
            for member in node.members.values():
                member.line += by
                left.append(member.node)
