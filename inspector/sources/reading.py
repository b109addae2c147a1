"""Text of a file, within limits: no pipes or devices, not too much of it, and UTF-8 only."""

import os
import stat
from itertools import islice
from pathlib import Path

from inspector.config.likeness import most_like
from inspector.sources.errors import SourceError

_NAMES_LOOKED_AT = 2_000
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def shown(path: Path, root: Path) -> str:
    """The path as locations have it: posix, relative to `root` when inside it, else absolute."""
    place = Path(os.path.abspath(root / path))  # noqa: PTH100 - `resolve` would follow links
    base = Path(os.path.abspath(root))  # noqa: PTH100 - as above
    return (place.relative_to(base) if place.is_relative_to(base) else place).as_posix()


def read_text(path: Path, *, root: Path, limit: int, what: str) -> str:
    """The whole text, without a byte order mark; `limit` in bytes, `what` as "a data file".

    Raises SourceError for what is missing, unreadable, no regular file, too large, or no text in UTF-8.
    """
    name = shown(path, root)
    data = _read_bytes(root / path, name, limit, what)
    if data.startswith(_UTF16):
        raise SourceError(name, 1, "is UTF-16", "save it as UTF-8")
    binary = data.find(b"\0")
    if binary >= 0:
        line = data.count(b"\n", 0, binary) + 1
        raise SourceError(name, line, f"is no text (byte {binary} is zero)", "name a text file in UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError(name, line, f"isn't UTF-8 (byte {error.start})", "save it as UTF-8") from None


def _read_bytes(path: Path, name: str, limit: int, what: str) -> bytes:
    try:
        status = path.stat()
        _check(status, name, limit, what)
        # A pipe that took the file's place since would block a plain open for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as file:
            _check(os.fstat(file.fileno()), name, limit, what)
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise _missing(path, name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(
            name, None, f"can't be read ({reason})", "make it readable, or name another"
        ) from None
    if len(data) > limit:
        raise _too_large(name, len(data), limit, what)
    return data


def _check(status: os.stat_result, name: str, limit: int, what: str) -> None:
    mode = status.st_mode
    if stat.S_ISDIR(mode):
        raise SourceError(name, None, "is a directory", "name a file in it")
    if not stat.S_ISREG(mode):
        kind = "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"
        raise SourceError(name, None, f"is {kind}, no regular file", "name a regular file")
    if status.st_size > limit:
        raise _too_large(name, status.st_size, limit, what)


def _too_large(name: str, size: int, limit: int, what: str) -> SourceError:
    problem = f"is too large: {size / 1e6:.1f} MB, and {what} may have {limit / 1e6:g} MB"
    return SourceError(name, None, problem, "keep the names in a file of their own")


def _missing(path: Path, name: str) -> SourceError:
    """Names the nearest thing that is there, below the deepest directory that exists."""
    folder, wanted = path.parent, path.name
    while not folder.is_dir() and folder != folder.parent:
        folder, wanted = folder.parent, folder.name
    try:
        names = [entry.name for entry in islice(os.scandir(folder), _NAMES_LOOKED_AT)]
    except OSError:
        names = []
    nearest = most_like(wanted, sorted(names))
    do = f"did you mean `{nearest}`?" if nearest else "create it, or name another"
    gone = "there is no such file" if wanted == path.name else f"there is no directory `{wanted}`"
    return SourceError(name, None, gone, do)
