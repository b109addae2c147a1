"""Reports on their way to stdout or into a file."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from inspector.inspection.writing import replace_file
from inspector.report.escape import visible_lines
from inspector.report.style import printable


class OutputError(Exception):
    """The report can't be written where the user wants it."""


def ensure_writable(path: Path) -> None:
    """Raise OutputError where `to_file` is bound to fail, before any work is done."""
    try:
        target = path.resolve()
        if target.is_dir():
            raise OutputError(f"{path}: can't be written (it is a directory)")
        if not target.parent.is_dir():
            raise OutputError(f"{path}: can't be written (there is no directory {target.parent})")
    except (OSError, RuntimeError) as error:
        raise OutputError(f"{path}: can't be written ({getattr(error, 'strerror', None) or error})") from None


def to_file(path: Path, data: bytes) -> None:
    """Write `data` to `path` in one step: the file holds all of it or what it held before.

    Raises OutputError.
    """
    target = path.resolve()
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe can't be replaced, only written to.
            target.write_bytes(data)
            return
        replace_file(target, data)
    except OSError as error:
        raise OutputError(f"{path}: can't be written ({error.strerror or error})") from None


def to_stdout(data: bytes) -> None:
    """Write `data` to stdout; a reader that has left is no error. Raises OutputError for a full disk."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _abandon_stdout()
    except OSError as error:
        _abandon_stdout()
        raise OutputError(f"stdout: can't be written ({error.strerror or error})") from None


def _abandon_stdout() -> None:
    """Point stdout at nothing: the interpreter flushes it once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reopen_closed_streams() -> None:
    """Give closed standard descriptors to the null device, so that no pipe of ours ends up there."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            mode = "r" if descriptor == 0 else "w"
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(descriptor, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def encoded(lines: Iterable[str], encoding: str = "utf-8") -> bytes:
    """Lines as bytes; what could move a cursor, and what the encoding lacks, is written as an escape."""
    return "".join(f"{printable(line)}\n" for line in lines).encode(encoding, "backslashreplace")


def narrate(text: str) -> None:
    """Write `text` to stderr, made visible; a reader that has left is no error."""
    first, *more = visible_lines(text.strip()) or [""]
    try:
        sys.stderr.write(f"toolinspect: {first}\n" + "".join(f"  {line}\n" for line in more))
        sys.stderr.flush()
    except OSError:
        return
