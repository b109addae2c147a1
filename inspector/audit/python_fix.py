"""Python code in which strings give way to the name of a tool, with the imports that this takes."""

from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst
from libcst.codemod import CodemodContext
from libcst.codemod.visitors import AddImportsVisitor
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider

from inspector.sources.text_lines import TextLines

_BLOCKS = (cst.FunctionDef, cst.ClassDef, cst.If, cst.Try, cst.TryStar, cst.With, cst.For, cst.While)
_LITERALS = frozenset({"Literal", "Annotated"})


class Change(NamedTuple):
    """One old name in a string, by offsets into the text in characters."""

    start: int
    end: int
    visible: str
    module: str
    variable: str
    """What the module has the tool under; empty where only the string is to change."""


def in_module(text: str, changes: Sequence[Change]) -> str:
    """The module's text with the changes made; every other character stays."""
    wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    lines = TextLines(text)
    bound = _Bound()
    wrapper.module.visit(bound)
    planned = [
        change._replace(variable="")
        if bound.names.get(change.variable, change.module) != change.module or change.module in bound.nested
        else change
        for change in changes
    ]
    rewriting = _Rewriting(planned, lines)
    module = wrapper.visit(rewriting)
    context = CodemodContext()
    for change in dict.fromkeys((one.module, one.variable) for one in rewriting.asked):
        if bound.names.get(change[1]) != change[0]:
            AddImportsVisitor.add_needed_import(context, change[0], change[1])
    return AddImportsVisitor(context).transform_module(module).code


class _Bound(cst.CSTVisitor):
    """Every name that the module binds anywhere, with the module that it is imported from."""

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[str, str] = {}
        self.nested: set[str] = set()
        """Modules that something is imported from elsewhere than at the top level."""
        self._depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._depth += isinstance(node, _BLOCKS)
        return super().on_visit(node)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        super().on_leave(original_node)
        self._depth -= isinstance(original_node, _BLOCKS)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        source = "" if node.relative or node.module is None else cst.Module([]).code_for_node(node.module)
        if self._depth:
            self.nested.add(source)
            source = ""
        for alias in node.names if not isinstance(node.names, cst.ImportStar) else ():
            name = alias.evaluated_alias or alias.evaluated_name
            self._add(name, source if alias.asname is None else "")
        return False

    def visit_Param(self, node: cst.Param) -> None:
        self._add(node.name.value)

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._add(node.name.value)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._add(node.name.value)

    def visit_AssignTarget(self, node: cst.AssignTarget) -> None:
        self._target(node.target)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        self._target(node.target)

    def visit_For(self, node: cst.For) -> None:
        self._target(node.target)

    def visit_CompFor(self, node: cst.CompFor) -> None:
        self._target(node.target)

    def visit_NamedExpr(self, node: cst.NamedExpr) -> None:
        self._target(node.target)

    def visit_AsName(self, node: cst.AsName) -> None:
        self._target(node.name)

    def visit_ImportAlias(self, node: cst.ImportAlias) -> None:
        self._add(node.evaluated_alias or node.evaluated_name.partition(".")[0])

    def _target(self, node: cst.BaseExpression) -> None:
        if isinstance(node, cst.Name):
            self._add(node.value)
        elif isinstance(node, cst.Tuple | cst.List):
            for element in node.elements:
                self._target(element.value)

    def _add(self, name: str, source: str = "") -> None:
        known = self.names.get(name)
        self.names[name] = source if known is None or known == source else ""


class _Rewriting(cst.CSTTransformer):
    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self, changes: Sequence[Change], lines: TextLines) -> None:
        super().__init__()
        self._changes = sorted(changes)
        self._lines = lines
        self.asked: list[Change] = []
        """Those that became `variable.name`."""

    def leave_SimpleString(
        self, original_node: cst.SimpleString, updated_node: cst.SimpleString
    ) -> cst.BaseExpression:
        start, end = self._span(original_node)
        within = [one for one in self._changes if start <= one.start and one.end <= end]
        if not within:
            return updated_node
        (first, *others) = within
        is_whole = not others and original_node.evaluated_value == self._lines.text[first.start : first.end]
        if is_whole and first.variable and self._may_ask(original_node):
            self.asked.append(first)
            return cst.Attribute(value=cst.Name(first.variable), attr=cst.Name("name"))
        return updated_node.with_changes(value=self._replaced(updated_node.value, start, within))

    def leave_FormattedStringText(
        self, original_node: cst.FormattedStringText, updated_node: cst.FormattedStringText
    ) -> cst.FormattedStringText:
        start, end = self._span(original_node)
        within = [one for one in self._changes if start <= one.start and one.end <= end]
        if not within:
            return updated_node
        return updated_node.with_changes(value=self._replaced(updated_node.value, start, within))

    def _span(self, node: cst.CSTNode) -> tuple[int, int]:
        place = self.get_metadata(PositionProvider, node)
        return (
            self._lines.start(place.start.line) + place.start.column,
            self._lines.start(place.end.line) + place.end.column,
        )

    def _replaced(self, text: str, start: int, changes: Sequence[Change]) -> str:
        for change in sorted(changes, reverse=True):
            text = text[: change.start - start] + change.visible + text[change.end - start :]
        return text

    def _may_ask(self, node: cst.CSTNode) -> bool:
        """Whether an expression may stand in the string's place: not in types and joined strings."""
        while True:
            parent = self.get_metadata(ParentNodeProvider, node, None)
            if isinstance(parent, cst.Annotation | cst.ConcatenatedString):
                return False
            if isinstance(parent, cst.Expr):
                return not isinstance(node, cst.SimpleString)
            if isinstance(parent, cst.Subscript):
                value = parent.value
                name = value.attr if isinstance(value, cst.Attribute) else value
                if isinstance(name, cst.Name) and name.value in _LITERALS:
                    return False
            if parent is None or isinstance(parent, cst.BaseStatement | cst.BaseSmallStatement):
                return True
            node = parent
