"""Texts in which old names are replaced by visible ones, and nothing else is changed."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from libcst import CSTValidationError, ParserSyntaxError

from inspector.audit.occurrences import language_of
from inspector.audit.python_fix import Change, in_module
from inspector.model import Override, Reference
from inspector.sources.text_lines import TextLines

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


class Unfixable(Exception):
    """Its text says why a place can't be changed after all."""


class Fix(NamedTuple):
    """One place with the override that it speaks of."""

    override: Override
    reference: Reference
    importable: bool
    """Whether the file may import the tool, so that its name can be asked for."""


def fixed(text: str, path: str, fixes: Sequence[Fix]) -> str:
    """The text of a file with those places changed; raises Unfixable where it isn't what it was."""
    lines = TextLines(text)
    changes = []
    for fix in fixes:
        start = lines.start(fix.reference.line) + fix.reference.column - 1
        end = start + len(fix.reference.name)
        if text[start:end] != fix.reference.name or fix.reference.replacement is None:
            raise Unfixable(f"line {fix.reference.line} has changed since it was audited")
        changes.append((start, end, fix))
    if language_of(path) == "python":
        try:
            return in_module(text, [_change(start, end, fix) for start, end, fix in changes])
        except (ParserSyntaxError, CSTValidationError) as error:
            raise Unfixable(f"it can't be rewritten: {str(error).splitlines()[0]}") from None
    for start, end, fix in sorted(changes, key=lambda one: one[0], reverse=True):
        text = text[:start] + _written(text, start, end, fix.reference, path) + text[end:]
    return text


def _change(start: int, end: int, fix: Fix) -> Change:
    override = fix.override
    return Change(
        start=start,
        end=end,
        visible=str(fix.reference.replacement),
        module=override.module,
        variable=override.variable if fix.importable and fix.reference.role == "string" else "",
    )


def _written(text: str, start: int, end: int, reference: Reference, path: str) -> str:
    """The visible name as the format has to have it there."""
    name = str(reference.replacement)
    is_bare_key = (
        language_of(path) == "toml" and reference.role == "key" and text[start - 1 : start] not in "\"'"
    )
    return f'"{name}"' if is_bare_key and not _BARE.match(name) else name
