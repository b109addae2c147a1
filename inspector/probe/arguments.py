"""Values for a factory's parameters: from the config, else by well-known name and annotation."""

import importlib
import inspect
import re
from dataclasses import dataclass, field
from typing import Any

PLACEHOLDER_MODEL = "placeholder-model"
_REFERENCE = re.compile(r"[A-Za-z_]\w*(\.\w+)*:[A-Za-z_]\w*(\.\w+)*")
_MODEL_NAMES = frozenset({"model", "model_name", "model_id"})


@dataclass
class Filling:
    """What a call would be given; `missing` and `problems` say why it can't be made."""

    positional: "list[Any]" = field(default_factory=list)
    named: "dict[str, Any]" = field(default_factory=dict)
    filled: "list[dict[str, str]]" = field(default_factory=list)
    missing: "list[str]" = field(default_factory=list)
    problems: "list[str]" = field(default_factory=list)

    @property
    def possible(self) -> bool:
        return not self.missing and not self.problems

    @property
    def reason(self) -> str:
        if self.problems:
            return "; ".join(self.problems)
        quoted = ", ".join(f"'{name}'" for name in self.missing)
        return f"needs argument{'s' if len(self.missing) > 1 else ''} {quoted}"


def fill(ref: str, signature: inspect.Signature, request: "dict[str, Any]") -> Filling:
    """Fill the parameters of `ref`, those with defaults only where the config gives a value."""
    configured = dict((request.get("arguments") or {}).get(ref) or {})
    filling = Filling()
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if name in configured:
            _configured(filling, parameter, configured.pop(name), ref, request)
        elif parameter.default is parameter.empty:
            _by_name(filling, parameter, ref)
    takes_any = any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values())
    for name, value in configured.items():
        if takes_any:
            filling.named[name] = value
        else:
            filling.problems.append(f"the config gives it argument '{name}', which it doesn't take")
    return filling


def fillable(ref: str, parameters: "list[dict[str, Any]]", request: "dict[str, Any]") -> bool:
    """Whether a function that is known from its source only could be called by the same rules."""
    configured = (request.get("arguments") or {}).get(ref) or {}
    filling = Filling()
    for facts in parameters:
        if not facts["default"] and facts["name"] not in configured:
            annotation = facts["annotation"] or inspect.Parameter.empty
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            _by_name(filling, inspect.Parameter(facts["name"], kind, annotation=annotation), ref)
    return filling.possible


def config_lines(ref: str, missing: "list[str]") -> str:
    """The TOML that would fill the missing parameters of `ref`."""
    values = ", ".join(f'{name} = "pkg.mod:attr"' for name in missing)
    return f'[tool.toolinspect.arguments]\n"{ref}" = {{{values}}}'


def _configured(
    filling: Filling, parameter: inspect.Parameter, given: Any, ref: str, request: "dict[str, Any]"
) -> None:
    try:
        value, why = _value(given, request)
    except Exception as error:
        filling.problems.append(f"argument '{parameter.name}' = {given!r}: {type(error).__name__}: {error}")
        return
    _put(filling, parameter, value)
    filling.filled.append({"ref": ref, "parameter": parameter.name, "value": str(given), "why": why})


def _value(given: Any, request: "dict[str, Any]") -> "tuple[Any, str]":
    if not isinstance(given, str):
        return given, "config"
    if given == "$tenant":
        return request.get("tenant"), "tenant"
    if given.startswith("$flags."):
        return (request.get("flags") or {})[given[len("$flags.") :]], "flag"
    if _REFERENCE.fullmatch(given):
        module, _, attribute = given.partition(":")
        value: Any = importlib.import_module(module)
        for part in attribute.split("."):
            value = getattr(value, part)
        return value, "config"
    return given, "config"


def _by_name(filling: Filling, parameter: inspect.Parameter, ref: str) -> None:
    annotation = _text(parameter.annotation)
    if parameter.name == "mcp_servers" or re.search(
        r"(?i)\b(list|sequence|iterable)\b.*MCPServer", annotation
    ):
        _put(filling, parameter, [])
        _note(filling, ref, parameter.name, "[]", parameter.name == "mcp_servers")
    elif parameter.name in _MODEL_NAMES and re.search(r"^$|\bstr\b|\bModel\b", annotation):
        _put(filling, parameter, PLACEHOLDER_MODEL)
        _note(filling, ref, parameter.name, repr(PLACEHOLDER_MODEL), True)
    else:
        filling.missing.append(parameter.name)


def _note(filling: Filling, ref: str, name: str, value: str, by_name: bool) -> None:
    why = "well-known name" if by_name else "annotation"
    filling.filled.append({"ref": ref, "parameter": name, "value": value, "why": why})


def _put(filling: Filling, parameter: inspect.Parameter, value: Any) -> None:
    if parameter.kind is parameter.POSITIONAL_ONLY:
        filling.positional.append(value)
    else:
        filling.named[parameter.name] = value


def _text(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    return (
        annotation
        if isinstance(annotation, str)
        else getattr(annotation, "__name__", "") + " " + str(annotation)
    )
