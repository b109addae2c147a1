"""JSON lines on private descriptors, out of reach of what the project does to 0, 1 and 2."""

import fcntl
import json
import math
import os
import re
from typing import Any, Dict, List, Tuple

from .plain import is_a

PRIVATE_FROM = 200
"""Lowest number of a private descriptor: programs that close or reuse descriptors rarely reach it."""
DEEPEST = 60
_SURROGATE = re.compile("[\ud800-\udfff]")


def private(fd: int) -> int:
    """A non-inheritable duplicate of `fd` with a high number."""
    return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, PRIVATE_FROM)


def take_standard_streams() -> Tuple[int, int]:
    """Private (requests, messages) descriptors; 0 becomes empty input and 1 the log on 2."""
    requests, messages = private(0), private(1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    return requests, messages


def write_all(fd: int, data: bytes) -> None:
    """Write every byte; raises OSError when the reader is gone."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def encode(message: Dict[str, Any]) -> bytes:
    """One strict JSON line, whatever strings and numbers the project put into the message."""
    try:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False)
    except Exception:  # also whatever an object of the project raises when it is looked at
        text = json.dumps(_plain(message, DEEPEST), ensure_ascii=False)
    try:
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        shown = _SURROGATE.sub(lambda found: "\\\\u%04x" % ord(found.group()), text)
        return shown.encode("utf-8") + b"\n"


def _plain(value: Any, depth: int) -> Any:
    """The value with all that JSON can't hold replaced by text."""
    if depth == 0:
        return "…"
    if value is None or is_a(value, (bool, str)):
        return value
    if is_a(value, int):
        return int(value)
    if is_a(value, float):
        return float(value) if math.isfinite(value) else repr(value)
    if is_a(value, dict):
        return {str(key): _plain(item, depth - 1) for key, item in value.items()}
    if is_a(value, (list, tuple, set, frozenset)):
        return [_plain(item, depth - 1) for item in value]
    try:
        return repr(value)
    except Exception as error:
        return f"<{type(value).__name__}: repr raised {type(error).__name__}>"


class LineBuffer:
    """Cuts a byte stream into lines."""

    def __init__(self) -> None:
        self._parts: List[bytes] = []

    def feed(self, data: bytes) -> List[bytes]:
        """The lines that `data` completes, each with its newline."""
        if b"\n" not in data:
            self._parts.append(data)
            return []
        *lines, rest = (b"".join(self._parts) + data).split(b"\n")
        self._parts = [rest] if rest else []
        return [line + b"\n" for line in lines]

    @property
    def rest(self) -> bytes:
        """What has come of the next line."""
        return b"".join(self._parts)
