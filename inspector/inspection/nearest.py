"""What a reference that names nothing most likely means."""

import ast
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from inspector.config.likeness import most_like

_MOST_FILES = 5_000
_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages", "venv", "env"})


def nearest_reference(reference: str, bases: Iterable[Path]) -> str | None:
    """`module:attr` or `file.py:attr` below `bases` that is most like `reference`; None without a likeness.

    Where the module is there, it is the attribute that is replaced.
    """
    wanted, colon, attribute = reference.rpartition(":")
    if not colon:
        wanted, attribute = reference, ""
    files: dict[str, Path] = {}
    for base in bases:
        for path in _python_files(base):
            files.setdefault(_name(path.relative_to(base), as_file=wanted.endswith(".py")), path)
    if wanted in files:
        name = most_like(attribute, _attributes(files[wanted]))
        return f"{wanted}:{name}" if name else None
    module = most_like(wanted, files)
    return f"{module}{colon}{attribute}" if module else None


def _name(path: Path, *, as_file: bool) -> str:
    name = path.as_posix()
    return name if as_file else name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _python_files(base: Path) -> Iterator[Path]:
    left = _MOST_FILES
    for folder, folders, files in os.walk(base):
        folders[:] = sorted(one for one in folders if one not in _SKIPPED and not one.startswith("."))
        for file in sorted(files):
            if file.endswith(".py"):
                yield Path(folder) / file
                left -= 1
                if not left:
                    return


def _attributes(path: Path) -> Iterator[str]:
    """Names that the module's own statements bind; none of a file that can't be read."""
    try:
        body = ast.parse(path.read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                continue
