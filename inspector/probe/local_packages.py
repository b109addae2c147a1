"""Lets a project's own `agents`, `mcp` or `openai` live beside the installed package of that name.

The local one is imported under an alias. `import agents.X` reaches it where the installed package lacks X,
and the installed package answers for names of its own first, then for the local package's.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from typing import Any, Sequence

ALIAS = "_toolinspect_local_"


class LocalPackages:
    """Meta-path finder over the top-level names that both the project and this process have."""

    def __init__(self, sys_path: "list[str]", loader: Any) -> None:
        self.loader = loader
        self.places: dict[str, str] = {}
        """Top-level name to the project's directory or file of that name."""
        for entry in reversed(sys_path):
            self.places.update(_clashing(entry, sys_path))

    def install(self) -> None:
        if not self.places:
            return
        sys.meta_path.insert(0, self)
        for top, place in self.places.items():
            self._fall_back(top, top, place)

    def importable(self, name: str, path: str) -> "str | None":
        """The name to import a project's file by; None when only its path will do."""
        top = name.partition(".")[0]
        place = self.places.get(top)
        if place is not None and (path == place or path.startswith(place + os.sep)):
            return ALIAS + name
        known = sys.modules.get(name)
        file = getattr(known, "__file__", None)
        if known is not None and (file is None or os.path.abspath(file) != path):
            return None
        return None if top in sys.stdlib_module_names else name

    def find_spec(
        self, fullname: str, path: "Sequence[str] | None" = None, target: "types.ModuleType | None" = None
    ) -> "importlib.machinery.ModuleSpec | None":
        if fullname.startswith(ALIAS):
            return self._alias_spec(fullname)
        top, _, rest = fullname.partition(".")
        if top not in self.places or not rest or _installed_has(fullname, path):
            return None
        if _local_file(self.places[top], rest) is None:
            return None
        return importlib.machinery.ModuleSpec(fullname, _SameModule(ALIAS + fullname))

    def _alias_spec(self, fullname: str) -> "importlib.machinery.ModuleSpec | None":
        top = fullname[len(ALIAS) :]
        place = self.places.get(top)
        if place is None:
            return None
        if place.endswith(".py"):
            return importlib.util.spec_from_file_location(
                fullname, place, loader=self.loader(fullname, place)
            )
        init = os.path.join(place, "__init__.py")
        if os.path.isfile(init):
            return importlib.util.spec_from_file_location(
                fullname, init, loader=self.loader(fullname, init), submodule_search_locations=[place]
            )
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = [place]
        return spec

    def _fall_back(self, name: str, top: str, place: str) -> None:
        """Give an installed module the local one's names, where it has none of its own."""
        installed = sys.modules.get(name)
        if installed is None:
            return
        inner = getattr(installed, "__getattr__", None)

        def fallback(attribute: str) -> Any:
            if inner is not None:
                try:
                    return inner(attribute)
                except AttributeError:
                    pass
            found = _MISSING if attribute.startswith("__") else self._local_attribute(name, place, attribute)
            if found is _MISSING:
                raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
            return found

        vars(installed)["__getattr__"] = fallback
        for submodule in [known for known in list(sys.modules) if known.startswith(name + ".")]:
            rest = submodule[len(name) + 1 :]
            if "." not in rest and _local_file(place, rest) is not None:
                self._fall_back(submodule, top, os.path.join(place, rest))

    def _local_attribute(self, name: str, place: str, attribute: str) -> Any:
        found = getattr(importlib.import_module(ALIAS + name), attribute, _MISSING)
        if found is _MISSING and _local_file(place, attribute) is not None:
            return importlib.import_module(f"{ALIAS}{name}.{attribute}")
        return found


class _SameModule(importlib.abc.Loader):
    """Loader that hands out a module which is already there under another name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spec: Any = None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        module = importlib.import_module(self.name)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        module.__spec__ = self.spec


_MISSING = object()


def _clashing(entry: str, sys_path: "list[str]") -> "dict[str, str]":
    found: dict[str, str] = {}
    try:
        names = sorted(os.listdir(entry))
    except OSError:
        return found
    for name in names:
        top = name[: -len(".py")] if name.endswith(".py") else name
        place = os.path.join(entry, name)
        known = sys.modules.get(top)
        if known is None or top in sys.stdlib_module_names or _is_below(known, sys_path):
            continue
        if name.endswith(".py") or (os.path.isdir(place) and _holds_source(place)):
            found[top] = place
    return found


def _is_below(module: types.ModuleType, sys_path: "list[str]") -> bool:
    file = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), "")
    parts = file.split(os.sep)
    if "site-packages" in parts or "dist-packages" in parts:
        return False
    return any(file.startswith(entry + os.sep) for entry in sys_path)


def _holds_source(place: str) -> bool:
    return any(name.endswith(".py") or os.path.isdir(os.path.join(place, name)) for name in os.listdir(place))


def _installed_has(fullname: str, path: "Sequence[str] | None") -> bool:
    return path is not None and importlib.machinery.PathFinder.find_spec(fullname, list(path)) is not None


def _local_file(place: str, rest: str) -> "str | None":
    stem = os.path.join(place, *rest.split("."))
    if os.path.isdir(stem):
        return stem
    return stem + ".py" if os.path.isfile(stem + ".py") else None
