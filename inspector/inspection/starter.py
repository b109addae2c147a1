"""A commented toolinspect.toml from what an inspection found: the text of `toolinspect init`."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import tomli

from inspector.config.open_sets import near_miss
from inspector.config.references import MalformedReference, parse_module, parse_reference
from inspector.config.schema import SET_KEYS
from inspector.config.toml_text import escaped, key, string, strings
from inspector.model import Consumer, NotInspected, Registry, Suggestion, Tool

_WIDTH = 110
_EXAMPLES = 3
_HEAD = """\
# toolinspect: what it should know of this project beyond the code.
#
# Nothing counts yet. In a line such as `#ignore = […]`, without a space after the `#`, take the `#` away to
# use it, and that of the `[table]` above it. `toolinspect check` names file, line and key of a mistake.
"""


def starter(registry: Registry, suggestions: Sequence[Suggestion]) -> str:
    """The text of a toolinspect.toml; every setting in it is commented out.

    Prose begins with `# ` and a word, a setting with `#` alone. Once these are taken away the text is a
    config without a mistake, though `pkg.mod:attr` in it stands for what only the user knows.
    """
    parts = (
        _agents(registry.consumers),
        _context(registry),
        _grades(),
        _arguments(registry.not_inspected),
        _sets(suggestions),
        _ids(registry.consumers),
        _risk(registry.consumers),
    )
    blocks = ["\n".join(lines) for lines in map(list, parts) if lines]
    return _HEAD + "".join(f"\n{block}\n" for block in blocks)


def _prose(text: str) -> Iterator[str]:
    """Comment lines of at most the width; what a name of the project holds is made visible."""
    line = "#"
    for word in escaped(text).split():
        if len(line) + 1 + len(word) > _WIDTH and line != "#":
            yield line
            line = "#"
        line += f" {word}"
    yield line


def _agents(consumers: Sequence[Consumer]) -> Iterator[str]:
    named = [consumer for consumer in consumers if _is_reference(consumer.id)]
    if not named:
        yield from _prose("What to inspect. No agent was found that could be named; name yours.")
        yield '#agents = ["pkg.mod:attr_or_factory"]'
        return
    yield from _prose("What to inspect. Without this list: all that is found, which is at present:")
    yield "#agents = ["
    for consumer in named:
        yield f"#  {string(consumer.id)},  # {escaped(consumer.name)}"
    yield "#]"


def _is_reference(consumer_id: str) -> bool:
    """Whether `agents` can name it: not what is only reached from others, or stands in a list."""
    place, _, attribute = consumer_id.rpartition(":")
    try:
        parse_module(f"file:{attribute}" if place.endswith(".py") else consumer_id)
    except MalformedReference:
        return False
    return True


def _context(registry: Registry) -> Iterator[str]:
    if registry.context:
        return
    unknown = [tool for tool in _tools(registry.consumers) if tool.predicate_failure == "raised"]
    predicates = dict.fromkeys(tool.predicate for tool in unknown if tool.predicate)
    if not unknown:
        return
    some = ", ".join(f"`{one}`" for one in list(predicates)[:_EXAMPLES]) or "an `is_enabled`"
    more = ", …" if len(predicates) > _EXAMPLES else ""
    yield from _prose(
        f"What a run context decides can't be told without one: {some}{more} read it. "
        "Name a callable that makes one, or the object."
    )
    yield '#context = "pkg.mod:make"'


def _grades() -> Iterator[str]:
    yield from _prose("Findings to leave out (they are reported as suppressed), and other severities.")
    yield '#ignore = ["TI303"]'
    yield '#severity = {TI205 = "warning"}'


def _arguments(parts: Sequence[NotInspected]) -> Iterator[str]:
    needed: dict[str, dict[str, Any]] = {}
    for part in parts:
        needed |= _arguments_in(part.config)
    if not needed:
        return
    yield from _prose(
        "Factories that weren't called since nobody said what with: a `pkg.mod:attr` or a literal value each."
    )
    yield "#[arguments]"
    for reference, values in needed.items():
        pairs = ", ".join(f"{key(name)} = {string(str(value))}" for name, value in values.items())
        yield f"#{string(reference)} = {{{pairs}}}"


def _arguments_in(config: str) -> dict[str, dict[str, Any]]:
    """What `NotInspected.config` says below `arguments`."""
    try:
        tables = tomli.loads(config)
    except tomli.TOMLDecodeError:
        return {}
    found: dict[str, dict[str, Any]] = tables.get("tool", {}).get("toolinspect", {}).get("arguments", {})
    return found


def _sets(suggestions: Sequence[Suggestion]) -> Iterator[str]:
    yield from _prose(
        "Lists that name tools and stand somewhere else: held against what models see. Items are "
        "`pkg.mod:attr`, `file.toml#dotted.key` (also yaml, json, .env, txt), names, or globs over names."
    )
    by_key: dict[str, list[Suggestion]] = defaultdict(list)
    for suggestion in suggestions:
        if _can_be_named(suggestion.reference):
            by_key[set_key(suggestion)].append(suggestion)
    if by_key:
        yield from _prose("These were found and look like it. None counts until you confirm it here.")
    yield "#[sets]"
    for name, found in by_key.items():
        for suggestion in found:
            yield from _prose(_described(suggestion))
        yield f"#{key(name)} = {strings(one.reference for one in found)}"
    examples = {
        "approval": '["pkg.policy:APPROVAL"]',
        "enable": '["config/switches.yaml#enabled"]',
        "stop": '["config/stops.json#stop"]',
        "prompts": '["prompts/**/*.md"]',
        "approval-default": '"deny"',
    }
    missing = {name: value for name, value in examples.items() if name not in by_key}
    yield from _prose("Further kinds, with names to replace by yours:" if by_key else "For example:")
    for name, value in missing.items():
        yield f"#{name} = {value}"


def set_key(suggestion: Suggestion) -> str:
    """The key of the sets table that declares it: its kind, or a name made of what it is called."""
    if suggestion.kind != "declared":
        return suggestion.kind
    last = re.split(r"[:#./]", suggestion.reference)[-1].lower()
    name = re.sub(r"[^a-z0-9_-]+", "-", last).strip("-") or "names"
    return f"{name}-names" if name in SET_KEYS or near_miss(name) else name


def _can_be_named(reference: str) -> bool:
    try:
        parse_reference(reference)
    except MalformedReference:
        return False
    return True


def _described(suggestion: Suggestion) -> str:
    count = len(suggestion.entries)
    text = f"`{suggestion.reference}` ({suggestion.location}): {count} name{'' if count == 1 else 's'}"
    if not suggestion.mismatches:
        return f"{text}, all visible."
    wrong = "; ".join(f"`{name}`: {reason}" for name, reason in suggestion.mismatches)
    return f"{text}, not visible: {wrong}."


def _ids(consumers: Sequence[Consumer]) -> Iterator[str]:
    functions = dict.fromkeys(
        tool.function
        for tool in _tools(consumers)
        if tool.origin == "function" and tool.function and not tool.business_id
    )
    if not functions:
        return
    yield from _prose(
        "Business ids by function, where billing, permissions or audit have ids of their own; in a file: "
        'only `file = "config/tool_ids.toml#ids"`.'
    )
    yield "#[ids]"
    for function in list(functions)[:_EXAMPLES]:
        yield f"#{string(function)} = {string('.'.join(function.split('.')[-2:]))}"


def _risk(consumers: Sequence[Consumer]) -> Iterator[str]:
    tools = [tool for tool in _tools(consumers) if tool.origin == "function" and tool.function]
    gated = [tool for tool in tools if tool.approval != "none"]
    example = next((_module(tool.function or "") for tool in [*gated, *tools]), "pkg.admin")
    yield from _prose("What needs a gate: globs of business ids, functions or visible names.")
    yield "#[risk]"
    yield f"#high = {strings([f'{example}.*'])}"


def _module(function: str) -> str:
    return function.rpartition(".")[0] or function


def _tools(consumers: Sequence[Consumer]) -> Iterator[Tool]:
    for consumer in consumers:
        yield from consumer.tools
