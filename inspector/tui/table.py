"""A table that paints only the lines in view, so that its length costs nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.report.listed import state_within
from inspector.tui.glyphs import CLOSED, MARK_STYLE, OPEN
from inspector.tui.lines import Column, Line, Placed, fit, natural_widths, place

_MARGIN = 2
"""Cells left of the first column: the mark, and a space."""
_FRAME = 3
"""Cells beside the columns: a border on each side, and the scroll bar."""
_ALL = 10**9


class VirtualTable(ScrollView, can_focus=True):
    """Lines with a cursor; the selection is kept by key when the lines are replaced."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "table--plain", "table--muted", "table--strong", "table--error", "table--warning", "table--info",
        "table--good", "table--accent", "table--header", "table--cursor", "table--cursor-blurred",
    }  # fmt: skip

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", f"move(-{_ALL})", show=False),
        Binding("end", f"move({_ALL})", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    @dataclass
    class Moved(Message):
        """The cursor stands on another line."""

        table: "VirtualTable"
        line: Line | None

        @property
        def control(self) -> "VirtualTable":
            return self.table

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, VirtualTable.Moved) and message.table is self.table

    @dataclass
    class Chosen(Message):
        """Enter or a second click on the cursor's line."""

        table: "VirtualTable"
        line: Line

        @property
        def control(self) -> "VirtualTable":
            return self.table

    def __init__(
        self, columns: Sequence[Column], *, header: bool = True, stretch: bool = False, id: str | None = None
    ) -> None:
        """`stretch` gives what room is left to the first column, so that the others end at the right."""
        super().__init__(id=id)
        self._columns = tuple(columns)
        self._header = header
        self._lines: Sequence[Line] = ()
        self._cursor = 0
        self._placed: list[Placed] = []
        self._natural: list[int] = []
        self._empty: list[bool] = []
        self._styles: dict[str, Style] = {}
        self._stretch = stretch
        self.empty_text = ""

    @property
    def lines(self) -> Sequence[Line]:
        return self._lines

    @property
    def columns(self) -> tuple[Column, ...]:
        return self._columns

    @property
    def natural_width(self) -> int:
        """Cells that every column with something in it takes, border and scroll bar included."""
        filled = [width for width, empty in zip(self._natural, self._empty, strict=True) if not empty]
        return _MARGIN + sum(filled) + 2 * max(len(filled) - 1, 0) + _FRAME

    @property
    def current(self) -> Line | None:
        return self._lines[self._cursor] if self._lines else None

    def show(
        self,
        lines: Sequence[Line],
        *,
        columns: Sequence[Column] | None = None,
        measure: Sequence[Line] | None = None,
        select: str | None = None,
        fresh: bool = False,
    ) -> None:
        """Replace the lines and keep the cursor on its key, at the height it had; `fresh` starts at the top.

        Widths follow `measure` when given, so that a filter doesn't shift columns.
        """
        painted, old_cursor, before = self._painted(), self._cursor, self.current
        wanted = select if select is not None else (before.key if before else None)
        if columns is not None:
            self._columns = tuple(columns)
        self._lines = lines
        measured = lines if measure is None else measure
        self._natural = natural_widths(self._columns, measured, titles=self._header)
        filled = [any(cells) for cells in zip(*(line.cells for line in measured), strict=False)]
        self._empty = [not one for one in filled] or [True] * len(self._columns)
        self._cursor = self._position(wanted, 0 if fresh else old_cursor)
        same = before is not None and self.current is not None and self.current.key == before.key
        top = 0.0 if fresh else self.scroll_y + (self._cursor - old_cursor if same else 0)
        self._lay_out(top)
        self._repaint_changes(painted)
        self._announce()

    def select(self, key: str) -> bool:
        """Put the cursor on that line; False if there is none."""
        for index, line in enumerate(self._lines):
            if line.key == key:
                self.move_to(index)
                return True
        return False

    def move_to(self, index: int) -> None:
        """Put the cursor on the line at `index`, or the nearest there is."""
        index = max(0, min(index, len(self._lines) - 1))
        if index != self._cursor:
            before, self._cursor = self._cursor, index
            self._reveal()
            self._repaint(before)
            self._repaint(index)
            self._announce()
        else:
            self._reveal()

    def _position(self, key: str | None, otherwise: int) -> int:
        """Where the line of that key is, else the nearest there is to `otherwise`."""
        for index, line in enumerate(self._lines):
            if line.key == key:
                return index
        return max(0, min(otherwise, len(self._lines) - 1))

    def _announce(self) -> None:
        self.post_message(self.Moved(self, self.current))

    def _lay_out(self, top: float | None = None) -> None:
        """Place the columns, then scroll to `top`, or as little as shows the cursor."""
        area = self.content_region
        # The scroll bar appears only with the next layout: leave room for it now.
        has_bar = len(self._lines) + self._header > area.height
        width = max(area.width - has_bar - _MARGIN, 0)
        if self._natural:
            self._placed = place(self._columns, self._natural, self._empty, width, stretch=self._stretch)
        before = self.virtual_size.height
        self.virtual_size = Size(max(width, 1), len(self._lines) + self._header)
        resized = before != self.virtual_size.height
        if top is not None:
            self.scroll_to(y=top, animate=False, force=True)
        self._reveal()
        if resized and self.styles.auto_dimensions:
            self.refresh(layout=True)

    def _painted(self) -> tuple[tuple[object, ...], Sequence[Line | None]]:
        """What decides how every line looks, and the lines in view."""
        top = round(self.scroll_y)
        frame = (tuple(self._placed), self._columns, top, self._cursor, self.size, self.virtual_size)
        return frame, self._lines[top : top + self.size.height]

    def _repaint_changes(self, painted: tuple[tuple[object, ...], Sequence[Line | None]]) -> None:
        """Paint the lines that look otherwise than before, or everything when lines may have moved."""
        frame, lines = painted
        new_frame, new_lines = self._painted()
        if frame != new_frame or len(lines) != len(new_lines) or not lines:
            self.refresh()
            return
        for index, (old, new) in enumerate(zip(lines, new_lines, strict=True), round(self.scroll_y)):
            if old != new:
                self._repaint(index)

    def _reveal(self) -> None:
        height = self.scrollable_content_region.height - self._header
        if height <= 0:
            return
        top = round(self.scroll_y)
        if self._cursor < top:
            self.scroll_to(y=self._cursor, animate=False, force=True)
        elif self._cursor >= top + height:
            self.scroll_to(y=self._cursor - height + 1, animate=False, force=True)

    def _repaint(self, index: int) -> None:
        y = index - round(self.scroll_y) + self._header
        self.refresh(Region(0, y, self.size.width, 1))

    def on_resize(self) -> None:
        self._lay_out()
        self.refresh()

    def on_focus(self) -> None:
        self._repaint(self._cursor)

    def on_blur(self) -> None:
        self._repaint(self._cursor)

    def action_move(self, lines: int) -> None:
        """Move the cursor by so many lines."""
        self.move_to(self._cursor + lines)

    def action_page(self, pages: int) -> None:
        """Move the cursor by so many pages."""
        page = max(self.scrollable_content_region.height - self._header - 1, 1)
        self.move_to(self._cursor + pages * page)

    def action_choose(self) -> None:
        """Open what the cursor stands on."""
        if self.current is not None:
            self.post_message(self.Chosen(self, self.current))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or (self._header and offset.y == 0):
            return
        index = offset.y - self._header + round(self.scroll_y)
        if not 0 <= index < len(self._lines):
            return
        line = self._lines[index]
        on_fold = line.open is not None and offset.x < _MARGIN + 2 * line.depth + 2
        again = index == self._cursor and event.chain > 1
        self.move_to(index)
        if on_fold or again:
            self.post_message(self.Chosen(self, line))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if width <= 0:
            return Strip.blank(0)
        plain = self.rich_style
        if self._header and y == 0:
            return self._header_strip(width)
        index = y - self._header + round(self.scroll_y)
        if index >= len(self._lines):
            if not self._lines and y == self._header + 1 and self.empty_text:
                muted = plain + self._named("muted")
                return Strip(
                    [Segment("  " + fit(self.empty_text, max(width - 2, 0)), muted)]
                ).adjust_cell_length(width, plain)
            return Strip.blank(width, plain)
        return self._line_strip(self._lines[index], index == self._cursor, width, plain)

    def _header_strip(self, width: int) -> Strip:
        style = self.get_component_rich_style("table--header")
        text = "  ".join(
            fit(self._columns[one.index].title, one.width, right=self._columns[one.index].right)
            for one in self._placed
        )
        return Strip([Segment(" " * _MARGIN + text, style)]).adjust_cell_length(width, style)

    def _line_strip(self, line: Line, is_cursor: bool, width: int, plain: Style) -> Strip:
        base = plain
        if is_cursor:
            base = self.get_component_rich_style(
                "table--cursor" if self.has_focus else "table--cursor-blurred"
            )
        mark_style = base + self._named(MARK_STYLE.get(line.mark, "plain"))
        pointer = "▌" if is_cursor else " "
        segments = [Segment(line.mark or pointer, mark_style), Segment(" ", base)]
        for position, one in enumerate(self._placed):
            column = self._columns[one.index]
            text = line.cells[one.index]
            if position:
                segments.append(Segment("  ", base))
            available = one.width
            if one.index == 0:
                lead = "  " * line.depth + ("" if line.open is None else f"{OPEN if line.open else CLOSED} ")
                segments.append(Segment(fit(lead, min(len(lead), available)), base + self._named("muted")))
                available -= min(len(lead), available)
            if column.codes:
                text = state_within(text, available)
            keep_end = column.keep_end and not line.from_start
            shown = fit(text, available, right=column.right, keep_end=keep_end)
            name = line.styles[one.index]
            segments.append(
                Segment(shown, base + self._named("plain" if is_cursor and name == "muted" else name))
            )
        return Strip(segments).adjust_cell_length(width, base)

    def _named(self, name: str) -> Style:
        style = self._styles.get(name)
        if style is None:
            # Not `partial`: that would leave out how a translucent colour mixes with the background.
            whole = self.get_component_rich_style(f"table--{name}")
            style = self._styles[name] = Style(color=whole.color, bold=whole.bold or None)
        return style

    def notify_style_update(self) -> None:
        self._styles.clear()
        super().notify_style_update()
