"""Values for a factory's parameters: from the config, else by their name or annotation."""

import importlib
import inspect
import re
from dataclasses import dataclass, field
from typing import Any, Optional

from .offers import PLANNED, NotOffered, Offers
from .plain import error_text, is_a, text
from .staging import Staging

PLACEHOLDER_MODEL = "placeholder-model"
_REFERENCE = re.compile(r"[A-Za-z_]\w*(\.\w+)*:[A-Za-z_]\w*(\.\w+)*")
_MODEL_NAMES = frozenset({"model", "model_name", "model_id"})


@dataclass
class Filling:
    """What a call would be given; `missing` and `problems` say why it can't be made."""

    offers: Offers
    positional: "list[Any]" = field(default_factory=list)
    named: "dict[str, Any]" = field(default_factory=dict)
    filled: "list[dict[str, str]]" = field(default_factory=list)
    missing: "list[str]" = field(default_factory=list)
    problems: "list[str]" = field(default_factory=list)

    @property
    def by_scenario(self) -> bool:
        """Whether it holds anything of a scenario."""
        return any(note["why"] in ("flag", "tenant", "context") for note in self.filled)

    @property
    def possible(self) -> bool:
        return not self.missing and not self.problems

    @property
    def reason(self) -> str:
        if self.problems:
            return "; ".join(self.problems)
        quoted = ", ".join(f"'{name}'" for name in self.missing)
        return f"needs argument{'s' if len(self.missing) > 1 else ''} {quoted}"


def fill(
    ref: str, signature: inspect.Signature, request: "dict[str, Any]", staging: "Optional[Staging]" = None
) -> Filling:
    """Fill the parameters of `ref`, those with defaults only where the config gives a value.

    `**kwargs` takes the flags that no parameter is named after, except beside `*args`, as wrappers have it.
    `staging` is asked for flags, tenant and context; those that are filled in have then been read.
    """
    configured = dict((request.get("arguments") or {}).get(ref) or {})
    filling = Filling(offers=Offers(request, staging))
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if name in configured:
            positional = parameter.kind is parameter.POSITIONAL_ONLY
            _configured(filling, name, configured.pop(name), ref, positional=positional)
        elif parameter.default is parameter.empty:
            _by_name(filling, parameter, ref)
    kinds = {parameter.kind for parameter in signature.parameters.values()}
    takes_any = inspect.Parameter.VAR_KEYWORD in kinds
    for name, value in configured.items():
        if takes_any:
            _configured(filling, name, value, ref)
        else:
            filling.problems.append(f"the config gives it argument '{name}', which it doesn't take")
    if takes_any and inspect.Parameter.VAR_POSITIONAL not in kinds:
        for name, _ in request.get("flags") or ():
            if name not in signature.parameters and name not in filling.named:
                _offered(filling, name, f"$flags.{name}", ref, positional=False)
    return filling


def fillable(ref: str, parameters: "list[dict[str, Any]]", request: "dict[str, Any]") -> bool:
    """Whether a function that is known from its source only could be called by the same rules."""
    configured = (request.get("arguments") or {}).get(ref) or {}
    filling = Filling(offers=Offers(request))
    for facts in parameters:
        given = configured.get(facts["name"])
        if isinstance(given, str) and _is_planned(given) and not filling.offers.has(given):
            return False
        if filling.offers.named(facts["name"]) is not None:
            continue
        if not facts["default"] and facts["name"] not in configured:
            annotation = facts["annotation"] or inspect.Parameter.empty
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            _by_name(filling, inspect.Parameter(facts["name"], kind, annotation=annotation), ref)
    return filling.possible


def config_lines(ref: str, missing: "list[str]") -> str:
    """The TOML that would fill the missing parameters of `ref`; flags and the like are filled by name."""
    values = ", ".join(f'{name} = "pkg.mod:attr"' for name in missing)
    return f'[tool.toolinspect.arguments]\n"{ref}" = {{{values}}}'


def _configured(filling: Filling, name: str, given: Any, ref: str, *, positional: bool = False) -> None:
    if _is_planned(given):
        _offered(filling, name, given, ref, positional=positional)
        return
    try:
        value = _value(given)
    except BaseException as error:
        filling.problems.append(f"argument '{name}' = {given!r}: {error_text(error)}")
        return
    _put(filling, name, value, positional=positional)
    filling.filled.append({"ref": ref, "parameter": name, "value": str(given), "why": "config"})


def _offered(filling: Filling, name: str, asked: str, ref: str, *, positional: bool) -> None:
    """Fill a parameter with what the scenario has for it."""
    try:
        offer = filling.offers.give(asked)
    except NotOffered as error:
        filling.problems.append(f"argument '{name}': `{asked}` can't be filled: {error}")
        return
    _put(filling, name, offer.value, positional=positional)
    filling.filled.append({"ref": ref, "parameter": name, "value": offer.shown, "why": offer.why})


def _is_planned(given: Any) -> bool:
    return isinstance(given, str) and PLANNED.fullmatch(given) is not None


def _value(given: Any) -> Any:
    """What a value of the config means: itself, or what its reference names; raises what importing does."""
    if not isinstance(given, str) or not _REFERENCE.fullmatch(given):
        return given
    module, _, attribute = given.partition(":")
    value: Any = importlib.import_module(module)
    for part in attribute.split("."):
        value = getattr(value, part)
    return value


def _by_name(filling: Filling, parameter: inspect.Parameter, ref: str) -> None:
    annotation = _text(parameter.annotation)
    positional = parameter.kind is parameter.POSITIONAL_ONLY
    asked = filling.offers.named(parameter.name)
    if asked is not None:
        _offered(filling, parameter.name, asked, ref, positional=positional)
    elif parameter.name == "mcp_servers" or re.search(
        r"(?i)\b(list|sequence|iterable)\b.*MCPServer", annotation
    ):
        _put(filling, parameter.name, [], positional=positional)
        _note(filling, ref, parameter.name, "[]", parameter.name == "mcp_servers")
    elif parameter.name in _MODEL_NAMES and re.search(r"^$|\bstr\b|\bModel\b", annotation):
        _put(filling, parameter.name, PLACEHOLDER_MODEL, positional=positional)
        _note(filling, ref, parameter.name, repr(PLACEHOLDER_MODEL), True)
    else:
        filling.missing.append(parameter.name)


def _note(filling: Filling, ref: str, name: str, value: str, by_name: bool) -> None:
    why = "well-known name" if by_name else "annotation"
    filling.filled.append({"ref": ref, "parameter": name, "value": value, "why": why})


def _put(filling: Filling, name: str, value: Any, *, positional: bool) -> None:
    if positional:
        filling.positional.append(value)
    else:
        filling.named[name] = value


def _text(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    return text(annotation) if is_a(annotation, str) else f"{_name(annotation)} {text(annotation)}"


def _name(annotation: Any) -> str:
    try:
        return text(annotation.__name__)
    except Exception:  # an instance, or an object that raises for names it doesn't have
        return ""
