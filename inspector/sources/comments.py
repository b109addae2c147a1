"""Comments that suppress a finding: `# toolinspect: ignore[TI301] reason`."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from inspector.model import CODES, Location
from inspector.sources.python_module import PythonModule
from inspector.sources.python_text import Sources

_MARK = re.compile(r"toolinspect\s*:\s*(?P<word>[\w-]*)\s*(?P<rest>.*)", re.I | re.S)
_CODES = re.compile(r"\[(?P<codes>[^\[\]]*)\](?P<reason>.*)", re.S)
_OTHER_TOOLS = re.compile(r"\s+#\s*(?:noqa|type:|pragma|pylint|fmt:).*", re.S)


class Suppression(msgspec.Struct, frozen=True, kw_only=True):
    """What one comment asks for."""

    codes: tuple[str, ...]
    """Codes of the report format that it names."""
    reason: str
    """Empty where it gives none."""
    location: Location
    malformed: str = ""
    """What is wrong with it, in a sentence; empty when nothing is."""


def suppressions(
    sources: Sources, locations: Iterable[Location], *, code: str | None = None
) -> Suppression | None:
    """The comment that speaks for one of a finding's `locations`; None without one.

    It stands on the line, or in the comment lines right above it; or so at the first or last line of a
    statement, argument or text that the line is part of; or at the decorators and first lines of the function
    or class there. With `code`, one that names it wins, then a malformed one.
    """
    found = [one for location in locations for one in _at(sources, location)]
    if code is None:
        return found[0] if found else None
    named = [one for one in found if code in one.codes]
    broken = [one for one in found if one.malformed]
    return next(iter((*named, *broken)), None)


def in_file(sources: Sources, path: str) -> dict[int, Suppression]:
    """Every such comment of a file, by its line."""
    module = _module(sources, path)
    if module is None:
        return {}
    found = {}
    for line, text in module.comments.texts.items():
        mark = _MARK.match(text.strip())
        if mark is not None:
            found[line] = _read(mark, Location(sources.shown(path), line))
    return found


def _module(sources: Sources, path: str) -> PythonModule | None:
    """None for a file without such comments."""
    module = sources.module(path)
    return module if module is not None and module.speaks_of_us else None


def _at(sources: Sources, location: Location) -> Iterator[Suppression]:
    module = _module(sources, location.path) if location.line is not None else None
    if module is None or location.line is None:
        return
    texts = module.comments.texts
    for line in dict.fromkeys(_lines(module, location.line)):
        mark = _MARK.match(texts[line].strip()) if line in texts else None
        if mark is not None:
            yield _read(mark, Location(sources.shown(location.path), line))


def _lines(module: PythonModule, line: int) -> Iterator[int]:
    """Lines whose comments speak for `line`, the nearest first."""
    yield line
    yield from _above(module, line)
    for first, last in module.values.around(line):
        yield from (first, last)
        yield from _above(module, first)
    for start, end, head in module.around(line)[:1]:
        if head < end and line <= head:
            yield from range(start, head + 1)
        elif head >= end:
            yield from (start, end)
        if head >= end or line <= head:
            yield from _above(module, start)


def _above(module: PythonModule, line: int) -> Iterator[int]:
    line -= 1
    while line in module.comments.alone:
        yield line
        line -= 1


def _read(mark: re.Match[str], location: Location) -> Suppression:
    found = _CODES.match(mark["rest"])
    if mark["word"].lower() != "ignore" or found is None:
        problem = "write it as `toolinspect: ignore[TI301] reason`"
        return Suppression(codes=(), reason="", location=location, malformed=problem)
    codes = [code.upper() for code in re.split(r"[\s,]+", found["codes"]) if code]
    unknown = [code for code in codes if code not in CODES]
    problem = f"there is no finding {', '.join(unknown)}" if unknown else ""
    if not codes:
        problem = "name the codes of the findings in the brackets"
    reason = _OTHER_TOOLS.sub("", found["reason"]).strip().lstrip(":-–— ").strip()
    known = tuple(code for code in codes if code in CODES)
    return Suppression(codes=known, reason=reason, location=location, malformed=problem)
