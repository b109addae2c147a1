"""What files held when they were last told of: a save that changes nothing is no news."""

import hashlib
import stat
from collections.abc import Iterable
from pathlib import Path

_SMALL = 1_000_000
"""Bytes up to which contents are compared."""


class Contents:
    """Digests of the small files that changed so far."""

    def __init__(self) -> None:
        self._digests: dict[str, bytes | None] = {}

    def news(self, paths: Iterable[str]) -> set[str]:
        """Those whose content is another than last time, or unknown."""
        return {path for path in paths if self._is_new(path)}

    def _is_new(self, path: str) -> bool:
        try:
            digest = _digest(Path(path))
        except OSError:
            self._digests.pop(path, None)
            return True
        known = path in self._digests and self._digests[path] == digest
        self._digests[path] = digest
        return not known


def _digest(file: Path) -> bytes | None:
    """None for a file that is gone. Raises OSError for what can't be compared."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode) or status.st_size > _SMALL:
        raise OSError(f"{file} is no small file")
    return hashlib.blake2b(file.read_bytes(), digest_size=16).digest()
