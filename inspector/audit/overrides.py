"""Finds the tools of a repository and the names that they were given, without running anything."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from inspector.audit.modules import Defined, Module, Modules, Scope, dotted_name
from inspector.audit.sdk_calls import SdkCall, SdkCalls
from inspector.audit.values import Unknown, Values
from inspector.model import Override, OverrideBy, OverrideForm
from inspector.sources.python_module import first_line, has_line
from inspector.sources.text_lines import TextLines

_MARKS = re.compile(
    r"function_tool|FunctionTool|Handoff\b|agents\.decorators|name_override|as_tool|tool_namespace|include_server_in_tool_names"
)
"""A module without any of these, or an alias of them, gives no tool a name."""
_PREFIXED = "include_server_in_tool_names"
_LOCALS = "<locals>"


class _By(NamedTuple):
    """How an override is reported."""

    form: OverrideForm
    keyword: OverrideBy


class _Given(NamedTuple):
    """A name, or why it can't be told; neither where a call gives None."""

    visible: str | None
    reason: str = ""


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


def find_overrides(modules: Modules) -> Found:
    """In the order of path and line."""
    return _Search(modules).run()


@dataclass(frozen=True, slots=True)
class _Place:
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


class _Search:
    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._calls = SdkCalls(modules)
        self._values = Values(modules)
        self._overrides: list[Override] = []
        self._tools: list[SeenTool] = []
        self._by_name: dict[tuple[str, str], SeenTool] = {}
        self._later: list[tuple[_Place, ast.Call, SdkCall]] = []
        """Calls that rename tools, which may be found after them."""
        self._lines: list[int] = []
        """Of the module that is searched: those that may give a name."""

    def run(self) -> Found:
        for module, lines in self._relevant():
            if module.tree is not None:
                self._lines = lines
                self._body(module.tree, _Place(module.path))
        for place, node, call in self._later:
            if call.form == "replace":
                self._replaced(place, node, call)
            else:
                self._namespaced(place, call)
        self._overrides.sort(key=lambda one: (one.path, one.line, one.column))
        self._tools.sort(key=lambda one: (one.path, one.line))
        return Found(tuple(self._overrides), tuple(self._tools))

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

    def _body(self, node: ast.AST, place: _Place) -> None:
        for child in ast.iter_child_nodes(node):
            self._visit(child, place)

    def _visit(self, node: ast.AST, place: _Place) -> None:
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
        self, decorator: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef, place: _Place
    ) -> None:
        call = self._calls.of(place.path, decorator)
        if call is None or call.form != "function_tool":
            self._body(decorator, replace(place, variable=""))
            return
        bound = replace(place, variable=function.name)
        self._named(bound, decorator, call, place.qualified(function.name), function.name)

    def _called(self, node: ast.Call, place: _Place) -> None:
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

    def _made(self, node: ast.Call, call: SdkCall, place: _Place) -> None:
        if call.form in ("replace", "tool_namespace"):
            self._later.append((place, node, call))
            return
        behind = _behind(call, node)
        if call.form == "function_tool" and behind is None:
            return  # A decorator that is kept for later: what it decorates is found there.
        name = dotted_name(behind) if behind is not None else None
        default = (name or "").rpartition(".")[2]
        self._named(place, node, call, name or _described(behind), default)

    def _named(self, place: _Place, node: ast.expr, call: SdkCall, function: str, default: str) -> None:
        """One tool with the name that its call gives it, or else that of its function."""
        by, keyword = _REPORTED[call.form]
        position = 0 if call.form in ("FunctionTool", "Handoff", "as_tool") else None
        given = self._given(place, call, keyword, position)
        if given is not None and (given.visible is not None or given.reason):
            self._add(place, node, function, given, by)
        elif call.form in ("function_tool", "FunctionTool"):
            self._plain(place, node, function, default)

    def _given(self, place: _Place, call: SdkCall, keyword: str, position: int | None) -> _Given | None:
        """What a call says of the name; None where it says nothing."""
        node = call.keywords.get(keyword)
        if node is None and position is not None and len(call.arguments) > position:
            node = call.arguments[position]
        if node is not None:
            return self._text(place, node)
        found = (self._spread(place, spread, keyword) for spread in call.spread)
        return next((one for one in found if one is not None), None)

    def _text(self, place: _Place, node: ast.expr) -> _Given:
        try:
            # The SDK takes an empty name for none.
            return _Given(self._values.text(place.path, node, place.functions) or None)
        except Unknown as error:
            return _Given(None, str(error))

    def _spread(self, place: _Place, node: ast.expr, keyword: str) -> _Given | None:
        dotted = dotted_name(node)
        target = self._modules.target(place.path, dotted) if dotted is not None else None
        statement = target.statement if isinstance(target, Defined) else None
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else node
        if not isinstance(value, ast.Dict):
            return _Given(None, f"`**{ast.unparse(node)}` may give a name")
        for key, item in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == keyword:
                return self._text(place, item)
        return None

    def _plain(self, place: _Place, node: ast.expr, function: str, default: str) -> None:
        """A tool that is called like its function; its variable may differ."""
        variable = place.variable.rpartition(".")[2]
        if default and variable and variable != default:
            self._add(place, node, function, _Given(default), _VARIABLE)
            return
        self._tool(SeenTool(default or None, function, place.variable, place.path, node.lineno))

    def _add(self, place: _Place, node: ast.expr, function: str, given: _Given, by: _By) -> None:
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

    def _is_importable(self, place: _Place, node: ast.expr) -> bool:
        """Whether the module has the tool itself under the variable's name."""
        if place.scope or not place.variable or "." in place.variable:
            return False
        statement = self._modules.at(place.path).bindings.get(place.variable)
        if statement is None:
            return False
        return first_line(statement) <= node.lineno <= (statement.end_lineno or statement.lineno)

    def _known(self, place: _Place, node: ast.expr) -> SeenTool | None:
        """The tool that an expression names, wherever it is defined."""
        dotted = dotted_name(node)
        if dotted is None:
            return None
        target = self._modules.target(place.path, dotted)
        own = self._by_name.get((place.path, dotted))
        return self._by_name.get((target.path, target.name)) if isinstance(target, Defined) else own

    def _replaced(self, place: _Place, node: ast.Call, call: SdkCall) -> None:
        """`dataclasses.replace(tool, name=…)`: of anything that isn't known to be a tool it is none."""
        if "name" not in call.keywords or not call.arguments:
            return
        of = call.arguments[0]
        tool = self._known(place, of)
        if tool is None and not (dotted_name(of) or "").lower().endswith("tool"):
            return
        function = tool.function if tool is not None else dotted_name(of) or ""
        self._add(place, node, function, self._text(place, call.keywords["name"]), _REPLACED)

    def _namespaced(self, place: _Place, call: SdkCall) -> None:
        namespace = self._given(place, call, "name", 0) or _Given(None, "the namespace has no name")
        tools = call.keywords.get("tools", call.arguments[-1] if len(call.arguments) > 1 else None)
        if isinstance(tools, ast.List | ast.Tuple):
            for element in tools.elts:
                self._in_namespace(place, element, namespace)
        elif tools is not None:
            reason = f"`{ast.unparse(tools)}` is no list of tools that could be read"
            self._add(place, tools, "", _Given(None, reason), _NAMESPACED)

    def _in_namespace(self, place: _Place, element: ast.expr, namespace: _Given) -> None:
        tool = self._known(place, element)
        given = namespace
        if tool is None or tool.visible is None:
            given = _Given(None, namespace.reason or f"the name of `{ast.unparse(element)}` can't be told")
        elif namespace.visible is not None:
            given = _Given(f"{namespace.visible}.{tool.visible}")
            # Its bare name is nothing that the model sees any more.
            self._tools = [one for one in self._tools if one is not tool]
        function = tool.function if tool is not None else dotted_name(element) or _described(element)
        bound = replace(place, variable=dotted_name(element) or "")
        self._add(bound, element, function, given, _NAMESPACED)

    def _prefixed(self, node: ast.Dict, place: _Place) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == _PREFIXED:
                self._servers(key, value, place)

    def _servers(self, node: ast.expr, value: ast.expr, place: _Place) -> None:
        """All MCP tools of an agent, which get their server's name in front."""
        if isinstance(value, ast.Constant) and not value.value:
            return
        reason = "each is its server's name and its own, which only the server tells"
        self._add(replace(place, variable=""), node, "", _Given(None, reason), _REPORTED["mcp"][0])


def _behind(call: SdkCall, node: ast.Call) -> ast.expr | None:
    """The expression of what a tool is made of: a function, or an agent."""
    match call.form:
        case "as_tool":
            return node.func.value if isinstance(node.func, ast.Attribute) else None
        case "FunctionTool":
            return call.keywords.get("on_invoke_tool", call.arguments[3] if len(call.arguments) > 3 else None)
        case "handoff":
            return call.arguments[0] if call.arguments else call.keywords.get("agent")
        case "Handoff":
            return call.keywords.get("agent_name")
        case "mcp":
            return call.arguments[0] if call.arguments else call.keywords.get("tool")
    return call.arguments[0] if call.arguments else call.keywords.get("func")


def _described(node: ast.expr | None) -> str:
    """A function's or agent's name where it stands in the call itself."""
    if isinstance(node, ast.Lambda):
        return "<lambda>"
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                return str(keyword.value.value)
    return ""


def modules_of(texts: Mapping[str, str]) -> Modules:
    """The modules among the texts of files."""
    return Modules({path: text for path, text in texts.items() if path.endswith(".py")})
