"""What a dotted name in one file means, followed through the project's imports to its definition."""

import os
from typing import Iterable, NamedTuple

from .syntax import FileFacts, Imported

SDK = "agents"
AGENT_CLASSES = frozenset({"Agent", "AgentBase", "SandboxAgent", "RealtimeAgent"})
_DEPTH = 12


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

    def resolve(self, path: str, dotted: str, depth: int = 0) -> "Symbol | None":
        """The definition of `dotted` as seen from `path`; None when it is not the SDK's or the project's."""
        key = (path, dotted)
        if key not in self._resolved or depth:
            found = self._resolve(path, dotted, depth)
            if depth:
                # Found below another name, where a cycle may have cut the search short.
                return found
            self._resolved[key] = found
        return self._resolved[key]

    def _resolve(self, path: str, dotted: str, depth: int) -> "Symbol | None":
        facts = self.files.get(path)
        if facts is None or not dotted or depth > _DEPTH:
            return None
        head, _, rest = dotted.partition(".")
        if head in facts.imports:
            return self._through_import(facts, facts.imports[head], rest, depth)
        local = self._local(facts, dotted, depth)
        return local or self._through_stars(facts, dotted, depth)

    def _local(self, facts: FileFacts, dotted: str, depth: int) -> "Symbol | None":
        if dotted in facts.classes:
            return Symbol("class", facts.path, dotted)
        if dotted in facts.functions:
            return Symbol("function", facts.path, dotted)
        if dotted in facts.aliases and facts.aliases[dotted] != dotted:
            aliased = self.resolve(facts.path, facts.aliases[dotted], depth + 1)
            if aliased is not None:
                return aliased
        if dotted in facts.assigned:
            return Symbol("variable", facts.path, dotted)
        return self._method_of_instance(facts, dotted, depth)

    def _method_of_instance(self, facts: FileFacts, dotted: str, depth: int) -> "Symbol | None":
        """`instance.method` or `Class().method`, where the instance is made once at module level."""
        receiver, _, method = dotted.rpartition(".")
        for leaf in facts.assigned.get(receiver, ())[:1]:
            made = self.resolve(facts.path, leaf.dotted, depth + 1) if leaf.is_call else None
            if made is not None and made.kind == "class":
                return self.method(made, method, depth + 1)
        return None

    def method(self, owner: Symbol, name: str, depth: int = 0) -> "Symbol | None":
        """A method of a project class, looked up through its bases."""
        facts = self.files[owner.path]
        qualname = f"{owner.name}.{name}"
        if qualname in facts.functions:
            return Symbol("function", owner.path, qualname)
        for base in facts.classes[owner.name].bases if owner.name in facts.classes else ():
            parent = self.resolve(owner.path, base, depth + 1)
            if parent is not None and parent.kind == "class" and parent != owner and depth < _DEPTH:
                found = self.method(parent, name, depth + 1)
                if found is not None:
                    return found
        return None

    def _through_import(self, facts: FileFacts, origin: Imported, rest: str, depth: int) -> "Symbol | None":
        module, name = origin.module, origin.name
        if name:
            submodule = self.module_file(facts.path, origin.level, f"{module}.{name}" if module else name)
            target = self.module_file(facts.path, origin.level, module)
            if target is not None and self._defines(target, name):
                found = self.resolve(target, f"{name}.{rest}" if rest else name, depth + 1)
                # A local `agents` that imports the name from `agents` itself has it from the SDK.
                if found is not None or not is_sdk(origin.level, module):
                    return found
            if submodule is not None:
                return self.resolve(submodule, rest, depth + 1) if rest else Symbol("module", submodule, "")
            if is_sdk(origin.level, module):
                return Symbol("sdk", "", rest.rpartition(".")[2] or name)
            return self.resolve(target, name, depth + 1) if target is not None and not rest else None
        return self._through_module(facts, module, rest, depth)

    def _through_module(self, facts: FileFacts, module: str, rest: str, depth: int) -> "Symbol | None":
        """`import a.b` binds `a`; the longest prefix of `a.b.c` that is a file holds the name."""
        parts = [*module.split("."), *filter(None, rest.split("."))]
        for count in range(len(parts) - 1, 0, -1):
            target = self.module_file(facts.path, 0, ".".join(parts[:count]))
            if target is not None and self._defines(target, parts[count]):
                return self.resolve(target, ".".join(parts[count:]), depth + 1)
        if is_sdk(0, module) and rest:
            return Symbol("sdk", "", parts[-1])
        return None

    def _through_stars(self, facts: FileFacts, dotted: str, depth: int) -> "Symbol | None":
        for star in facts.stars:
            target = self.module_file(facts.path, star.level, star.module)
            if target is not None:
                found = self.resolve(target, dotted, depth + 1)
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
        return any(self.resolve(path, name) for _ in facts.stars[:1])

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
