"""Comments that suppress a finding: `# toolinspect: ignore[TI301] reason`."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from inspector.model import CODES, Location
from inspector.sources.python_module import PythonModule
from inspector.sources.python_text import Sources

_MARK = re.compile(r"toolinspect\s*:\s*(?P<word>[\w-]*)\s*(?P<rest>.*)", re.I | re.S)
_CODES = re.compile(r"\[(?P<codes>[^\[\]]*)\](?P<reason>.*)", re.S)
_CODE = re.compile(r"\bTI\d{3}\b", re.I)
_LONGEST = 40
"""Characters of a comment that are quoted."""
_OTHER_TOOLS = re.compile(r"\s+#\s*(?:noqa|type:|pragma|pylint|fmt:).*", re.S)


class Suppression(msgspec.Struct, frozen=True, kw_only=True):
    """What one comment asks for."""

    codes: tuple[str, ...]
    """Codes of findings that it names, also in a wrong form."""
    reason: str
    """Empty where it gives none."""
    location: Location
    malformed: str = ""
    """What of it is not understood and why, as "`ingore` is not understood"; empty when nothing is."""


def suppressions(
    sources: Sources, locations: Iterable[Location], *, code: str | None = None
) -> Suppression | None:
    """The comment that speaks for one of a finding's `locations`; None without one.

    It stands on the line, or in the comment lines right above it; or so at the first or last line of a
    statement, argument or text that the line is part of; or at the decorators and first lines of the function
    or class there. With `code`, one that names it wins, then a malformed one that names no other.
    """
    found = [one for location in locations for one in _at(sources, location)]
    if code is None:
        return found[0] if found else None
    named = [one for one in found if code in one.codes]
    broken = [one for one in found if one.malformed and not one.codes]
    return next(iter((*named, *broken)), None)


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
        return _misspelt(mark, location)
    codes = [code for code in re.split(r"[\s,]+", found["codes"]) if code]
    unknown = [f"`{code}`" for code in codes if code.upper() not in CODES]
    problem = "" if codes else "`ignore[]` names no code"
    if unknown:
        problem = f"{', '.join(unknown)} {'is no code' if len(unknown) == 1 else 'are no codes'} of a finding"
    reason = _OTHER_TOOLS.sub("", found["reason"]).strip().lstrip(":-–— ").strip()
    return Suppression(codes=_known(codes), reason=reason, location=location, malformed=problem)


def _misspelt(mark: re.Match[str], location: Location) -> Suppression:
    """Of a wrong word, or of the right one without brackets."""
    text = mark["word"]
    if not text or text.lower() == "ignore":
        text = " ".join(_OTHER_TOOLS.sub("", mark.string[mark.start("word") :]).split())
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    problem = f"`{text}` is not understood" if text else "nothing is said after `toolinspect:`"
    codes = _known(_CODE.findall(mark["rest"]))
    return Suppression(codes=codes, reason="", location=location, malformed=problem)


def _known(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(code for code in dict.fromkeys(map(str.upper, codes)) if code in CODES)
