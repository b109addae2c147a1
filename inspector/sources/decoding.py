"""Bytes of a file as text, so that the same bytes come out again."""

import codecs
import io
import tokenize
from typing import NamedTuple

from inspector.model import NotRead

SIZE_LIMIT = 5_000_000
"""Bytes of a file that are read."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Decoded(NamedTuple):
    """A text with what it takes to write it back."""

    text: str
    """Line ends as they are in the file."""
    encoding: str
    mark: bytes = b""
    """The byte order mark."""
    note: NotRead | None = None

    def encode(self, text: str) -> bytes:
        """The bytes of another text in the same encoding; raises UnicodeEncodeError for what that lacks."""
        return self.mark + text.encode(self.encoding)


def decoded(data: bytes, path: str) -> Decoded | NotRead:
    """UTF-8, UTF-16 with a mark, what a Python file declares, or else Latin-1 with a note."""
    if len(data) > SIZE_LIMIT:
        return NotRead(
            path=path, reason=f"{len(data) / 1e6:.1f} MB, and the limit is {SIZE_LIMIT / 1e6:g} MB"
        )
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return Decoded(data[len(mark) :].decode(encoding), encoding, mark)
            except UnicodeDecodeError:
                return NotRead(path=path, reason=f"isn't the {encoding.upper()} that its first bytes promise")
    if b"\0" in data:
        return NotRead(path=path, reason="binary")
    if path.endswith((".py", ".pyi")) and b"coding" in data[:200]:
        declared = _declared(data)
        if declared is not None:
            return _as_declared(data, declared, path)
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        note = NotRead(path=path, line=line, reason="isn't UTF-8: read as Latin-1", partly=True)
        return Decoded(data.decode("latin-1"), "latin-1", note=note)


def _as_declared(data: bytes, encoding: str, path: str) -> Decoded | NotRead:
    """Some codecs (`rot13`, `unicode_escape`) aren't of text, or don't give the same bytes back."""
    try:
        text = data.decode(encoding)
        is_same = text.encode(encoding) == data
    except (UnicodeError, LookupError):
        return NotRead(path=path, reason=f"isn't the {encoding} that its first lines declare")
    if not is_same:
        return NotRead(path=path, reason=f"couldn't be written back as the {encoding} that it declares")
    return Decoded(text, encoding)


def _declared(data: bytes) -> str | None:
    try:
        encoding, _lines = tokenize.detect_encoding(io.BytesIO(data).readline)
        return codecs.lookup(encoding).name
    except (SyntaxError, LookupError):
        return None
