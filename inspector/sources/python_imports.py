"""From an import statement to the project file that it means, without importing."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from inspector.sources.python_module import Import
from inspector.sources.walk import is_file

_ROOTS = ("", "src", "lib", "app", "backend")
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<module>[\w.]+)[ \t]+import[ \t]*(?P<names>\([^)]*\)|[^\n#]*)"
    r"|import[ \t]+(?P<modules>[^\n#]+))",
    re.M,
)
_IMPORTED = re.compile(r"([\w.]+)(?:\s+as\s+\w+)?")


def imported_names(imports: Sequence[Import], name: str) -> Iterator[tuple[ast.ImportFrom, str]]:
    """Imports that may bind `name`, each with the name it has over there; the last one first."""
    stars = []
    for node in reversed(imports):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    yield node, alias.name
                elif alias.name == "*":
                    stars.append((node, name))
    yield from stars


def imported_modules(imports: Sequence[Import], attribute: str) -> Iterator[tuple[ast.ImportFrom, str]]:
    """For a dotted attribute that begins with a module's name: imports of that module's attribute."""
    name, _, rest = attribute.partition(".")
    for node in reversed(imports) if rest else ():
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    yield (
                        _import(f"{node.module}.{alias.name}" if node.module else alias.name, node.level),
                        rest,
                    )
        else:
            for alias in node.names:
                called = alias.asname or alias.name
                if attribute.startswith(f"{called}."):
                    yield _import(alias.name, 0), attribute.removeprefix(f"{called}.")


def _import(module: str, level: int) -> ast.ImportFrom:
    return ast.ImportFrom(module=module, names=[], level=level)


def files_of(node: ast.ImportFrom, path: Path, root: Path) -> Iterator[Path]:
    """Files that `from … import` in `path` may read, most likely first."""
    parts = (node.module or "").split(".") if node.module else []
    if node.level:
        bases = [path.parents[node.level - 1]] if node.level <= len(path.parents) else []
    else:
        above = [folder for folder in path.parents if folder == root or root in folder.parents]
        bases = [*above, *(root / name for name in _ROOTS[1:])]
    for base in bases:
        place = base.joinpath(*parts)
        candidates = [place / "__init__.py"]
        if parts:
            candidates.insert(0, place.with_name(f"{place.name}.py"))
        yield from (one for one in candidates if is_file(one))


def absolute_imports(text: str) -> frozenset[str]:
    """Dotted names that a module's text imports absolutely, also within functions; found without parsing."""
    found: set[str] = set()
    for statement in _IMPORT.finditer(text):
        module = statement["module"]
        if module is None:
            found.update(_IMPORTED.findall(statement["modules"]))
        elif not module.startswith("."):
            found.add(module)
            found.update(f"{module}.{name}" for name in _IMPORTED.findall(statement["names"]))
    return frozenset(found)
