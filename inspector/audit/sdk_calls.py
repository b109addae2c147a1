"""Which call of the SDK an expression is, through aliases, re-exports and partials."""

import ast
from dataclasses import dataclass, field

from inspector.audit.modules import Defined, Modules, Outside, dotted_name
from inspector.sources.python_module import bound_by

_SDK = "agents"
_FUNCTIONS = {
    "function_tool": "function_tool",
    "decorators.tool": "function_tool",
    "FunctionTool": "FunctionTool",
    "handoff": "handoff",
    "Handoff": "Handoff",
    "realtime_handoff": "handoff",
    "tool_namespace": "tool_namespace",
}
_WRAPPERS = {"name_override": "function_tool", "tool_name_override": "handoff"}
"""A function that takes such an argument hands it on to the SDK's."""
_REPLACING = frozenset({"dataclasses.replace", "copy.replace"})
_PARTIAL = "functools.partial"
_OF_MCP = frozenset({"to_function_tool", "get_function_tools", "get_all_function_tools"})
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class SdkCall:
    """A call, or a decorator without brackets."""

    form: str
    """As the SDK calls it, or `as_tool`, `replace` or `mcp`."""
    arguments: tuple[ast.expr, ...] = ()
    keywords: dict[str, ast.expr] = field(default_factory=dict)
    spread: tuple[ast.expr, ...] = ()
    """Mappings that are handed over by `**`."""


class SdkCalls:
    """Tells the calls that give tools their names from all others."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._known: dict[tuple[str, str], tuple[str, dict[str, ast.expr]]] = {}

    def of(self, path: str, node: ast.expr) -> SdkCall | None:
        """The call that a node of the module is; None for any other."""
        if isinstance(node, ast.Call):
            return self._called(path, node)
        form, presets = self._form(path, node)
        return SdkCall(form, keywords=presets) if form else None

    def _called(self, path: str, node: ast.Call) -> SdkCall | None:
        attribute = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        presets: dict[str, ast.expr] = {}
        if attribute == "as_tool":
            form = "as_tool"
        elif attribute in _OF_MCP:
            form = "mcp"
        else:
            form, presets = self._form(path, node.func)
        if not form:
            return None
        named = {each.arg: each.value for each in node.keywords if each.arg is not None}
        spread = tuple(each.value for each in node.keywords if each.arg is None)
        return SdkCall(form, tuple(node.args), {**presets, **named}, spread)

    def _form(self, path: str, node: ast.expr, depth: int = 0) -> tuple[str, dict[str, ast.expr]]:
        """What a callee is, and the keywords that partials have given it already."""
        # A class may be told its type of context, as in `Handoff[Shop](…)`.
        dotted = dotted_name(node.value if isinstance(node, ast.Subscript) else node)
        if dotted is None or depth > _DEEPEST:
            return "", {}
        found = self._known.get((path, dotted))
        if found is None:
            found = self._known[path, dotted] = self._resolved(path, dotted, depth)
        return found

    def _resolved(self, path: str, dotted: str, depth: int) -> tuple[str, dict[str, ast.expr]]:
        match self._modules.target(path, dotted):
            case Outside(dotted=outside):
                return _form_of(outside), {}
            case Defined(path=place, statement=ast.Assign(value=ast.Call() as call)):
                return self._partial(place, call, depth)
            case Defined(statement=ast.FunctionDef() | ast.ClassDef() as statement):
                return _wrapped(statement), {}
        return "", {}

    def _partial(self, path: str, call: ast.Call, depth: int) -> tuple[str, dict[str, ast.expr]]:
        callee = dotted_name(call.func)
        if callee is None or not call.args:
            return "", {}
        if self._modules.target(path, callee) != Outside(_PARTIAL):
            return "", {}
        form, presets = self._form(path, call.args[0], depth + 1)
        named = {each.arg: each.value for each in call.keywords if each.arg is not None}
        return form, {**presets, **named}


def _form_of(dotted: str) -> str:
    if dotted in _REPLACING:
        return "replace"
    package, _, name = dotted.partition(".")
    if package == _SDK and name in _FUNCTIONS:
        return _FUNCTIONS[name]
    last = name.rpartition(".")[2]
    # Frameworks on top of the SDK hand its decorator on under its own name.
    return _FUNCTIONS.get(last, "") if package == _SDK or last == "function_tool" else ""


def _wrapped(statement: ast.FunctionDef | ast.ClassDef) -> str:
    """What a definition of the repository stands for: a wrapper, or the SDK's own source."""
    if isinstance(statement, ast.ClassDef):
        fields = {name for inner in statement.body for name in bound_by(inner)}
        return "FunctionTool" if {"name", "on_invoke_tool"} <= fields else ""
    arguments = statement.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    return next((form for keyword, form in _WRAPPERS.items() if keyword in names), "")


def behind(call: SdkCall, node: ast.Call) -> ast.expr | None:
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


def described(node: ast.expr | None) -> str:
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
