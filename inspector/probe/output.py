"""What a project prints, kept within bounds: the start at once, the end when it is over."""

import codecs
from typing import Tuple

HEAD = 64 * 1024
TAIL = 16 * 1024


class BoundedOutput:
    """The first `HEAD` bytes and the last `TAIL` bytes of a stream of any length."""

    def __init__(self, head: int = HEAD, tail: int = TAIL) -> None:
        self._room = head
        self._limit = tail
        self._tail = bytearray()
        self._dropped = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, data: bytes) -> str:
        """Text to show now: what still fits into the head."""
        now, later = data[: self._room], data[self._room :]
        self._room -= len(now)
        if later:
            self._tail += later
            excess = len(self._tail) - self._limit
            if excess > 0:
                del self._tail[:excess]
                self._dropped += excess
        return self._decoder.decode(now)

    def finish(self) -> Tuple[str, int]:
        """The rest: (text, bytes left out before it)."""
        if self._dropped:
            self._decoder.reset()
        text = self._decoder.decode(bytes(self._tail), True)
        dropped = self._dropped
        self._tail.clear()
        self._dropped = 0
        self._decoder.reset()
        return text, dropped
