"""Writes files so that nobody ever finds half of one."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Put `data` in place of what a file holds, in one step; its permissions stay.

    Raises OSError, and then the file is what it was.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    made = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        made.chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask())
        made.replace(path)
    except OSError:
        with suppress(OSError):
            made.unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
