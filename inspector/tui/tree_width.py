"""How wide the tree is beside the table."""

from inspector.tui.table import VirtualTable

_WIDE, _LEAST = 140, 34
"""Columns of a screen that may have room for a wider tree, and the tree's own without it."""
_NO_LIMIT = 10**6


class TreeWidth:
    """On a wide screen gives a tree what its longest name takes, as far as no table needs the room.

    Until the next load or resize the tree doesn't grow again, so that it stays calm when the table changes.
    """

    def __init__(self, tree: VirtualTable, table: VirtualTable) -> None:
        self._tree, self._table = tree, table
        self._spare = _NO_LIMIT
        """Cells that the tables shown since then leave to the tree."""
        self._set: int | None = None
        """None: as the style sheet says."""

    def begin_anew(self) -> None:
        """Forget the tables so far: the screen has another size, or there was a load."""
        self._spare = _NO_LIMIT

    def fit(self, screen: int) -> None:
        """Set the width for what tree and table show now, on a screen of so many columns."""
        width: int | None = None
        if screen >= _WIDE:
            self._spare = min(self._spare, screen - self._table.natural_width, screen // 2)
            width = max(min(self._tree.natural_width, self._spare), _LEAST)
        if width == self._set:
            return
        self._set = width
        if width is None:
            self._tree.styles.clear_rule("width")
        else:
            self._tree.styles.width = width
