"""What one source file says of itself: imports, calls, functions and classes, before any name is resolved."""

import ast
import tokenize
from dataclasses import dataclass, field
from typing import Any, Callable

from .expressions import (
    FunctionNode,
    Leaf,
    annotation_names,
    assigned_names,
    callee,
    changed_lists,
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


@dataclass
class ListChange:
    """A statement that changes or replaces what an object holds as tools, handoffs or MCP servers."""

    owner: str
    """Dotted name of the object; empty when it is no name."""
    attribute: str
    line: int
    within: str
    """Qualified name of the enclosing function; empty at module or class level."""
    guarded: bool
    """Under `if __name__ == "__main__"`."""


@dataclass
class FunctionFacts:
    qualname: str
    line: int
    end_line: int
    owner: str
    """Qualified name of the class it is a method of, or empty."""
    parameters: "list[dict[str, Any]]"
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
    stars: "list[Imported]" = field(default_factory=list)
    calls: "list[CallSite]" = field(default_factory=list)
    changes: "list[ListChange]" = field(default_factory=list)
    functions: "dict[str, FunctionFacts]" = field(default_factory=dict)
    classes: "dict[str, ClassFacts]" = field(default_factory=dict)
    assigned: "dict[str, list[Leaf]]" = field(default_factory=dict)
    """Module-level names and what they were given."""
    aliases: "dict[str, str]" = field(default_factory=dict)
    loop_names: "set[str]" = field(default_factory=set)
    error: "str | None" = None
    """Class and message of what keeps the file from being read."""
    error_line: "int | None" = None
    text: str = ""
    """Kept only for a file that can't be read."""


def read_file(path: str) -> FileFacts:
    """Facts of a file; that it can't be read is a fact too. Raises OSError when it can't be opened."""
    facts = FileFacts(path)
    try:
        with tokenize.open(path) as stream:
            text = stream.read()
        _Reader(facts).read(ast.parse(text, path))
    except OSError:
        raise
    except Exception as error:  # whatever is odd about one file must not cost the others
        return _unreadable(path, error)
    return facts


def _unreadable(path: str, error: Exception) -> FileFacts:
    facts = FileFacts(path)
    with open(path, "rb") as raw:
        facts.text = raw.read().decode("utf-8", "replace")
    if isinstance(error, SyntaxError):
        facts.error, facts.error_line = f"SyntaxError: {error.msg}", error.lineno
    elif isinstance(error, ValueError):  # bytes that are no source text
        facts.error = f"SyntaxError: {error}"
    else:
        facts.error = f"{type(error).__name__}: {error}"
    return facts


class _Reader:
    """Walks a tree with a stack of its own, because generated source may be nested beyond Python's."""

    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.scope: list[str] = []
        self.functions: list[FunctionFacts] = []
        self.owners: list[str] = []
        self.guarded = False
        self._pending: "list[ast.AST | Callable[[], object]]" = []
        self._kinds: "dict[type, Callable[[Any], None]]" = {
            ast.Import: self._import,
            ast.ImportFrom: self._import_from,
            ast.FunctionDef: self._function,
            ast.AsyncFunctionDef: self._function,
            ast.ClassDef: self._class,
            ast.If: self._if,
            ast.For: self._loop,
            ast.AsyncFor: self._loop,
            ast.Return: self._return,
            ast.Yield: self._yield,
            ast.Assign: self._assignment,
            ast.AnnAssign: self._typed_assignment,
            ast.NamedExpr: self._typed_assignment,
            ast.AugAssign: self._change_targets,
            ast.Delete: self._change_targets,
            ast.Call: self._call,
        }

    def read(self, tree: ast.AST) -> None:
        self._then(tree)
        while self._pending:
            step = self._pending.pop()
            if isinstance(step, ast.AST):
                self._kinds.get(type(step), self._parts)(step)
            else:
                step()

    def _then(self, *steps: "ast.AST | Callable[[], object]") -> None:
        """Take these nodes and actions next, in this order."""
        self._pending.extend(reversed(steps))

    def _parts(self, node: ast.AST) -> None:
        self._then(*ast.iter_child_nodes(node))

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            self.facts.imports[name] = Imported(0, alias.name if alias.asname else name)

    def _import_from(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        for alias in node.names:
            if alias.name == "*":
                self.facts.stars.append(Imported(node.level, module))
            else:
                self.facts.imports[alias.asname or alias.name] = Imported(node.level, module, alias.name)

    def _function(self, node: FunctionNode) -> None:
        def enter() -> None:
            facts = FunctionFacts(
                qualname=".".join([*self.scope, node.name]),
                line=node.lineno,
                end_line=node.end_lineno or node.lineno,
                owner=self.owners[-1] if self.owners and not self.functions else "",
                parameters=list(parameters(node.args)),
                annotation_names=tuple(annotation_names(node.returns)),
                decorators=tuple(decorator_names(node)),
                nested=bool(self.functions),
            )
            self.facts.functions.setdefault(facts.qualname, facts)
            self.scope.append(node.name)
            self.functions.append(facts)

        returns = [node.returns] if node.returns is not None else []
        outside = (*node.decorator_list, node.args, *returns)
        self._then(*outside, enter, *node.body, self.functions.pop, self.scope.pop)

    def _class(self, node: ast.ClassDef) -> None:
        def enter() -> None:
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

        outside = (*node.decorator_list, *node.bases, *node.keywords)
        self._then(*outside, enter, *node.body, self.owners.pop, self.scope.pop)

    def _if(self, node: ast.If) -> None:
        outer = self.guarded
        inner = outer or is_main_guard(node.test)

        def guard(guarded: bool) -> None:
            self.guarded = guarded

        self._then(node.test, lambda: guard(inner), *node.body, lambda: guard(outer), *node.orelse)

    def _loop(self, node: "ast.For | ast.AsyncFor") -> None:
        if not self.scope:
            self.facts.loop_names.update(n.id for n in ast.walk(node.target) if isinstance(n, ast.Name))
            self.facts.loop_names.update(assigned_names(node.body))
        self._parts(node)

    def _return(self, node: ast.Return) -> None:
        if self.functions:
            self.functions[-1].returned.extend(leaves(node.value))
        self._parts(node)

    def _yield(self, node: ast.Yield) -> None:
        if self.functions:
            self.functions[-1].is_generator = True
            self.functions[-1].yielded.extend(leaves(node.value))
        self._parts(node)

    def _assignment(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._assign(target, node.value)
            self._change(target)
        self._parts(node)

    def _typed_assignment(self, node: "ast.AnnAssign | ast.NamedExpr") -> None:
        if node.value is not None:
            self._assign(node.target, node.value)
            self._change(node.target)
        self._parts(node)

    def _change_targets(self, node: "ast.AugAssign | ast.Delete") -> None:
        for target in node.targets if isinstance(node, ast.Delete) else [node.target]:
            self._change(target)
        self._parts(node)

    def _change(self, target: ast.expr) -> None:
        for owner, attribute in changed_lists(target):
            within = self.functions[-1].qualname if self.functions else ""
            change = ListChange(dotted_name(owner), attribute, target.lineno, within, self.guarded)
            self.facts.changes.append(change)

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

    def _call(self, node: ast.Call) -> None:
        dotted = callee(node)
        self._change(node)
        if dotted:
            self.facts.calls.append(self._call_site(node, dotted))
            receiver, _, method = dotted.rpartition(".")
            if method in ("append", "extend", "add", "setdefault", "update", "insert") and receiver:
                for argument in node.args:
                    self._give(receiver, leaves(argument))
        self._parts(node)

    def _call_site(self, node: ast.Call, dotted: str) -> CallSite:
        return CallSite(
            dotted=dotted,
            line=node.lineno,
            end_line=node.end_lineno or node.lineno,
            name=literal_name(node),
            within=self.functions[-1].qualname if self.functions else "",
            guarded=self.guarded,
        )
