"""References of a load to functions, methods and classes: factories, whatever their source says of them."""

from dataclasses import replace
from typing import Iterable

from .builders import Built, Factory, yields
from .symbols import Symbol, Symbols
from .syntax import FileFacts, FunctionFacts


def with_asked(built: Built, symbols: Symbols, facts: FileFacts, names: "Iterable[str]") -> Built:
    """What a file builds, where the functions and classes among `names` are called as the user asks for."""
    factories = {factory.facts.qualname: factory for factory in built.factories}
    for name in names:
        known = factories.get(name) or _factory(symbols, facts, name)
        if known is not None:
            factories[name] = replace(known, builds=True, runs="")
    return replace(built, factories=list(factories.values()))


def _factory(symbols: Symbols, facts: FileFacts, name: str) -> "Factory | None":
    symbol = symbols.resolve(facts.path, name) or _inherited(symbols, facts.path, name)
    if symbol is None or symbol.kind not in ("function", "class"):
        return None
    holder = symbols.files[symbol.path]
    function = holder.functions.get(symbol.name)
    if function is None:
        described = holder.classes[symbol.name]
        function = FunctionFacts(
            qualname=symbol.name,
            line=described.line,
            end_line=described.end_line,
            owner="",
            parameters=[],
            annotation_names=(),
            decorators=described.decorators,
        )
    if function.nested or (symbol.kind == "class" and holder.classes[symbol.name].nested):
        return None
    kind = "class" if symbol.kind == "class" else "method" if function.owner else "function"
    here = replace(function, qualname=name)
    if symbol.path != facts.path:
        # Its lines are those of the file that it was imported from.
        here = replace(here, line=1, end_line=0)
    return Factory(facts=here, kind=kind, builds=True, yields=yields(function))


def _inherited(symbols: Symbols, path: str, name: str) -> "Symbol | None":
    """A method that a class has from one of its bases."""
    owner, _, method = name.rpartition(".")
    kind = symbols.resolve(path, owner) if owner else None
    return symbols.method(kind, method) if kind is not None and kind.kind == "class" else None
