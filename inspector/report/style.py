"""Colours and glyphs of plain text reports."""

import os
from typing import TextIO

import msgspec

from inspector.model.finding import Severity

_CODES = {"error": "31;1", "warning": "33;1", "info": "36", "dim": "2", "bold": "1"}
GLYPHS: dict[Severity, str] = {"error": "✗", "warning": "!", "info": "i"}
"""One column wide each."""
_ASCII: dict[Severity, str] = {"error": "x", "warning": "!", "info": "i"}


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """How a text report is written: its width in columns, whether coloured, whether only ASCII."""

    width: int = 80
    colour: bool = False
    ascii: bool = False

    def paint(self, text: str, kind: str) -> str:
        """`text` in the colour of a severity, or `dim` or `bold`."""
        return f"\x1b[{_CODES[kind]}m{text}\x1b[0m" if self.colour else text

    def glyph(self, severity: Severity) -> str:
        """The coloured mark of a severity."""
        return self.paint((_ASCII if self.ascii else GLYPHS)[severity], severity)


def style_for(stream: TextIO) -> Style:
    """The style that fits a stream: colour only on a terminal, and never with NO_COLOR or TERM=dumb."""
    terminal = stream.isatty()
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit() and int(columns) > 0:
        width = int(columns)
    elif terminal:
        try:
            width = os.get_terminal_size(stream.fileno()).columns
        except OSError:
            width = 80
    else:
        width = 80
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(width=max(width, 40), colour=colour, ascii=not _unicode(stream))


def _unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "").startswith("utf")
