"""What the host asks for: lines of JSON, of which a later one may make an earlier one pointless."""

import json
import os
import select
from collections import deque
from typing import Any, Deque, Dict, Optional

from . import channel
from .attempt import read_available


class Requests:
    """The requests that have come on a descriptor and are not yet taken, in their order."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.ended = False
        """The host has gone; what it asked for before may still be waiting."""
        self._lines = channel.LineBuffer()
        self._waiting: Deque[Dict[str, Any]] = deque()
        os.set_blocking(fd, False)

    def put(self, data: bytes) -> None:
        """Add what has been read elsewhere."""
        self._waiting.extend(json.loads(line) for line in self._lines.feed(data))

    def receive(self) -> None:
        """Add what stands in the pipe; waits for nothing."""
        data = read_available(self.fd)
        self.ended = data is None
        self.put(data or b"")

    def take(self) -> Optional[Dict[str, Any]]:
        return self._waiting.popleft() if self._waiting else None

    def supersede(self, generation: int) -> bool:
        """Whether the host has gone, or asked for something that ends the load of that generation."""
        if select.select([self.fd], [], [], 0)[0]:
            self.receive()
        return self.ended or any(
            request["op"] != "cancel" or request["generation"] == generation for request in self._waiting
        )

    def rest(self, taken: Dict[str, Any]) -> bytes:
        """All that is still to be done, with the request that was just taken, as it would be read."""
        return b"".join(map(channel.encode, [taken, *self._waiting])) + self._lines.rest
