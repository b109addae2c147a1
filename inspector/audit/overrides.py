"""Finds the tools of a repository and the names that they were given, without running anything."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from inspector.audit.given_names import Given, GivenNames, Place
from inspector.audit.modules import Defined, Module, Modules, dotted_name
from inspector.audit.sdk_calls import SdkCall, SdkCalls, behind, described
from inspector.model import Override, OverrideBy, OverrideForm
from inspector.sources.python_module import first_line, has_line
from inspector.sources.text_lines import TextLines

_MARKS = re.compile(
    r"function_tool|FunctionTool|Handoff\b|agents\.decorators|name_override|as_tool|tool_namespace|include_server_in_tool_names"
)
"""A module without any of these, or an alias of them, gives no tool a name."""
_PREFIXED = "include_server_in_tool_names"


class _By(NamedTuple):
    """How an override is reported."""

    form: OverrideForm
    keyword: OverrideBy


_REPORTED = {
    "function_tool": (_By("function_tool", "name_override"), "name_override"),
    "FunctionTool": (_By("FunctionTool", "name_override"), "name"),
    "as_tool": (_By("as_tool", "tool_name"), "tool_name"),
    "handoff": (_By("handoff", "tool_name_override"), "tool_name_override"),
    "Handoff": (_By("handoff", "tool_name_override"), "tool_name"),
    "mcp": (_By("mcp", "tool_name_override"), "tool_name_override"),
}
"""By the form of a call, with the argument that gives the name."""
_REPLACED = _By("replace", "name_override")
_VARIABLE = _By("variable", "name_override")
_NAMESPACED = _By("tool_namespace", "tool_namespace")


@dataclass(frozen=True, slots=True)
class SeenTool:
    """A tool that the source makes; `visible` is None where its name can't be told."""

    visible: str | None
    function: str
    variable: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Found:
    """What the source says of tools and their names."""

    overrides: tuple[Override, ...]
    tools: tuple[SeenTool, ...]
    """Every tool, overridden or not."""
    too_deep: tuple[str, ...] = ()
    """Paths of modules with expressions that are nested too deep to be followed to their ends."""


def find_overrides(modules: Modules) -> Found:
    """In the order of path and line."""
    return _Search(modules).run()


class _Search:
    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._calls = SdkCalls(modules)
        self._names = GivenNames(modules)
        self._overrides: list[Override] = []
        self._tools: list[SeenTool] = []
        self._by_name: dict[tuple[str, str], SeenTool] = {}
        self._later: list[tuple[Place, ast.Call, SdkCall]] = []
        """Calls that rename tools, which may be found after them."""
        self._too_deep: list[str] = []
        self._renamed: set[int] = set()
        """Tools that are in a namespace, by identity."""
        self._lines: list[int] = []
        """Of the module that is searched: those that may give a name."""

    def run(self) -> Found:
        for module, lines in self._relevant():
            if module.tree is not None:
                self._lines = lines
                try:
                    self._body(module.tree, Place(module.path))
                except RecursionError:
                    self._too_deep.append(module.path)
        for place, node, call in self._later:
            if call.form == "replace":
                self._replaced(place, node, call)
            else:
                self._namespaced(place, call)
        self._overrides.sort(key=lambda one: (one.path, one.line, one.column))
        tools = [one for one in self._tools if id(one) not in self._renamed]
        tools.sort(key=lambda one: (one.path, one.line))
        return Found(tuple(self._overrides), tuple(tools), tuple(self._too_deep))

    def _relevant(self) -> Iterator[tuple[Module, list[int]]]:
        """Modules that may make or rename tools, with the lines that speak of it.

        Those that have an alias of the SDK's functions are among them.
        """
        marked = [module for module in self._modules if _MARKS.search(module.text)]
        known = {module.path for module in marked}
        aliases = sorted({alias for module in marked for alias in self._aliases(module)})
        words = "".join(rf"|\b{re.escape(alias)}\b" for alias in aliases)
        any_mark = re.compile(rf"{_MARKS.pattern}{words}")
        any_use = re.compile(rf"{any_mark.pattern}|\breplace\b")
        for module in self._modules:
            if module.path in known or (aliases and any_mark.search(module.text)):
                lines = TextLines(module.text)
                yield module, [lines.position(one.start())[0] for one in any_use.finditer(module.text)]

    def _aliases(self, module: Module) -> Iterator[str]:
        """Other names that a module gives to `function_tool` and the like."""
        for name in (*module.imported, *module.bindings):
            if not _MARKS.search(name) and name != "*" and self._calls.of(module.path, ast.Name(id=name)):
                yield name

    def _body(self, node: ast.AST, place: Place) -> None:
        for child in ast.iter_child_nodes(node):
            self._visit(child, place)

    def _visit(self, node: ast.AST, place: Place) -> None:
        if isinstance(node, ast.stmt) and not has_line(node, self._lines):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                self._decorated(decorator, node, place)
            inner = replace(place, scope=(*place.scope, node), variable="")
            for statement in (*node.body, node.args):
                self._visit(statement, inner)
        elif isinstance(node, ast.ClassDef):
            self._body(node, replace(place, scope=(*place.scope, node), variable=""))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            name = dotted_name(targets[0]) if len(targets) == 1 else None
            self._visit(node.value, replace(place, variable=name or ""))
        elif isinstance(node, ast.Call):
            self._called(node, place)
        else:
            if isinstance(node, ast.Dict):
                self._prefixed(node, place)
            keeps = isinstance(node, ast.Await | ast.NamedExpr)
            self._body(node, place if keeps else replace(place, variable=""))

    def _decorated(
        self, decorator: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef, place: Place
    ) -> None:
        call = self._calls.of(place.path, decorator)
        if call is None or call.form != "function_tool":
            self._body(decorator, replace(place, variable=""))
            return
        bound = replace(place, variable=function.name)
        self._named(bound, decorator, call, place.qualified(function.name), function.name)

    def _called(self, node: ast.Call, place: Place) -> None:
        call = self._calls.of(place.path, node)
        if call is None and isinstance(node.func, ast.Call) and node.args:
            # `function_tool(name_override=…)(function)`
            call = self._calls.of(place.path, node.func)
            if call is not None and call.form == "function_tool":
                call = replace(call, arguments=tuple(node.args))
            else:
                call = None
        if call is not None:
            self._made(node, call, place)
        below = replace(place, variable="")
        for child in (*node.args, *(each.value for each in node.keywords)):
            self._visit(child, below)
        if not isinstance(node.func, ast.Call):
            self._visit(node.func, below)
        if call is None and any(each.arg == _PREFIXED for each in node.keywords):
            self._servers(node, next(each.value for each in node.keywords if each.arg == _PREFIXED), place)

    def _made(self, node: ast.Call, call: SdkCall, place: Place) -> None:
        if call.form in ("replace", "tool_namespace"):
            self._later.append((place, node, call))
            return
        made_of = behind(call, node)
        if call.form == "function_tool" and made_of is None:
            return  # A decorator that is kept for later: what it decorates is found there.
        name = dotted_name(made_of) if made_of is not None else None
        default = (name or "").rpartition(".")[2]
        self._named(place, node, call, name or described(made_of), default)

    def _named(self, place: Place, node: ast.expr, call: SdkCall, function: str, default: str) -> None:
        """One tool with the name that its call gives it, or else that of its function."""
        by, keyword = _REPORTED[call.form]
        position = 0 if call.form in ("FunctionTool", "Handoff", "as_tool") else None
        given = self._names.of(place, call, keyword, position)
        if given is not None and (given.visible is not None or given.reason):
            self._add(place, node, function, given, by)
        elif call.form in ("function_tool", "FunctionTool"):
            self._plain(place, node, function, default)

    def _plain(self, place: Place, node: ast.expr, function: str, default: str) -> None:
        """A tool that is called like its function; its variable may differ."""
        variable = place.variable.rpartition(".")[2]
        if default and variable and variable != default:
            self._add(place, node, function, Given(default), _VARIABLE)
            return
        self._tool(SeenTool(default or None, function, place.variable, place.path, node.lineno))

    def _add(self, place: Place, node: ast.expr, function: str, given: Given, by: _By) -> None:
        visible = given.visible
        self._tool(SeenTool(visible, function, place.variable, place.path, node.lineno))
        names = {function.rpartition(".")[2], place.variable} - {""}
        if by.form == "FunctionTool" and names <= {visible}:
            return
        self._overrides.append(
            Override(
                function=function,
                module=self._modules.name_of(place.path),
                variable=place.variable,
                override=visible,
                unresolved=given.reason,
                by=by.keyword,
                form=by.form,
                path=place.path,
                line=node.lineno,
                column=node.col_offset + 1,
                importable=self._is_importable(place, node),
            )
        )

    def _tool(self, tool: SeenTool) -> None:
        self._tools.append(tool)
        if tool.variable:
            self._by_name[tool.path, tool.variable] = tool

    def _is_importable(self, place: Place, node: ast.expr) -> bool:
        """Whether the module has the tool itself under the variable's name."""
        if place.scope or not place.variable or "." in place.variable:
            return False
        statement = self._modules.at(place.path).bindings.get(place.variable)
        if statement is None:
            return False
        return first_line(statement) <= node.lineno <= (statement.end_lineno or statement.lineno)

    def _known(self, place: Place, node: ast.expr) -> SeenTool | None:
        """The tool that an expression names, wherever it is defined."""
        dotted = dotted_name(node)
        if dotted is None:
            return None
        target = self._modules.target(place.path, dotted)
        own = self._by_name.get((place.path, dotted))
        return self._by_name.get((target.path, target.name)) if isinstance(target, Defined) else own

    def _replaced(self, place: Place, node: ast.Call, call: SdkCall) -> None:
        """`dataclasses.replace(tool, name=…)`: of anything that isn't known to be a tool it is none."""
        if "name" not in call.keywords or not call.arguments:
            return
        of = call.arguments[0]
        tool = self._known(place, of)
        if tool is None and not (dotted_name(of) or "").lower().endswith("tool"):
            return
        function = tool.function if tool is not None else dotted_name(of) or ""
        self._add(place, node, function, self._names.text(place, call.keywords["name"]), _REPLACED)

    def _namespaced(self, place: Place, call: SdkCall) -> None:
        namespace = self._names.of(place, call, "name", 0) or Given(None, "the namespace has no name")
        tools = call.keywords.get("tools", call.arguments[-1] if len(call.arguments) > 1 else None)
        if isinstance(tools, ast.List | ast.Tuple):
            for element in tools.elts:
                self._in_namespace(place, element, namespace)
        elif tools is not None:
            reason = f"`{ast.unparse(tools)}` is no list of tools that could be read"
            self._add(place, tools, "", Given(None, reason), _NAMESPACED)

    def _in_namespace(self, place: Place, element: ast.expr, namespace: Given) -> None:
        tool = self._known(place, element)
        given = namespace
        if tool is None or tool.visible is None:
            given = Given(None, namespace.reason or f"the name of `{ast.unparse(element)}` can't be told")
        elif namespace.visible is not None:
            given = Given(f"{namespace.visible}.{tool.visible}")
            # Its bare name is nothing that the model sees any more.
            self._renamed.add(id(tool))
        function = tool.function if tool is not None else dotted_name(element) or described(element)
        bound = replace(place, variable=dotted_name(element) or "")
        self._add(bound, element, function, given, _NAMESPACED)

    def _prefixed(self, node: ast.Dict, place: Place) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == _PREFIXED:
                self._servers(key, value, place)

    def _servers(self, node: ast.expr, value: ast.expr, place: Place) -> None:
        """All MCP tools of an agent, which get their server's name in front."""
        if isinstance(value, ast.Constant) and not value.value:
            return
        reason = "each is its server's name and its own, which only the server tells"
        self._add(replace(place, variable=""), node, "", Given(None, reason), _REPORTED["mcp"][0])
