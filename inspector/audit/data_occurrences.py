"""Where names stand in the keys, values and comments of data files."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator

from inspector.audit.data_strings import DataString
from inspector.audit.ini_strings import env_strings, ini_strings
from inspector.audit.json_strings import json_strings
from inspector.audit.occurrence import Language, Occurrence
from inspector.audit.python_occurrences import is_quoted
from inspector.audit.toml_strings import toml_strings
from inspector.audit.yaml_strings import yaml_strings
from inspector.model import ReferenceRole
from inspector.sources.text_lines import TextLines
from inspector.sources.words import spans

_READERS: dict[Language, Callable[[str], Iterator[DataString]]] = {
    "json": json_strings,
    "yaml": yaml_strings,
    "toml": toml_strings,
    "env": env_strings,
    "ini": ini_strings,
}
_COMMENTS = {"toml": "#", "yaml": "#", "env": "#", "ini": "#;"}


def in_data(text: str, path: str, names: Collection[str], language: Language) -> tuple[Occurrence, ...]:
    """In the order of the text; raises Malformed for what isn't of its format."""
    hits = list(spans(text, names))
    if not hits:
        return ()
    strings = tuple(sorted(_READERS[language](text)))
    return tuple(_occurrences(hits, path, language, TextLines(text), strings))


def _occurrences(
    hits: list[tuple[int, int, str]],
    path: str,
    language: Language,
    lines: TextLines,
    strings: tuple[DataString, ...],
) -> Iterator[Occurrence]:
    starts = [one.start for one in strings]
    for start, end, name in hits:
        at = bisect_right(starts, start) - 1
        string = strings[at] if at >= 0 and start < strings[at].end else None
        line, column = lines.position(start)
        if string is None and not _is_comment(lines, line, start, _COMMENTS.get(language)):
            continue
        role: ReferenceRole = "comment" if string is None else "key" if string.is_key else "value"
        yield Occurrence(
            path=path,
            line=line,
            column=column,
            start=start,
            end=end,
            name=name,
            text=lines.shown(line, column),
            role=role,
            exact=string is not None and string.value.strip() == name,
            steps=string.steps if string is not None else (),
            quoted=is_quoted(lines.text, start, end),
            language=language,
        )


def _is_comment(lines: TextLines, line: int, offset: int, marks: str | None) -> bool:
    """Of a word in no string: in JSON (None) nothing else can be there, elsewhere a mark stands before it."""
    before = lines.text[lines.start(line) : offset]
    return marks is None or any(mark in before for mark in marks)
