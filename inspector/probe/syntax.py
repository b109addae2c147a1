"""What one source file says of itself: imports, calls, functions and classes, before any name is resolved."""

import ast
import tokenize
from dataclasses import dataclass, field
from typing import Any

from .expressions import (
    FunctionNode,
    Leaf,
    annotation_names,
    assigned_names,
    callee,
    decorator_names,
    dotted_name,
    is_main_guard,
    leaves,
    literal_name,
    parameters,
)


@dataclass(frozen=True)
class Imported:
    """Origin of an imported name: `from <level dots><module> import <name>`, or `import <module>`."""

    level: int
    module: str
    name: str = ""


@dataclass
class CallSite:
    dotted: str
    line: int
    end_line: int
    name: "str | None"
    """The literal `name` argument."""
    within: str
    """Qualified name of the enclosing function; empty at module or class level."""
    guarded: bool
    """Under `if __name__ == "__main__"`."""
    arguments: "tuple[str, ...]" = ()


@dataclass
class FunctionFacts:
    qualname: str
    line: int
    end_line: int
    is_async: bool
    owner: str
    """Qualified name of the class it is a method of, or empty."""
    parameters: "list[dict[str, Any]]"
    annotation: str
    annotation_names: "tuple[str, ...]"
    decorators: "tuple[str, ...]"
    returned: "list[Leaf]" = field(default_factory=list)
    yielded: "list[Leaf]" = field(default_factory=list)
    is_generator: bool = False
    assigned: "dict[str, list[Leaf]]" = field(default_factory=dict)
    nested: bool = False


@dataclass
class ClassFacts:
    qualname: str
    line: int
    end_line: int
    bases: "tuple[str, ...]"
    decorators: "tuple[str, ...]"
    nested: bool


@dataclass
class FileFacts:
    path: str
    imports: "dict[str, Imported]" = field(default_factory=dict)
    statements: "list[tuple[int, str, tuple[str, ...]]]" = field(default_factory=list)
    """Every import statement as (level, module, names)."""
    stars: "list[Imported]" = field(default_factory=list)
    calls: "list[CallSite]" = field(default_factory=list)
    functions: "dict[str, FunctionFacts]" = field(default_factory=dict)
    classes: "dict[str, ClassFacts]" = field(default_factory=dict)
    assigned: "dict[str, list[Leaf]]" = field(default_factory=dict)
    """Module-level names and what they were given."""
    aliases: "dict[str, str]" = field(default_factory=dict)
    loop_names: "set[str]" = field(default_factory=set)
    error: "SyntaxError | None" = None
    text: str = ""
    """Kept only for a file that can't be parsed."""


def read_file(path: str) -> FileFacts:
    """Facts of a file; a syntax error is a fact too. Raises OSError when the file is unreadable."""
    facts = FileFacts(path)
    try:
        with tokenize.open(path) as stream:
            text = stream.read()
        tree = ast.parse(text, path)
    except (SyntaxError, UnicodeDecodeError, ValueError, RecursionError, MemoryError) as error:
        with open(path, "rb") as raw:
            facts.text = raw.read().decode("utf-8", "replace")
        facts.error = error if isinstance(error, SyntaxError) else SyntaxError(str(error))
        return facts
    _Reader(facts).visit(tree)
    return facts


class _Reader(ast.NodeVisitor):
    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.scope: list[str] = []
        self.functions: list[FunctionFacts] = []
        self.owners: list[str] = []
        self.guarded = False

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.facts.statements.append((0, alias.name, ()))
            name = alias.asname or alias.name.split(".")[0]
            self.facts.imports[name] = Imported(0, alias.name if alias.asname else name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        self.facts.statements.append((node.level, module, tuple(alias.name for alias in node.names)))
        for alias in node.names:
            if alias.name == "*":
                self.facts.stars.append(Imported(node.level, module))
            else:
                self.facts.imports[alias.asname or alias.name] = Imported(node.level, module, alias.name)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: FunctionNode) -> None:
        for outside in (*node.decorator_list, node.args, node.returns):
            if outside is not None:
                self.visit(outside)
        facts = FunctionFacts(
            qualname=".".join([*self.scope, node.name]),
            line=node.lineno,
            end_line=node.end_lineno or node.lineno,
            is_async=isinstance(node, ast.AsyncFunctionDef),
            owner=self.owners[-1] if self.owners and not self.functions else "",
            parameters=list(parameters(node.args)),
            annotation=ast.unparse(node.returns) if node.returns is not None else "",
            annotation_names=tuple(annotation_names(node.returns)),
            decorators=tuple(decorator_names(node)),
            nested=bool(self.functions),
        )
        self.facts.functions.setdefault(facts.qualname, facts)
        self.scope.append(node.name)
        self.functions.append(facts)
        self._body(node.body)
        self.functions.pop()
        self.scope.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for outside in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(outside)
        qualname = ".".join([*self.scope, node.name])
        self.facts.classes[qualname] = ClassFacts(
            qualname=qualname,
            line=node.lineno,
            end_line=node.end_lineno or node.lineno,
            bases=tuple(base for base in map(dotted_name, node.bases) if base),
            decorators=tuple(decorator_names(node)),
            nested=bool(self.scope),
        )
        self.scope.append(node.name)
        self.owners.append(qualname)
        self._body(node.body)
        self.owners.pop()
        self.scope.pop()

    def _body(self, statements: "list[ast.stmt]") -> None:
        for statement in statements:
            self.visit(statement)

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        outer = self.guarded
        self.guarded = outer or is_main_guard(node.test)
        self._body(node.body)
        self.guarded = outer
        self._body(node.orelse)

    def visit_For(self, node: ast.For) -> None:
        self._loop(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> None:
        self._loop(node)

    def _loop(self, node: "ast.For | ast.AsyncFor") -> None:
        if not self.scope:
            self.facts.loop_names.update(n.id for n in ast.walk(node.target) if isinstance(n, ast.Name))
            self.facts.loop_names.update(assigned_names(node.body))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if self.functions:
            self.functions[-1].returned.extend(leaves(node.value))
        self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield) -> None:
        if self.functions:
            self.functions[-1].is_generator = True
            self.functions[-1].yielded.extend(leaves(node.value))
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._assign(target, node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign(node.target, node.value)
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self._assign(node.target, node.value)
        self.generic_visit(node)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self._assign(element, value)
            return
        name = dotted_name(target)
        if not name:
            return
        self._give(name, leaves(value))
        if not self.scope and isinstance(target, ast.Name):
            self._alias(target.id, value)

    def _alias(self, name: str, value: ast.expr) -> None:
        if isinstance(value, ast.Call) and callee(value) in ("partial", "functools.partial") and value.args:
            value = value.args[0]
        dotted = dotted_name(value)
        if dotted and not isinstance(value, ast.Call):
            self.facts.aliases[name] = dotted

    def _give(self, name: str, values: "list[Leaf]") -> None:
        holder = self.functions[-1].assigned if self.functions else self.facts.assigned
        holder.setdefault(name, []).extend(values)

    def visit_Call(self, node: ast.Call) -> None:
        dotted = callee(node)
        if dotted:
            self.facts.calls.append(self._call_site(node, dotted))
            receiver, _, method = dotted.rpartition(".")
            if method in ("append", "extend", "add", "setdefault", "update", "insert") and receiver:
                for argument in node.args:
                    self._give(receiver, leaves(argument))
        self.generic_visit(node)

    def _call_site(self, node: ast.Call, dotted: str) -> CallSite:
        return CallSite(
            dotted=dotted,
            line=node.lineno,
            end_line=node.end_lineno or node.lineno,
            name=literal_name(node),
            within=self.functions[-1].qualname if self.functions else "",
            guarded=self.guarded,
            arguments=tuple(name for name in map(dotted_name, node.args) if name),
        )
