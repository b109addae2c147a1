"""What the arguments of a call say of a tool's name, and where the call stands."""

import ast
from dataclasses import dataclass
from typing import NamedTuple

from inspector.audit.modules import Defined, Modules, Scope, dotted_name
from inspector.audit.sdk_calls import SdkCall
from inspector.audit.values import Unknown, Values

_LOCALS = "<locals>"


class Given(NamedTuple):
    """A name, or why it can't be told; neither where a call gives None."""

    visible: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a call stands."""

    path: str
    scope: tuple[ast.AST, ...] = ()
    """Classes and functions around it, outermost first."""
    variable: str = ""
    """What its value is bound to."""

    @property
    def functions(self) -> Scope:
        return tuple(one for one in self.scope if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))

    def qualified(self, name: str) -> str:
        parts: list[str] = []
        for one in self.scope:
            if isinstance(one, ast.ClassDef):
                parts.append(one.name)
            elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                parts += [one.name, _LOCALS]
        return ".".join([*parts, name])


class GivenNames:
    """Reads names off calls, through constants and mappings of the repository."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._values = Values(modules)

    def of(self, place: Place, call: SdkCall, keyword: str, position: int | None) -> Given | None:
        """What a call says of the name; None where it says nothing."""
        node = call.keywords.get(keyword)
        if node is None and position is not None and len(call.arguments) > position:
            node = call.arguments[position]
        if node is not None:
            return self.text(place, node)
        found = (self._spread(place, spread, keyword) for spread in call.spread)
        return next((one for one in found if one is not None), None)

    def text(self, place: Place, node: ast.expr) -> Given:
        """What an expression says."""
        try:
            # The SDK takes an empty name for none.
            return Given(self._values.text(place.path, node, place.functions) or None)
        except Unknown as error:
            return Given(None, str(error))

    def _spread(self, place: Place, node: ast.expr, keyword: str) -> Given | None:
        dotted = dotted_name(node)
        target = self._modules.target(place.path, dotted) if dotted is not None else None
        statement = target.statement if isinstance(target, Defined) else None
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else node
        if not isinstance(value, ast.Dict):
            return Given(None, f"`**{ast.unparse(node)}` may give a name")
        for key, item in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == keyword:
                return self.text(place, item)
        return None
