"""Which directory goes first on sys.path for a file, and what the file is called from there."""

import os
import sys
from typing import Iterable

from .paths import within
from .symbols import package_root

_SDK_FAMILY = frozenset({"agents", "openai", "mcp"})


class Roots:
    """Import roots of a project's files.

    `imports` holds, for every file, the modules it imports, relative ones with their dots; `extra`
    are further sys.path entries. All paths are absolute.
    """

    def __init__(self, project: str, imports: "dict[str, set[str]]", extra: Iterable[str] = ()) -> None:
        self.project = project
        self.imports = imports
        self.above = _above(project, imports)
        src = os.path.join(project, "src")
        self.bases = _distinct([self.above, project, *([src] if os.path.isdir(src) else []), *extra])
        self._namespaces = self._imported_namespaces()
        self._scripts = self._script_roots()

    def sys_path(self, root: str) -> "list[str]":
        """What precedes the interpreter's own sys.path while files of `root` are imported."""
        return _distinct([root, self.above, self.project, *self.bases])

    def root(self, path: str) -> str:
        return self._scripts.get(path) or self._package_root(path)

    def module_name(self, path: str, root: str) -> "str | None":
        """Dotted name under `root`; None where a part of the path can't be one."""
        stem = os.path.relpath(path, root)[: -len(".py")]
        parts = stem.split(os.sep)
        if parts[-1] == "__init__" and len(parts) > 1:
            parts.pop()
        return None if any("." in part for part in parts) else ".".join(parts)

    def dotted_ref(self, path: str, root: str) -> "str | None":
        """The name that the project itself would use, or None: then the file is referred to by its path."""
        name = self.module_name(path, root)
        if name is None or root not in self.bases:
            return None
        return name if all(part.isidentifier() for part in name.split(".")) else None

    def _package_root(self, path: str) -> str:
        natural = package_root(os.path.dirname(path))
        if natural in self.bases:
            return natural
        around = self._around_namespace(path, natural)
        if around is not None:
            return around
        for namespace in self._namespaces:
            if within(namespace, natural):
                base = os.path.dirname(namespace)
                parts = os.path.relpath(path, base)[: -len(".py")].split(os.sep)
                if all(part.isidentifier() for part in parts):
                    return base
        return natural

    def _around_namespace(self, path: str, natural: str) -> "str | None":
        """The root above a folder without `__init__.py` that is part of a package all the same.

        That is so where the folder stands inside a package, or where the file imports its neighbours
        relatively.
        """
        parent = os.path.dirname(natural)
        in_package = os.path.exists(os.path.join(parent, "__init__.py"))
        relatively = os.path.dirname(path) == natural and any(
            module.startswith(".") for module in self.imports.get(path, ())
        )
        base = package_root(parent) if in_package else parent if relatively else None
        if base is None or not within(self.project, base):
            return None
        parts = os.path.relpath(path, base)[: -len(".py")].split(os.sep)
        return base if all(part.isidentifier() for part in parts) else None

    def _imported_namespaces(self) -> "list[str]":
        """Top folders without `__init__.py` that some file imports from by name."""
        found: list[str] = []
        for module in sorted(set().union(*self.imports.values()) if self.imports else ()):
            parts = module.split(".")
            for base in self.bases if parts[0] else ():
                top = os.path.join(base, parts[0])
                if (
                    len(parts) < 2
                    or not os.path.isdir(top)
                    or os.path.exists(os.path.join(top, "__init__.py"))
                ):
                    continue
                below = os.path.join(top, parts[1])
                if os.path.isdir(below) or os.path.isfile(below + ".py"):
                    found.append(top)
        return _distinct(found)

    def _script_roots(self) -> "dict[str, str]":
        """Files that import their neighbours by bare name, and what they reach from the same directory."""
        found: dict[str, str] = {}
        pending = [(path, folder) for path in self.imports for folder in self._script_folders(path)[:1]]
        while pending:
            path, folder = pending.pop()
            if path in found:
                continue
            found[path] = folder
            for module in self.imports[path]:
                reached = _file_of(folder, module) if not module.startswith(".") else _sibling(path, module)
                if reached in self.imports and within(folder, reached) and reached not in found:
                    pending.append((reached, folder))
        return found

    def _script_folders(self, path: str) -> "list[str]":
        """Directories below the package root that must stand on sys.path for a file, the nearest first."""
        root = self._package_root(path)
        folder = os.path.dirname(path)
        found = []
        while folder != root and within(root, folder):
            if any(self._is_neighbour(folder, root, module) for module in self.imports[path]):
                found.append(folder)
            folder = os.path.dirname(folder)
        return found

    def _is_neighbour(self, folder: str, root: str, module: str) -> bool:
        top = module.partition(".")[0]
        if (
            not top
            or top in sys.stdlib_module_names
            or any(_exists(base, top) for base in (root, *self.bases))
        ):
            return False
        if top in _SDK_FAMILY:
            return "." in module and _file_of(folder, module) is not None and not _installed(module)
        return _file_of(folder, module) is not None or _file_of(folder, top) is not None


def _above(project: str, imports: "dict[str, set[str]]") -> str:
    """The directory that the project's own files are imported from, at or above the project.

    Above it stands a package that the project is a part of, or a folder that its files import from by the
    name of a directory around the project, as `from examples.shared import x` in `examples/desk/main.py`.
    """
    package = package_root(project)
    if package != project:
        return package
    wanted = sorted(set().union(*imports.values())) if imports else []
    around = project
    while (parent := os.path.dirname(around)) != around:
        name = os.path.basename(around)
        if any(module.partition(".")[0] == name and _file_of(parent, module) for module in wanted):
            return parent
        if os.path.exists(os.path.join(around, ".git")):
            break
        around = parent
    return project


def _sibling(path: str, module: str) -> "str | None":
    """The file that a relative import such as `..base` reaches."""
    name = module.lstrip(".")
    folder = os.path.dirname(path)
    for _ in range(len(module) - len(name) - 1):
        folder = os.path.dirname(folder)
    return _file_of(folder, name) if name else None


def _exists(base: str, top: str) -> bool:
    return os.path.isfile(os.path.join(base, top + ".py")) or os.path.isdir(os.path.join(base, top))


def _installed(module: str) -> bool:
    """Whether the SDK or one of its kin, as imported in this process, has this submodule."""
    top, _, rest = module.partition(".")
    folders = getattr(sys.modules.get(top), "__path__", ())
    return any(_file_of(folder, rest) is not None for folder in folders)


def _file_of(base: str, module: str) -> "str | None":
    stem = os.path.join(base, *module.split("."))
    for candidate in (stem + ".py", os.path.join(stem, "__init__.py")):
        if os.path.isfile(candidate):
            return candidate
    return None


def _distinct(values: Iterable[str]) -> "list[str]":
    return list(dict.fromkeys(values))
