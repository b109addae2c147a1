"""What a dotted name in one file means, followed through the project's imports to its definition."""

import os
from typing import Iterable, Iterator, NamedTuple

from .syntax import FileFacts, Imported

SDK = "agents"
AGENT_CLASSES = frozenset({"Agent", "AgentBase", "SandboxAgent", "RealtimeAgent"})
_DEPTH = 40
"""Imports and aliases that a name is followed through."""


class Symbol(NamedTuple):
    """A definition: `kind` is sdk, class, function, variable or module; `path` is empty for the SDK."""

    kind: str
    path: str
    name: str


class Symbols:
    """Resolves names over the files that were read; `bases`: where absolute imports start from."""

    def __init__(self, files: "dict[str, FileFacts]", bases: Iterable[str]) -> None:
        self.files = files
        self.bases = list(bases)
        self._modules: dict[tuple[str, int, str], str | None] = {}
        self._roots: dict[str, str] = {}
        self._listings: dict[str, set[str]] = {}
        self._resolved: dict[tuple[str, str], Symbol | None] = {}
        self._asked: set[tuple[str, str]] = set()
        """What the look-up that is under way has come by: each name is followed once, cycles or not."""
        self._cuts = 0
        self._depth = 0

    def resolve(self, path: str, dotted: str) -> "Symbol | None":
        """The definition of `dotted` as seen from `path`; None when it is not the SDK's or the project's."""
        key = (path, dotted)
        if key in self._resolved:
            return self._resolved[key]
        if key in self._asked or self._depth > _DEPTH:
            self._cuts += 1
            return None
        self._asked.add(key)
        self._depth += 1
        cuts = self._cuts
        found = self._resolve(path, dotted)
        self._depth -= 1
        # Below another name, a cycle may have hidden what this one means: then None is no last word.
        if found is not None or self._cuts == cuts or not self._depth:
            self._resolved[key] = found
        if not self._depth:
            self._asked.clear()
        return found

    def _resolve(self, path: str, dotted: str) -> "Symbol | None":
        facts = self.files.get(path)
        if facts is None or not dotted or "(" in dotted:
            return None
        head, _, rest = dotted.partition(".")
        if head in facts.imports:
            return self._through_import(facts, facts.imports[head], rest)
        local = self._local(facts, dotted)
        return local or self._through_stars(facts, dotted)

    def _local(self, facts: FileFacts, dotted: str) -> "Symbol | None":
        if dotted in facts.classes:
            return Symbol("class", facts.path, dotted)
        if dotted in facts.functions:
            return Symbol("function", facts.path, dotted)
        if dotted in facts.aliases and facts.aliases[dotted] != dotted:
            aliased = self.resolve(facts.path, facts.aliases[dotted])
            if aliased is not None:
                return aliased
        if dotted in facts.assigned:
            return Symbol("variable", facts.path, dotted)
        return self._method_of_instance(facts, dotted)

    def _method_of_instance(self, facts: FileFacts, dotted: str) -> "Symbol | None":
        """`instance.method` or `Class().method`, where the instance is made once at module level."""
        receiver, _, method = dotted.rpartition(".")
        for leaf in facts.assigned.get(receiver, ())[:1]:
            made = self.resolve(facts.path, leaf.dotted) if leaf.is_call else None
            if made is not None and made.kind == "class":
                return self.method(made, method)
        return None

    def method(self, owner: Symbol, name: str) -> "Symbol | None":
        """A method of a project class, looked up through its bases."""
        for kind in self.lineage(owner):
            qualname = f"{kind.name}.{name}"
            if kind.path and qualname in self.files[kind.path].functions:
                return Symbol("function", kind.path, qualname)
        return None

    def lineage(self, owner: Symbol) -> "Iterator[Symbol]":
        """A class and its bases, of the project and of the SDK, each once."""
        seen: set[Symbol] = set()
        pending = [owner]
        while pending:
            kind = pending.pop()
            if kind in seen:
                continue
            seen.add(kind)
            yield kind
            facts = self.files.get(kind.path)
            described = facts.classes.get(kind.name) if facts is not None else None
            bases = [self.resolve(kind.path, base) for base in described.bases] if described else []
            pending.extend(
                base for base in reversed(bases) if base is not None and base.kind in ("class", "sdk")
            )

    def _through_import(self, facts: FileFacts, origin: Imported, rest: str) -> "Symbol | None":
        module, name = origin.module, origin.name
        if name:
            submodule = self.module_file(facts.path, origin.level, f"{module}.{name}" if module else name)
            target = self.module_file(facts.path, origin.level, module)
            if target is not None and self._defines(target, name):
                found = self.resolve(target, f"{name}.{rest}" if rest else name)
                # A local `agents` that imports the name from `agents` itself has it from the SDK.
                if found is not None or not is_sdk(origin.level, module):
                    return found
            if submodule is not None:
                return self.resolve(submodule, rest) if rest else Symbol("module", submodule, "")
            if is_sdk(origin.level, module):
                return Symbol("sdk", "", rest.rpartition(".")[2] or name)
            return self.resolve(target, name) if target is not None and not rest else None
        return self._through_module(facts, module, rest)

    def _through_module(self, facts: FileFacts, module: str, rest: str) -> "Symbol | None":
        """`import a.b` binds `a`; the longest prefix of `a.b.c` that is a file holds the name."""
        parts = [*module.split("."), *filter(None, rest.split("."))]
        for count in range(len(parts) - 1, 0, -1):
            target = self.module_file(facts.path, 0, ".".join(parts[:count]))
            if target is not None and self._defines(target, parts[count]):
                return self.resolve(target, ".".join(parts[count:]))
        if is_sdk(0, module) and rest:
            return Symbol("sdk", "", parts[-1])
        return None

    def _through_stars(self, facts: FileFacts, dotted: str) -> "Symbol | None":
        for star in facts.stars:
            target = self.module_file(facts.path, star.level, star.module)
            if target is not None:
                found = self.resolve(target, dotted)
                if found is not None:
                    return found
            elif is_sdk(star.level, star.module) and dotted in AGENT_CLASSES | {"Runner"}:
                return Symbol("sdk", "", dotted)
        return None

    def _defines(self, path: str, name: str) -> bool:
        facts = self.files.get(path)
        if facts is None:
            return False
        if name in facts.classes or name in facts.functions or name in facts.assigned:
            return True
        if name in facts.imports:
            return True
        return bool(facts.stars) and self.resolve(path, name) is not None

    def module_file(self, path: str, level: int, module: str) -> "str | None":
        """The project file that an import statement in `path` reaches, if it is one."""
        key = (os.path.dirname(path), level, module)
        if key not in self._modules:
            self._modules[key] = self._find_module(key[0], level, module)
        return self._modules[key]

    def _find_module(self, folder: str, level: int, module: str) -> "str | None":
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            return _module_at(folder, module)
        if not module:
            return None
        top = module.partition(".")[0]
        for base in dict.fromkeys((self._package_root(folder), folder, *self.bases)):
            found = _module_at(base, module) if top in self._tops(base) else None
            if found is not None:
                return found
        return None

    def _tops(self, base: str) -> "set[str]":
        """Top-level module names that a directory has, files and folders."""
        if base not in self._listings:
            try:
                entries = os.listdir(base)
            except OSError:
                entries = []
            self._listings[base] = {name[:-3] if name.endswith(".py") else name for name in entries}
        return self._listings[base]

    def _package_root(self, folder: str) -> str:
        if folder not in self._roots:
            self._roots[folder] = package_root(folder)
        return self._roots[folder]


def is_sdk(level: int, module: str) -> bool:
    return level == 0 and (module == SDK or module.startswith(SDK + "."))


def package_root(folder: str) -> str:
    """The first directory, from `folder` upwards, that is no package."""
    while os.path.exists(os.path.join(folder, "__init__.py")):
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    return folder


def _module_at(base: str, module: str) -> "str | None":
    stem = os.path.join(base, *module.split(".")) if module else base
    package = os.path.join(stem, "__init__.py")
    if os.path.isfile(package):
        return package
    return stem + ".py" if module and os.path.isfile(stem + ".py") else None
