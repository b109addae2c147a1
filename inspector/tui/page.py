"""A page of the details pane: headings, fields, prose and code as styled text, never as markup."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from textual.content import Content

from inspector.model import Finding, Location
from inspector.report.escape import visible, visible_lines
from inspector.tui.glyphs import SEVERITY_GLYPH
from inspector.tui.source import excerpt

_LONGEST = 12_000
"""Characters of one text that are shown."""
_MOST_LINES = 300
_LABEL = 14

_LANGUAGES = {
    "py": "python", "toml": "toml", "yaml": "yaml", "yml": "yaml", "json": "json", "md": "markdown",
}  # fmt: skip
"""Of source excerpts, by suffix."""
MUTED, FAINT = "$foreground 60%", "$foreground 40%"

Part = str | tuple[str, str]


class Page:
    """Collects styled parts; everything given as text is made visible here."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._parts: list[Part | Content] = []

    def title(self, text: str, note: str = "", style: str = "") -> None:
        """The first line: what this page is about."""
        self._parts += [(_short(text), f"bold {style}".strip()), (f"   {visible(note)}\n", MUTED)]

    def heading(self, text: str) -> None:
        """A section."""
        self._parts += ["\n", (f"{text}\n", "bold $accent")]

    def field(self, label: str, value: str, style: str = "") -> None:
        """A labelled value on one line; left out when empty."""
        if value:
            gap = " " * max(_LABEL - len(label), 2)
            self._parts += [(f"{label}{gap}", MUTED), (f"{_short(value)}\n", style)]

    def row(self, name: str, kind: str, note: str) -> None:
        """One parameter."""
        self._parts += [
            (f"{_short(name):<22} ", "bold"),
            (f"{_short(kind):<20} ", "$text-accent"),
            f"{_short(note)}\n",
        ]

    def finding(self, finding: Finding) -> None:
        """A finding with its fix, wrapped."""
        style = "$text-accent" if finding.severity == "info" else f"$text-{finding.severity}"
        sign = SEVERITY_GLYPH[finding.severity]
        self._parts.append((f"{sign} {finding.code} {visible(finding.name)}\n", f"bold {style}"))
        self.prose(finding.message)
        if finding.fix:
            self._parts += [("Fix  ", MUTED), f"{_short(finding.fix)}\n"]

    def prose(self, text: str, style: str = "") -> None:
        """Text with its own line breaks."""
        cut = text[:_LONGEST]
        lines = visible_lines(cut)
        self._parts.append(("\n".join(lines[:_MOST_LINES]) + "\n", style))
        if len(cut) < len(text):
            self.muted(f"… {len(text) - len(cut):,} more characters")
        elif len(lines) > _MOST_LINES:
            self.muted(f"… {len(lines) - _MOST_LINES:,} more lines")

    def marked(self, text: str, names: Iterable[str], style: str) -> None:
        """Prose in which whole `names` have a style."""
        wanted = sorted({visible(name) for name in names if name}, key=len, reverse=True)
        shown = "\n".join(visible_lines(text[:_LONGEST])[:_MOST_LINES]) + "\n"
        if not wanted:
            self.prose(text)
            return
        pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, wanted))})(?!\w)")
        self._parts += [
            (part, style) if number % 2 else part for number, part in enumerate(pattern.split(shown))
        ]

    def muted(self, text: str) -> None:
        """A remark."""
        self._parts.append((f"{visible(text)}\n", MUTED))

    def data(self, value: Mapping[str, Any]) -> None:
        """A JSON object, indented."""
        text = json.dumps(value, indent=2, ensure_ascii=False, default=str)
        lines = text[:_LONGEST].split("\n")[:_MOST_LINES]
        self._code("\n".join(visible(line) for line in lines), "json")
        if sum(map(len, lines)) + len(lines) < len(text):
            self.muted("… cut")

    def source(self, location: Location | None, note: str = "", after: int = 9) -> None:
        """Where something stands, and the lines around it."""
        if location is None:
            return
        self._parts += [(visible(str(location)), "underline"), (f"  {note}\n" if note else "\n", MUTED)]
        found = excerpt(self._root, location, after=after)
        if found is None:
            return
        language = _LANGUAGES.get(location.path.rpartition(".")[2], "text")
        coloured = _highlighted("\n".join(found.lines), language)
        width = len(str(found.first + len(found.lines)))
        for number, line in enumerate(coloured, found.first):
            here = number == found.focus
            self._parts += [
                (f"{'▶' if here else ' '} {number:>{width}} ", "bold $text-warning" if here else FAINT),
                line,
                "\n",
            ]

    def names(self, label: str, names: Iterable[str]) -> None:
        """A labelled list of names; left out when empty."""
        self.field(label, ", ".join(names))

    def content(self) -> Content:
        return Content.assemble(*self._parts)

    def _code(self, text: str, language: str) -> None:
        for line in _highlighted(text, language):
            self._parts += [line, "\n"]


def _short(text: str) -> str:
    shown = visible(text[:_LONGEST])
    return shown if len(shown) <= 600 else f"{shown[:600]}… ({len(text):,} characters)"


def _highlighted(text: str, language: str) -> list[Content]:
    """Lines with syntax colours; imported late, since pygments costs some 30 ms."""
    from textual.highlight import highlight

    lines = highlight(text, language=language).split("\n", allow_blank=True)
    return lines[: text.count("\n") + 1]
