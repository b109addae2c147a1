"""Source text of a project's modules: lines, and where the names in it are written."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path

from inspector.model import Location
from inspector.sources.errors import SourceError
from inspector.sources.python_module import PythonModule
from inspector.sources.python_names import AssignedPlaces, Definitions
from inspector.sources.reading import read_text, shown

SIZE_LIMIT = 5_000_000
"""Bytes; of a larger file nothing is known."""


class Sources:
    """Reads files when they are asked for, and again when they have changed; never raises for any file."""

    def __init__(self, root: Path) -> None:
        """`root` is the project: relative paths are relative to it, and locations say so."""
        self.root = root
        self._modules: dict[Path, tuple[tuple[int, int], PythonModule]] = {}
        self._shown: dict[str | Path, str] = {}

    def module(self, path: str | Path) -> PythonModule | None:
        """What is known of a file's text; None for one that can't be read."""
        place = self.root / path
        try:
            status = place.stat()
        except (OSError, ValueError):
            self._modules.pop(place, None)
            return None
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._modules.get(place)
        if known is not None and known[0] == stamp:
            return known[1]
        try:
            text = read_text(place, root=self.root, limit=SIZE_LIMIT, what="a source file")
        except SourceError:
            self._modules.pop(place, None)
            return None
        module = PythonModule(text, place.name)
        self._modules[place] = (stamp, module)
        return module

    def lines(self, path: str | Path) -> Sequence[str]:
        """Lines without their ends; none of a file that can't be read."""
        module = self.module(path)
        return module.lines if module is not None else ()

    def shown(self, path: str | Path) -> str:
        """The path as locations have it."""
        known = self._shown.get(path)
        if known is None:
            known = self._shown[path] = shown(Path(path), self.root)
        return known

    def constant(self, path: str | Path, text: str, *, near: int | None = None) -> Location | None:
        """Where the string constant `text` is written: in the smallest statement around line `near` that
        holds it, else its first place in the file."""
        module = self.module(path)
        lines = module.constants.get(text) if module is not None else None
        if module is None or not lines:
            return None
        for start, end, _head in module.around(near) if near is not None else ():
            first, last = bisect_left(lines, start), bisect_right(lines, end)
            if near is not None and first < last:
                after = bisect_left(lines, near, first, last)
                return Location(self.shown(path), lines[after if after < last else first])
        return Location(self.shown(path), lines[0])

    def assigned(self, path: str | Path, attribute: str) -> AssignedPlaces:
        """Where a module's attribute is defined, in whichever project file, and the strings in it."""
        return Definitions(self.root, self.module, self.shown).of(self.root / path, attribute)
