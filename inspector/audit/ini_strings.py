"""The keys and values of `.env` and INI files by their offsets; of a value that lists several, each one."""

import re
from collections.abc import Iterator

from inspector.audit.data_strings import DataString
from inspector.audit.occurrence import Step
from inspector.sources.env_nodes import parse_env

_LINE = re.compile(r"[^\r\n]+")
_SECTION = re.compile(r"[ \t]*\[(?P<name>[^\]]+)\]")
_SEPARATOR = re.compile(r"[=:]")
_REMARK = re.compile(r"(?:^|(?<=\s))[#;]")
_PART = re.compile(r"[^,;\s\"'\[\]{}]+")
_ASSIGNMENT = re.compile(
    r"^[ \t]*(?:export[ \t]+)?(?P<key>[A-Za-z_][\w.\-]*)[ \t]*=[ \t]*"
    r"""(?:"(?P<double>(?:\\.|[^"\\])*)"|'(?P<single>(?:\\.|[^'\\])*)'|(?P<plain>[^\r\n]*))""",
    re.M | re.S,
)


def env_strings(text: str) -> Iterator[DataString]:
    """In the order of the text; raises Malformed for a quote that never ends."""
    parse_env(text)
    for entry in _ASSIGNMENT.finditer(text):
        yield DataString(*entry.span("key"), entry["key"], True, ())
        group = next(one for one in ("double", "single", "plain") if entry[one] is not None)
        start, end = entry.span(group)
        if group == "plain":
            end = _before_remark(text, start, end)
        yield from _parts(text, start, end, (Step("key", entry["key"]),))


def ini_strings(text: str) -> Iterator[DataString]:
    """In the order of the text; what is indented goes on with the value above it."""
    section: tuple[Step, ...] = ()
    value_of: tuple[Step, ...] | None = None
    is_open = False
    for line in _LINE.finditer(text):
        start, end = line.start(), _before_remark(text, *line.span())
        if not text[start:end].strip():
            continue
        if (header := _SECTION.match(text, start, end)) is not None:
            yield DataString(*header.span("name"), header["name"].strip(), True, ())
            section, value_of = (Step("section", header["name"].strip()),), None
            continue
        is_indented = text[start] in " \t"
        if value_of is not None and is_indented and "=" not in text[start:end]:
            yield from _parts(text, start, end, value_of)
            continue
        above = value_of[:-1] if value_of and not is_open else value_of or section
        above = above if is_indented else section
        separator = _SEPARATOR.search(text, start, end)
        key_end = separator.start() if separator is not None else end
        key = text[start:key_end].strip()
        yield DataString(start, key_end, key, True, above)
        if separator is not None:
            steps = (*above, Step("key", key))
            parts = list(_parts(text, separator.end(), end, steps))
            yield from parts
            if not is_indented:
                value_of, is_open = steps, not parts


def _parts(text: str, start: int, end: int, steps: tuple[Step, ...]) -> Iterator[DataString]:
    for part in _PART.finditer(text, start, end):
        yield DataString(*part.span(), part[0], False, steps)


def _before_remark(text: str, start: int, end: int) -> int:
    remark = _REMARK.search(text, start, end) if text[start] not in "#;" else None
    if text[start:end].lstrip()[:1] in ("#", ";"):
        return start
    return remark.start() if remark is not None else end
