"""What is known of each source file without parsing it, kept between loads."""

import os
import re
from dataclasses import dataclass
from typing import Iterator

from .source_tree import Walk
from .syntax import FileFacts

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+([\w.]*)[ \t]+import[ \t]*(?:\(([^)]{0,20000})\)|([^\n#]*))"
    rb"|import[ \t]+([^\n#]*))",
    re.M,
)
_COMMENT = re.compile(rb"#.*")
_WORDS = re.compile(rb"Agent|\bagents\b")
_LISTS = re.compile(
    rb"\.\s*(?:tools|handoffs|mcp_servers)\b|\bsetattr\([^()]{1,200}[\"'](?:tools|handoffs|mcp_servers)\b"
)


@dataclass
class Text:
    """What is kept of a file between loads, good while its modification time and size stay."""

    stamp: "tuple[int, int]"
    imports: "set[str]"
    """Modules that it imports, relative ones with their dots; `from a import b` counts as `a` and `a.b`."""
    names: "set[str]"
    """Bare names that it imports, modules and what comes from them."""
    candidate: bool
    """Whether it may build agents, or change what they hold."""
    facts: "FileFacts | None" = None


Cache = dict[str, Text]


def read_texts(directories: "list[str]", cache: Cache, walk: Walk) -> "dict[str, Text]":
    """Every source file below the directories, by path; `cache` is brought up to date."""
    texts: dict[str, Text] = {}
    for directory in directories:
        for path in walk.python_files(directory):
            text = _text(path, cache)
            if text is not None:
                texts[path] = text
    for path in cache.keys() - texts.keys():
        del cache[path]
    return texts


def _text(path: str, cache: Cache) -> "Text | None":
    try:
        status = os.stat(path)
        stamp = (status.st_mtime_ns, status.st_size)
        known = cache.get(path)
        if known is not None and known.stamp == stamp:
            return known
        with open(path, "rb") as stream:
            raw = stream.read()
    except OSError:
        return None
    cache[path] = Text(stamp, *_imports(raw), candidate=bool(_WORDS.search(raw) or _LISTS.search(raw)))
    return cache[path]


def _imports(raw: bytes) -> "tuple[set[str], set[str]]":
    """(modules, bare names) of the import statements of a file, read without parsing it."""
    modules: set[str] = set()
    names: set[str] = set()
    for source, enclosed, plain, imported in _IMPORT.findall(raw):
        module = source.decode("utf-8", "replace")
        for name in _listed(imported or enclosed or plain):
            names.add(name.rpartition(".")[2])
            modules.add(f"{module}.{name}" if module.strip(".") else f"{module}{name}")
        if module.strip("."):
            modules.add(module)
    return modules, names


def _listed(text: bytes) -> "Iterator[str]":
    for part in _COMMENT.sub(b"", text).decode("utf-8", "replace").replace("\n", ",").split(","):
        words = part.split()
        if words and words[0].replace(".", "").isidentifier():
            yield words[0]
