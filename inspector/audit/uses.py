"""What the code does with a string: the SDK's own lists and settings, and comparisons with a tool's name."""

import ast
import re

from inspector.audit.declared import Belongs
from inspector.audit.modules import Defined, Modules, dotted_name
from inspector.audit.occurrence import Occurrence
from inspector.model import ReferenceSet

_KEYWORDS: dict[str, ReferenceSet] = {
    "stop_at_tool_names": "stop",
    "tool_choice": "tool_choice",
    "needs_approval": "approval",
    "require_approval": "approval",
    "instructions": "prompt",
    "system_prompt": "prompt",
    "prompt": "prompt",
    "allowed_tools": "enable",
    "allowed_tool_names": "enable",
    "blocked_tool_names": "enable",
}
"""Arguments of the SDK's that hold names of tools, or speak of them."""
_CALLS: dict[str, ReferenceSet] = {"StopAtTools": "stop"}
_MARKS = re.compile(rf"\b(?:{'|'.join(_KEYWORDS)})\s*=|{'|'.join(_CALLS)}")
_TOOL_NAME = re.compile(
    r"(?:^|[._])(?:tool|call|item|function|t|fn|request|event)s?\w*\.name$|tool_?names?$|^name$", re.I
)


def use_of(occurrence: Occurrence) -> Belongs | None:
    """By the call or argument that it stands in itself."""
    for step in reversed(occurrence.steps):
        name = step.name.rpartition(".")[2]
        if step.kind in ("keyword", "default", "variable") and name in _KEYWORDS:
            return Belongs(_KEYWORDS[name], f"`{step.name}` holds it")
        if step.kind == "dict value" and step.name in _KEYWORDS:
            return Belongs(_KEYWORDS[step.name], f"key `{step.name}` holds it")
        if step.kind == "call" and step.name.rpartition(".")[2] in _CALLS:
            return Belongs(_CALLS[step.name.rpartition(".")[2]], f"an argument of `{step.name}`")
        if step.kind in ("compare", "match case") and step.name.rpartition(".")[2] == "tool_choice":
            return Belongs("tool_choice", f"compared with `{step.name}`")
    return None


def is_compared(occurrence: Occurrence) -> str:
    """What of a tool's name it is compared with, or looked up by; empty where it isn't."""
    for step in reversed(occurrence.steps):
        if step.kind in ("compare", "match case", "subscript") and _TOOL_NAME.search(step.name):
            return step.name
    return ""


class Uses:
    """Variables of modules that are handed to the SDK where it takes names of tools."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._found: dict[tuple[str, str], Belongs] = {}
        for module in modules:
            if _MARKS.search(module.text) and module.tree is not None:
                for node in ast.walk(module.tree):
                    if isinstance(node, ast.Call):
                        self._call(module.path, node)

    def of(self, occurrence: Occurrence) -> Belongs | None:
        """By what its variable is used for, here or in another module."""
        name = next(
            (step.name for step in occurrence.steps if step.kind in ("variable", "enum", "function")), None
        )
        return self._found.get((occurrence.path, name)) if name is not None else None

    def _call(self, path: str, node: ast.Call) -> None:
        callee = (dotted_name(node.func) or "").rpartition(".")[2]
        if callee in _CALLS:
            for argument in node.args:
                self._add(path, argument, _CALLS[callee], f"`{callee}` is given it")
        for keyword in node.keywords:
            if keyword.arg in _KEYWORDS:
                self._add(path, keyword.value, _KEYWORDS[keyword.arg], f"`{keyword.arg}` is given it")

    def _add(self, path: str, node: ast.expr, kind: ReferenceSet, reason: str) -> None:
        for part in ast.walk(node):
            dotted = dotted_name(part)
            target = self._modules.target(path, dotted) if dotted is not None else None
            if isinstance(target, Defined) and not isinstance(target.statement, ast.ClassDef):
                self._found.setdefault((target.path, target.name.partition(".")[0]), Belongs(kind, reason))
