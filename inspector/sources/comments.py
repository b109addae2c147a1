"""Comments that suppress a finding: `# toolinspect: ignore[TI301] reason`."""

import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import msgspec

from inspector.model import CODES, Location
from inspector.sources.python_module import PythonModule
from inspector.sources.python_text import Sources

_MARK = re.compile(r"toolinspect\s*:\s*(?P<word>[\w-]*)\s*(?P<rest>.*)", re.I | re.S)
_CODES = re.compile(r"\[(?P<codes>[^\[\]]*)\](?P<reason>.*)", re.S)
_OTHER_TOOLS = re.compile(r"\s+#\s*(?:noqa|type:|pragma|pylint|fmt:).*", re.S)
_HASH = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'[^']*'|(?<![^\s])(?P<comment>#.*)|.)""")
_MARKUP = re.compile(r"<!--(?P<html>.*?)-->|\{#(?P<jinja>.*?)#\}")
_HASHED = (".toml", ".yaml", ".yml", ".env", ".txt")
_UNCOMMENTED = (".json",)


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

    It stands on the line, in the comment lines right above, or at the decorators and first lines of the
    function or class there. With `code`, one that names it wins, then a malformed one.
    """
    found = [one for location in locations for one in _at(sources, location)]
    if code is None:
        return found[0] if found else None
    named = [one for one in found if code in one.codes]
    broken = [one for one in found if one.malformed]
    return next(iter((*named, *broken)), None)


def in_file(sources: Sources, path: str) -> dict[int, Suppression]:
    """Every such comment of a file, by its line."""
    module = sources.module(path)
    if module is None or "toolinspect" not in module.text.lower():
        return {}
    found = {}
    for line, text in _comments(path, module):
        mark = _MARK.match(text.strip())
        if mark is not None:
            found[line] = _read(mark, Location(sources.shown(path), line))
    return found


def _at(sources: Sources, location: Location) -> list[Suppression]:
    if location.line is None:
        return []
    known = in_file(sources, location.path)
    module = sources.module(location.path)
    if not known or module is None:
        return []
    first = last = location.line
    if location.path.endswith((".py", ".pyi")):
        first, last = _span(module, location.line)
    lines = [location.line, *range(first, last + 1)]
    above = first - 1
    while 0 < above <= len(module.lines) and _is_comment(module.lines[above - 1]):
        lines.append(above)
        above -= 1
    return [known[line] for line in dict.fromkeys(lines) if line in known]


def _span(module: PythonModule, line: int) -> tuple[int, int]:
    """The lines of decorators and signature, when `line` is one of them."""
    for start, end, head in module.around(line)[:1]:
        if head < end and start <= line <= head:
            return start, head
    return line, line


def _is_comment(line: str) -> bool:
    return line.strip().startswith(("#", "<!--", "{#"))


def _comments(path: str, module: PythonModule) -> Iterator[tuple[int, str]]:
    """Lines and texts of comments, without their marks."""
    name = PurePosixPath(path).name.lower()
    suffix = PurePosixPath(name).suffix
    if suffix in (".py", ".pyi"):
        yield from _python_comments(module.text)
    elif suffix in _HASHED or name.startswith(".env"):
        for number, line in enumerate(module.lines, start=1):
            for found in _HASH.finditer(line) if "#" in line else ():
                if found["comment"]:
                    yield number, found["comment"].lstrip("# \t")
    elif suffix not in _UNCOMMENTED:
        for number, line in enumerate(module.lines, start=1):
            for found in _MARKUP.finditer(line):
                yield number, found["html"] or found["jinja"] or ""


def _python_comments(text: str) -> Iterator[tuple[int, str]]:
    """Real comments, up to where the text is no longer Python."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                at = token.string.lower().rfind("# toolinspect")
                yield token.start[0], token.string[max(at, 0) :].lstrip("# \t")
    except (tokenize.TokenError, SyntaxError):
        return


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
