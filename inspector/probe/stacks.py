"""Reads what faulthandler wrote about a process that hung or crashed."""

import linecache
import os
import re
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from . import paths

_FRAME = re.compile(r'^  File "(?P<path>.*)", line (?P<line>\d+|\?\?\?) in (?P<function>.*)$')
_ESCAPE = re.compile(r"\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}")
PROBE = os.path.dirname(os.path.abspath(__file__))


@dataclass(frozen=True)
class Frame:
    """One frame of a dumped stack."""

    path: str
    line: Optional[int]
    function: str


def parse(dump: str) -> List[Frame]:
    """Frames of the thread that loads the project, outermost first, without toolinspect's and importlib's."""
    threads: List[List[Frame]] = [[]]
    for text in dump.splitlines():
        if text.endswith("(most recent call first):"):
            threads.append([])
        found = _FRAME.match(text)
        if found is not None:
            line = int(found["line"]) if found["line"].isdigit() else None
            threads[-1].append(Frame(_unescape(found["path"]), line, _unescape(found["function"])))
    loading = [frames for frames in threads if any(_is_probe(frame) for frame in frames)]
    chosen = loading[0] if loading else threads[-1]
    return [frame for frame in reversed(chosen) if not _is_hidden(frame)]


def render(frames: Sequence[Frame]) -> str:
    """The frames as Python prints a traceback."""
    lines = ["Traceback (most recent call last):"]
    for frame in frames:
        lines.append(f'  File "{frame.path}", line {frame.line}, in {frame.function}')
        source = linecache.getline(frame.path, frame.line).strip() if frame.line else ""
        if source:
            lines.append(f"    {source}")
    linecache.clearcache()
    return "\n".join(lines)


def from_project(frames: List[Frame], root: str) -> List[Frame]:
    """The frames from the project's outermost on: what led there is the import system's affair."""
    first = next((at for at, frame in enumerate(frames) if paths.in_project(root, frame.path)), 0)
    return frames[first:]


def deepest_within(frames: Sequence[Frame], root: str) -> Tuple[Optional[str], Optional[int]]:
    """(path, line) of the innermost frame in a file below `root`, an absolute directory."""
    for frame in reversed(frames):
        if paths.in_project(root, frame.path):
            return frame.path, frame.line
    return None, None


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found.group()[2:], 16)), text)


def _is_probe(frame: Frame) -> bool:
    return frame.path.startswith(PROBE + os.sep)


def _is_hidden(frame: Frame) -> bool:
    return _is_probe(frame) or frame.path.startswith("<frozen ")
