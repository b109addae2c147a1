"""What an item of a set stands for: what a module holds, a data file, a glob over names, or a name."""

import re
from typing import TypeAlias

import msgspec

from inspector.config.likeness import most_like

STRUCTURED = (".toml", ".yaml", ".yml", ".json")
"""Suffixes of files with keys of any depth."""
DATA_SUFFIXES = (*STRUCTURED, ".env", ".txt")
"""Suffixes of files that names are read from; `.env.production` is one of them too."""
_NO_MODULES = (".toml", ".yaml", ".yml")
"""Ends of what a module is never called, unlike `support.env` or `support.json`."""
_WILDCARD = re.compile(r"[*?\[]")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_ENV_FILE = re.compile(r"\.env(\.[A-Za-z0-9_-]+)*")
_SUFFIX = re.compile(r".\.(?P<suffix>[A-Za-z0-9]+)$")


class ModuleReference(msgspec.Struct, frozen=True):
    """`pkg.mod:attr`."""

    module: str
    """Dotted name."""
    attribute: str
    """May be dotted."""


class FileReference(msgspec.Struct, frozen=True):
    """`path/to/file.toml#dotted.key`."""

    path: str
    """Relative to the config's directory, or absolute."""
    key: str = ""
    """Empty: the whole file."""


class Glob(msgspec.Struct, frozen=True):
    """A pattern: over visible names in a set, over files in `prompts`."""

    pattern: str


class Literal(msgspec.Struct, frozen=True):
    """A tool's name, written out."""

    name: str


Reference: TypeAlias = ModuleReference | FileReference
SetItem: TypeAlias = ModuleReference | FileReference | Glob | Literal


class MalformedReference(ValueError):
    """A text that looks like a reference and is none; the message says why, and what to write."""


def parse(text: str) -> SetItem:
    """An item of a set, by these rules, the first that fits:

    `file#key` is a data file, as is what ends in a data suffix or is called `.env…`; what holds a `:` is a
    module's attribute; what holds `*`, `?` or `[` is a glob over visible names; anything else is a name.

    Raises MalformedReference for what is none of these, such as `pkg.mod:`, `file.toml#` or `dir/file.csv`.
    """
    _check_text(text)
    path, has_key, key = text.partition("#")
    if has_key:
        return _keyed_file(text, path, key)
    if ":" in text and not _DRIVE.match(text):
        return parse_module(text)
    if text.endswith(".py"):
        raise MalformedReference(f"`{text}` is a module; name what it holds, as `pkg.mod:NAME`")
    if _is_path(text) or data_suffix(text) is not None:
        _check_file(text, text)
        return FileReference(text)
    if _WILDCARD.search(text):
        return Glob(text)
    if "," in text:
        raise MalformedReference(f"`{text}` is one string; write each name as a string of its own")
    return Literal(text)


def parse_reference(text: str) -> Reference:
    """A place where a name alone would mean nothing, such as an override table.

    Raises MalformedReference.
    """
    item = parse(text)
    if isinstance(item, Glob | Literal):
        raise MalformedReference(
            f"`{text}` is no reference; write `pkg.mod:attr` for what a module holds, or "
            "`file.toml#dotted.key` for a data file"
        )
    return item


def parse_prompt(text: str) -> Reference | Glob:
    """An item of `prompts`: a module's attribute, files by path or glob, or a text within a data file.

    Raises MalformedReference.
    """
    _check_text(text)
    path, has_key, key = text.partition("#")
    if has_key and path.lower().endswith(STRUCTURED):
        return _keyed_file(text, path, key)
    if has_key and _SUFFIX.search(text) is None:
        raise MalformedReference(
            f"`{text}`: only {', '.join(STRUCTURED)} files have keys; leave out `#{key}`"
        )
    if ":" in text and not _DRIVE.match(text):
        return parse_module(text)
    if _WILDCARD.search(text):
        return Glob(text)
    if text.endswith(".py"):
        raise MalformedReference(f"`{text}` is a module; name the text in it, as `pkg.mod:NAME`")
    if text.endswith(("/", "\\")):
        raise MalformedReference(f"`{text}` is a directory; name its files, as `{text}*.md`")
    if not _is_path(text) and _SUFFIX.search(text) is None:
        raise MalformedReference(
            f"`{text}` is no prompt; name a file (`prompts/{text}.md`), a glob, or `pkg.mod:attr`"
        )
    return FileReference(text)


def parse_module(text: str) -> ModuleReference:
    """`pkg.mod:attr`; raises MalformedReference, also for a path: only `agents` finds files by those."""
    _check_text(text)
    module, colon, attribute = text.rpartition(":")
    if not colon:
        raise MalformedReference(f"`{text}` names no attribute; write `pkg.mod:attr`")
    if not attribute:
        raise MalformedReference(f"`{text}` names nothing after `:`; write `{module}:NAME`")
    if not module:
        raise MalformedReference(f"`{text}` names no module before `:`; write `pkg.mod{text}`")
    if module.endswith(".py"):
        dotted = re.sub(r"[\\/]+", ".", module.removesuffix(".py").lstrip("./\\"))
        raise MalformedReference(f"`{module}` is a path; write the dotted name, as `{dotted}:{attribute}`")
    if not _is_dotted(module):
        hint = f", or `{module}#{attribute}` for a data file" if data_suffix(module) is not None else ""
        raise MalformedReference(f"`{module}` is no name of a module; write `pkg.mod:{attribute}`{hint}")
    if module.endswith(_NO_MODULES):
        raise MalformedReference(f"`{module}` is a data file; write `{module}#{attribute}`")
    if not _is_dotted(attribute):
        raise MalformedReference(f"`{attribute}` is no name of an attribute; write `{module}:NAME`")
    return ModuleReference(module, attribute)


def data_suffix(path: str) -> str | None:
    """The data suffix of a path, `.env` for `.env.production`; None for any other file."""
    name = re.split(r"[\\/]", path)[-1]
    if _ENV_FILE.fullmatch(name):
        return ".env"
    return next((suffix for suffix in DATA_SUFFIXES if name.lower().endswith(suffix)), None)


def _keyed_file(text: str, path: str, key: str) -> FileReference:
    if not path:
        raise MalformedReference(f"`{text}` names no file before `#`")
    _check_file(path, text)
    if not key:
        raise MalformedReference(f"`{text}` names no key after `#`; without the `#` it means the whole file")
    if data_suffix(path) == ".txt":
        raise MalformedReference(f"`{text}`: a text file has one name a line and no keys; leave out `#{key}`")
    if not all(part.strip() for part in key.split(".")):
        raise MalformedReference(f"`{text}`: the key `{key}` has an empty part; write `a.b`")
    return FileReference(path, key)


def _check_file(path: str, text: str) -> None:
    if _WILDCARD.search(path):
        raise MalformedReference(f"`{text}`: only `prompts` takes globs of files; name each data file")
    if path.endswith(("/", "\\")):
        raise MalformedReference(f"`{text}` is a directory; name a data file in it")
    if data_suffix(path) is None:
        found = _SUFFIX.search(path)
        nearest = most_like(f".{found['suffix'].lower()}", DATA_SUFFIXES) if found else None
        hint = f"did you mean `{nearest}`?" if nearest else f"known suffixes: {', '.join(DATA_SUFFIXES)}"
        raise MalformedReference(f"`{text}` is no data file that can be read; {hint}")


def _check_text(text: str) -> None:
    if not text.strip():
        raise MalformedReference("an empty string names nothing")
    if text != text.strip():
        raise MalformedReference(f"`{text}` has spaces around it; take them away")
    if any(ord(character) < 32 for character in text):
        raise MalformedReference(f"{text!r} holds a control character")


def _is_path(text: str) -> bool:
    return "/" in text or "\\" in text


def _is_dotted(text: str) -> bool:
    return all(part.isidentifier() for part in text.split("."))
