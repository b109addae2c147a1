"""Colours and glyphs of plain text reports."""

import os
import re
from typing import TextIO

import msgspec

from inspector.model.finding import Severity
from inspector.report.escape import visible

_CODES = {"error": "31;1", "warning": "33;1", "info": "36", "dim": "2", "bold": "1"}
_PAINT = re.compile(rf"(\x1b\[(?:{'|'.join([*_CODES.values(), '0'])})m)")
GLYPHS: dict[Severity, str] = {"error": "✗", "warning": "!", "info": "i"}
"""One column wide each."""
_COLUMNS = re.compile(r"0*[1-9][0-9]{0,4}", re.ASCII)
_ASCII: dict[Severity, str] = {"error": "x", "warning": "!", "info": "i"}


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """How a text report is written: its width in columns, whether coloured, whether only ASCII."""

    width: int = 80
    bounded: bool = True
    """Whether tables must fit the width; else only sentences are wrapped to it."""
    colour: bool = False
    ascii: bool = False

    def paint(self, text: str, kind: str) -> str:
        """`text`, made visible, in the colour of a severity, or `dim` or `bold`."""
        return f"\x1b[{_CODES[kind]}m{visible(text)}\x1b[0m" if self.colour else visible(text)

    def glyph(self, severity: Severity) -> str:
        """The coloured mark of a severity."""
        return self.paint(self.sign(severity), severity)

    def sign(self, severity: Severity) -> str:
        """The mark of a severity without its colour."""
        return (_ASCII if self.ascii else GLYPHS)[severity]


def printable(line: str) -> str:
    """A finished line with all but the colours of a Style made visible: the last gate to a terminal."""
    return "".join(part if number % 2 else visible(part) for number, part in enumerate(_PAINT.split(line)))


def style_for(stream: TextIO) -> Style:
    """The style that fits a stream: colour only on a terminal, and never with NO_COLOR or TERM=dumb.

    Tables are bounded by a terminal and by COLUMNS; whatever else reads them gets every column in full.
    """
    terminal = stream.isatty()
    columns = os.environ.get("COLUMNS", "")
    explicit = _COLUMNS.fullmatch(columns) is not None
    if explicit:
        width = int(columns)
    elif terminal:
        try:
            width = os.get_terminal_size(stream.fileno()).columns
        except OSError:
            width = 80
    else:
        width = 80
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(
        width=max(width, 40), bounded=terminal or explicit, colour=colour, ascii=not _unicode(stream)
    )


def _unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "").startswith("utf")
