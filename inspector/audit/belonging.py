"""Which set of tool names a place belongs to, and what shows it."""

import re
from pathlib import PurePosixPath

from inspector.audit.declared import Belongs, Declared
from inspector.audit.occurrence import Occurrence
from inspector.audit.uses import Uses, use_of
from inspector.controls.spelling import words
from inspector.controls.suggest import KINDS_BY_WORD
from inspector.model import ReferenceSet

_WORDS: dict[str, ReferenceSet] = {
    **{word: kind for word, kind in KINDS_BY_WORD.items() if kind != "declared"},
    **dict.fromkeys(("prompt", "prompts", "instructions", "instruction", "persona"), "prompt"),
    **dict.fromkeys(
        ("override", "overrides", "rename", "renames", "renamed", "alias", "aliases"), "override_table"
    ),
}
_IDS = frozenset({"id", "ids"})
_TESTS = frozenset({"test", "tests"})
_ID_TABLE = "an id table is keyed by functions"
_PROSE = frozenset({"markdown", "jinja", "text"})
_PROMPTS = frozenset({"prompt", "prompts", "instruction", "instructions", "system_prompt", "personas"})
_PLACES = ("variable", "enum", "class", "function", "keyword", "default", "key", "section", "call")
_SAID = {
    "variable": "variable",
    "enum": "Enum",
    "class": "class",
    "function": "function",
    "keyword": "argument",
    "default": "argument",
    "key": "key",
    "section": "section",
    "call": "call of",
}


def belonging(occurrence: Occurrence, declared: Declared, uses: Uses) -> Belongs:
    """By the config, then by use, then by what keys, variables, functions and files are called."""
    found = (
        declared.of(occurrence)
        or _by_right(occurrence)
        or use_of(occurrence)
        or uses.of(occurrence)
        or _test(occurrence)
        or _by_steps(occurrence)
        or _by_file(occurrence)
    )
    return found or Belongs("other", "nothing shows what it is for")


def is_test(path: str) -> bool:
    """Whether a file holds tests, by its name or a folder's."""
    place = PurePosixPath(path)
    name = place.name
    is_named_so = name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"
    return is_named_so or not _TESTS.isdisjoint(place.parts[:-1])


def _test(occurrence: Occurrence) -> Belongs | None:
    return Belongs("test", "a test file") if is_test(occurrence.path) else None


def _by_steps(occurrence: Occurrence) -> Belongs | None:
    """The innermost thing around it whose name says what it is; titles of documents say nothing."""
    if occurrence.language in _PROSE:
        return None
    for step in reversed(occurrence.steps):
        if step.kind in _PLACES or (step.kind == "dict value" and step.name):
            found = _said(step.name)
            if found is not None:
                kind, word = found
                what = _SAID.get(step.kind, "key")
                path = _key_path(occurrence) if step.kind == "key" else step.name
                return _tabled(occurrence, kind, f"{what} `{path}` says {word}")
            if _IDS & set(words(step.name)) and _is_key(occurrence):
                return Belongs("other", f"`{step.name}` says ids", _ID_TABLE)
    return None


def _by_file(occurrence: Occurrence) -> Belongs | None:
    place = PurePosixPath(occurrence.path)
    if occurrence.language in _PROSE:
        return _prose(occurrence, place)
    for part in (place.name.partition(".")[0], *place.name.split(".")[1:-1], *reversed(place.parts[:-1])):
        found = _said(part)
        if found is not None and found[0] != "prompt":
            return _tabled(occurrence, found[0], f"the path `{part}` says {found[1]}")
        if _IDS & set(words(part)) and _is_key(occurrence):
            return Belongs("other", f"the path `{part}` says ids", _ID_TABLE)
    return None


def _prose(occurrence: Occurrence, place: PurePosixPath) -> Belongs | None:
    """A text is a prompt by its own name or its folder's; what documentation says is none."""
    for part in (place.name.partition(".")[0], *place.parts[:-1]):
        if part.lower() in _PROMPTS:
            return Belongs("prompt", f"the path `{part}` says a prompt")
    last = words(place.stem)[-1:]
    if last and last[0] in _PROMPTS:
        return Belongs("prompt", f"the name `{place.name}` says a prompt")
    if occurrence.language == "jinja":
        return Belongs("prompt", "a template")
    return None


def _said(name: str) -> tuple[ReferenceSet, str] | None:
    return next(((_WORDS[word], f"`{word}`") for word in words(name) if word in _WORDS), None)


def _tabled(occurrence: Occurrence, kind: ReferenceSet, reason: str) -> Belongs:
    right = ""
    if kind == "override_table":
        right = (
            "an override table is keyed by functions" if _is_key(occurrence) else "a visible name of its own"
        )
    return Belongs(kind, reason, right)


def _is_key(occurrence: Occurrence) -> bool:
    return occurrence.role == "key" or bool(occurrence.steps and occurrence.steps[-1].kind == "dict key")


def _key_path(occurrence: Occurrence) -> str:
    return ".".join(step.name for step in occurrence.steps if step.kind == "key")


_NAMESPACES = frozenset({"__all__", "__slots__", "__match_args__"})
_ATTRIBUTES = frozenset({"getattr", "setattr", "hasattr", "delattr"})
_LOOKED_UP = frozenset({"import_module", "getLogger", "get_logger", "attrgetter"})
_PATCHES = frozenset({"patch", "object", "setattr", "delattr"})
_MOCKS = frozenset({"mock", "mocker", "monkeypatch", "patch"})


def _by_right(occurrence: Occurrence) -> Belongs | None:
    """Where the function itself is meant, so that its own name is right."""
    if occurrence.role == "string" and occurrence.steps[-1:] and occurrence.steps[-1].kind == "argument":
        call, argument = occurrence.steps[-2], occurrence.steps[-1]
        holder, _, name = call.name.rpartition(".")
        is_name = name in _ATTRIBUTES and argument.name == "1"
        if is_name or name in _LOOKED_UP or (name in _PATCHES and holder.rpartition(".")[2] in _MOCKS):
            return Belongs("other", f"an argument of `{call.name}`", "it looks the function itself up")
    for step in occurrence.steps:
        if step.kind == "variable" and step.name in _NAMESPACES:
            return Belongs(
                "other", f"`{step.name}` lists names of the module", "it names the function itself"
            )
    return None


_DOTTED = re.compile(r"[\w\])]\.$|/$")
_MODULE = re.compile(r"([\w.]+):$")
_AFTER = re.compile(r"\.\w|/\w")
_PREFIXES = frozenset({"tool", "function", "call", "name"})
"""What may stand before `:` and a tool's name, as in `tool:refund`."""


def names_the_function(before: str, after: str) -> bool:
    """Whether a word is part of a dotted or file path, by the text right before and after it."""
    if _DOTTED.search(before) or _AFTER.match(after):
        return True
    module = _MODULE.search(before)
    return module is not None and module[1].lower() not in _PREFIXES
