"""Which class of the project an expression gives an object of: `Class()`, a fluent chain, a local name."""

from typing import Iterable

from .expressions import Leaf
from .symbols import Symbol, Symbols
from .syntax import FunctionFacts

_CALL = "()"
_DEPTH = 40
"""Calls and names that an object is followed through."""
_SELF = frozenset({"Self", "typing.Self", "typing_extensions.Self"})
_Key = tuple[str, str, str]
"""(path, qualname of the function around it, expression)."""


class Instances:
    """Resolves what is called where a plain name doesn't say it; each expression is looked at once."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self._kinds: dict[_Key, Symbol | None] = {}
        self._asked: set[_Key] = set()
        """What the look-up that is under way has come by, so that circles end."""
        self._depth = 0

    def named(self, path: str, dotted: str, within: str) -> "Symbol | None":
        """The definition that a call of `dotted` inside `within` names, a method of `self` included."""
        facts = self.symbols.files[path]
        if within and f"{within}.{dotted}" in facts.functions:
            return Symbol("function", path, f"{within}.{dotted}")
        receiver, _, method = dotted.partition(".")
        function = facts.functions.get(within)
        if receiver in ("self", "cls") and "." not in method and function is not None and function.owner:
            found = self.symbols.method(Symbol("class", path, function.owner), method)
            if found is not None:
                return found
        return self.symbols.resolve(path, dotted)

    def method(self, path: str, dotted: str, within: str) -> "Symbol | None":
        """The method that a call of `<expression>.<name>` runs, where the object's class is the project's."""
        receiver, _, name = dotted.rpartition(".")
        kind = self._kind((path, within, receiver)) if receiver else None
        return None if kind is None else self.symbols.method(kind, name)

    def _kind(self, key: _Key) -> "Symbol | None":
        if key in self._kinds:
            return self._kinds[key]
        if key in self._asked or self._depth > _DEPTH:
            return None
        self._asked.add(key)
        self._depth += 1
        found = self._find(*key)
        self._depth -= 1
        # Below another expression, a circle may have hidden what this one gives: then None is no last word.
        if found is not None or not self._depth:
            self._kinds[key] = found
        if not self._depth:
            self._asked.clear()
        return found

    def _find(self, path: str, within: str, expression: str) -> "Symbol | None":
        function = self.symbols.files[path].functions.get(within)
        if expression.endswith(_CALL):
            return self._result(path, within, expression[: -len(_CALL)])
        if function is None:
            return None
        if expression in ("self", "cls"):
            return Symbol("class", path, function.owner) if function.owner else None
        return self._first(path, within, function.assigned.get(expression, ()))

    def _first(self, path: str, within: str, leaves: "Iterable[Leaf]") -> "Symbol | None":
        """The class of the first of some values that is an object of one."""
        for leaf in leaves:
            if not leaf.inside:
                found = self._kind((path, within, leaf.dotted + _CALL if leaf.is_call else leaf.dotted))
                if found is not None:
                    return found
        return None

    def _result(self, path: str, within: str, dotted: str) -> "Symbol | None":
        """What a call gives an object of."""
        called = self.named(path, dotted, within)
        receiver: Symbol | None = None
        if called is None:
            called = self.method(path, dotted, within)
            receiver = self._kind((path, within, dotted.rpartition(".")[0])) if called is not None else None
        if called is None or called.kind == "class":
            return called
        if called.kind != "function":
            return None
        function = self.symbols.files[called.path].functions[called.name]
        return self._annotated(called.path, function, receiver) or self._returned(called, function, receiver)

    def _annotated(self, path: str, function: FunctionFacts, receiver: "Symbol | None") -> "Symbol | None":
        for name in function.annotation_names:
            if name in _SELF:
                return receiver or (Symbol("class", path, function.owner) if function.owner else None)
            symbol = self.symbols.resolve(path, name)
            if symbol is not None and symbol.kind == "class":
                return symbol
        return None

    def _returned(
        self, called: Symbol, function: FunctionFacts, receiver: "Symbol | None"
    ) -> "Symbol | None":
        if receiver is not None and any(leaf == Leaf("self", False) for leaf in function.returned):
            return receiver
        return self._first(called.path, called.name, function.returned)
