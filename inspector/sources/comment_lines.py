"""The comments of a file, and what stretches over several of its lines."""

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import msgspec

from inspector.sources.lines import Lines, split_lines
from inspector.sources.spans import Span

_HASH = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|(?<![^\s])(?P<comment>#.*)|.)""")
_TOML = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5})|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|(?P<comment>#[^\r\n]*)|(?P<bracket>[\[\]])",
    re.S,
)
_BLOCK = re.compile(r"(?P<indent>[ ]*)(?:.*?[:\-][ ]+)?(?:[!&]\S+[ ]+)*[|>][-+0-9]*[ ]*(?:#.*)?\Z")
_HASHED = (".yaml", ".yml", ".env", ".txt")
_UNCOMMENTED = (".json",)
_MARKUP = (("<!--", "-->"), ("{#", "#}"))


class Comments(msgspec.Struct, frozen=True):
    """What is known of one file's comments; lines are 1-based."""

    texts: dict[int, str]
    """Without their marks, by their last line."""
    alone: frozenset[int]
    """Lines that hold nothing but a comment, or a part of one."""
    spans: tuple[Span, ...] = ()
    """Values that stretch over several lines; of Python none."""


def comments_of(name: str, text: str) -> Comments:
    """Comments by the language that the file's name tells; of one without comments there are none."""
    name = name.lower()
    suffix = PurePosixPath(name).suffix
    if is_module(name):
        return _plain(_of_module(text), text)
    if suffix == ".toml":
        return _of_toml(text)
    if suffix in _HASHED or name.startswith(".env"):
        return _of_hashed(text, has_blocks=suffix in (".yaml", ".yml"), has_markup=suffix == ".txt")
    return Comments({}, frozenset()) if suffix in _UNCOMMENTED else _of_markup(text)


def as_comment(name: str, text: str) -> str:
    """The text in a comment of the file's language."""
    suffix = PurePosixPath(name).suffix.lower()
    is_hashed = is_module(name) or suffix == ".toml" or suffix in _HASHED or ".env" in name.lower()
    return f"# {text}" if is_hashed else f"{_MARKUP[0][0]} {text} {_MARKUP[0][1]}"


def is_module(name: str) -> bool:
    return name.lower().endswith((".py", ".pyi", ".pyw"))


def _plain(found: Iterable[tuple[int, str]], text: str, spans: Iterable[Span] = ()) -> Comments:
    """Of comments that begin with `#` and end with their line."""
    texts = {number: comment.lstrip("# \t") for number, comment in found}
    lines = split_lines(text)
    alone = frozenset(number for number in texts if lines[number - 1].lstrip().startswith("#"))
    return Comments(texts, alone, tuple(spans))


def _of_module(text: str) -> Iterator[tuple[int, str]]:
    """Up to where the text is no longer Python; of several in a line the one that is for us."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
            if token.type == tokenize.COMMENT:
                at = token.string.lower().rfind("# toolinspect")
                yield token.start[0], token.string[max(at, 0) :]
    except (tokenize.TokenError, SyntaxError):
        return


def _of_toml(text: str) -> Comments:
    lines = Lines(text)
    found: list[tuple[int, str]] = []
    spans: list[Span] = []
    opened: list[int] = []
    for token in _TOML.finditer(text):
        line = lines.at(token.start())
        if token["comment"]:
            found.append((line, token["comment"]))
        elif token["text"]:
            spans.append((line, lines.at(token.end() - 1)))
        elif token["bracket"] == "[":
            opened.append(line)
        elif token["bracket"] and opened:
            spans.append((opened.pop(), line))
    return _plain(found, text, (span for span in spans if span[0] < span[1]))


def _of_hashed(text: str, *, has_blocks: bool, has_markup: bool) -> Comments:
    lines = split_lines(text)
    spans = list(_blocks(lines)) if has_blocks else []
    within = {line for first, last in spans for line in range(first + 1, last + 1)}
    found = [
        (number, part["comment"])
        for number, line in enumerate(lines, start=1)
        if "#" in line and number not in within
        for part in _HASH.finditer(line)
        if part["comment"]
    ]
    comments = _plain(found, text, spans)
    if not has_markup:
        return comments
    other = _of_markup(text)
    return Comments({**comments.texts, **other.texts}, comments.alone | other.alone, comments.spans)


def _blocks(lines: list[str]) -> Iterator[Span]:
    """YAML's block scalars: what is indented deeper than the line that opens one is its text."""
    number = 0
    while number < len(lines):
        first, last = number, number
        line = lines[number]
        found = _BLOCK.match(line) if ("|" in line or ">" in line) and line.lstrip()[:1] != "#" else None
        number += 1
        if found is None:
            continue
        while number < len(lines):
            line = lines[number]
            if line.strip():
                if len(line) - len(line.lstrip(" ")) <= len(found["indent"]):
                    break
                last = number
            number += 1
        if last > first:
            yield first + 1, last + 1


def _of_markup(text: str) -> Comments:
    """`<!-- -->` and `{# #}`, over as many lines as they like."""
    lines, numbers = split_lines(text), Lines(text)
    texts: dict[int, str] = {}
    alone: set[int] = set()
    for opening, closing in _MARKUP:
        at = text.find(opening)
        while at >= 0:
            end = text.find(closing, at + len(opening))
            if end < 0:
                break
            first, last = numbers.at(at), numbers.at(end)
            texts[last] = text[at + len(opening) : end]
            if lines[first - 1].lstrip().startswith(opening) and lines[last - 1].rstrip().endswith(closing):
                alone.update(range(first, last + 1))
            at = text.find(opening, end)
    return Comments(texts, frozenset(alone))
