"""Where something stands in source text."""

import msgspec


class Location(msgspec.Struct, frozen=True, order=True, gc=False):
    """A place in a file; `path` is posix and relative to the project when inside it, else absolute."""

    path: str
    line: int | None = None
    """1-based."""

    def __str__(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"
