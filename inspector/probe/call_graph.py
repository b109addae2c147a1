"""Which functions of the project call which, as their source says."""

from collections import deque

from .symbols import Symbol, Symbols
from .syntax import CallSite, FileFacts

Place = tuple[str, str]
"""A function as (path, qualname)."""


class CallGraph:
    """Calls between all functions of the files that were read."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.sites: dict[Place, list[CallSite]] = {}
        """Function to the calls in its body; the empty qualname stands for a file's top level."""
        self._called: dict[tuple[str, str, str], list[Place]] = {}
        self._callers: dict[Place, list[Place]] = {}
        for facts in symbols.files.values():
            for site in facts.calls:
                self.sites.setdefault((facts.path, site.within), []).append(site)
        for place in self.sites:
            for called in self.callees(place) if place[1] else ():
                self._callers.setdefault(called, []).append(place)

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

    def reaching(self, starts: "dict[Place, str]") -> "dict[Place, str]":
        """The functions of `starts` and all that call them, however far away, each with its start's word."""
        found: dict[Place, str] = {}
        pending = deque(starts.items())
        while pending:
            place, word = pending.popleft()
            if place not in found:
                found[place] = word
                pending.extend((caller, word) for caller in self._callers.get(place, ()))
        return found

    def _find(self, path: str, dotted: str, within: str) -> "list[Place]":
        facts = self.symbols.files[path]
        if within and f"{within}.{dotted}" in facts.functions:
            return [(path, f"{within}.{dotted}")]
        symbol = self._self_method(facts, dotted, within) or self.symbols.resolve(path, dotted)
        if symbol is None or not symbol.path:
            return []
        if symbol.kind == "class":
            found = (self.symbols.method(symbol, name) for name in ("__init__", "__post_init__"))
            return [(method.path, method.name) for method in found if method is not None]
        return [(symbol.path, symbol.name)] if symbol.kind == "function" else []

    def _self_method(self, facts: FileFacts, dotted: str, within: str) -> "Symbol | None":
        receiver, _, method = dotted.partition(".")
        function = facts.functions.get(within)
        if receiver not in ("self", "cls") or "." in method or function is None or not function.owner:
            return None
        return self.symbols.method(Symbol("class", facts.path, function.owner), method)
