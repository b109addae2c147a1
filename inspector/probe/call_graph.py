"""Which functions of the project call which, as their source says."""

from collections import deque

from .instances import Instances
from .symbols import Symbols
from .syntax import CallSite

Place = tuple[str, str]
"""A function as (path, qualname)."""


class CallGraph:
    """Calls between all functions of the files that were read."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.sites: dict[Place, list[CallSite]] = {}
        """Function to the calls in its body; the empty qualname stands for a file's top level."""
        self._instances = Instances(symbols)
        self._called: dict[tuple[str, str, str], list[Place]] = {}
        self._callers: dict[Place, list[Place]] = {}
        self._callers_by_name: dict[Place, list[Place]] = {}
        """Those among them that name what they call, instead of calling a method of an object."""
        for facts in symbols.files.values():
            for site in facts.calls:
                self.sites.setdefault((facts.path, site.within), []).append(site)
        for (path, within), sites in self.sites.items():
            if within:
                self._note_callers((path, within), sites)

    def called(self, path: str, dotted: str, within: str) -> "list[Place]":
        """Project functions that a call of `dotted` runs; a class runs its `__init__`."""
        key = (path, dotted, within)
        if key not in self._called:
            self._called[key] = self._find(path, dotted, within)
        return self._called[key]

    def callees(self, place: Place) -> "list[Place]":
        """Every function that a function calls, each once, in the order of the calls."""
        path, within = place
        found = [
            called for site in self.sites.get(place, ()) for called in self.called(path, site.dotted, within)
        ]
        return list(dict.fromkeys(found))

    def reaching(self, starts: "dict[Place, str]", *, by_name: bool = False) -> "dict[Place, str]":
        """The functions of `starts` and all that call them, however far away, each with its start's word.

        `by_name` leaves out calls of methods of objects, whose classes are only inferred.
        """
        callers = self._callers_by_name if by_name else self._callers
        found: dict[Place, str] = {}
        pending = deque(starts.items())
        while pending:
            place, word = pending.popleft()
            if place not in found:
                found[place] = word
                pending.extend((caller, word) for caller in callers.get(place, ()))
        return found

    def _note_callers(self, place: Place, sites: "list[CallSite]") -> None:
        path, within = place
        for dotted in dict.fromkeys(site.dotted for site in sites):
            named = self._instances.named(path, dotted, within) is not None
            for called in self.called(path, dotted, within):
                self._callers.setdefault(called, []).append(place)
                if named:
                    self._callers_by_name.setdefault(called, []).append(place)

    def _find(self, path: str, dotted: str, within: str) -> "list[Place]":
        symbol = self._instances.named(path, dotted, within) or self._instances.method(path, dotted, within)
        if symbol is None or not symbol.path:
            return []
        if symbol.kind == "class":
            found = (self.symbols.method(symbol, name) for name in ("__init__", "__post_init__"))
            return [(method.path, method.name) for method in found if method is not None]
        return [(symbol.path, symbol.name)] if symbol.kind == "function" else []
