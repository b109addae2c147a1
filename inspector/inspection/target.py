"""What PATH means: a directory, a Python file, or `module:attr`."""

import os
from pathlib import Path

import msgspec

from inspector.config.likeness import most_like
from inspector.inspection.errors import TargetError

_PROJECT_FILES = ("toolinspect.toml", "pyproject.toml", "setup.py", ".git")


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """Where to look: the project's absolute directory, and what of it (empty: everything)."""

    project: Path
    part: str = ""
    """A posix path relative to the project, `path/to/file.py:attr`, or `module:attr`."""


def resolve(text: str, *, cwd: Path | None = None) -> Target:
    """The target that `text` names, relative to `cwd`.

    Raises TargetError, with the nearest name that does exist.
    """
    if not text:
        raise TargetError("PATH is empty", do="Name a directory, a .py file or `module:attr`; `.` is here")
    try:
        base = (cwd or Path.cwd()).absolute()
        path = _absolute(base, text)
        # What isn't text can't be named in a request, a report or a finding.
        os.fspath(path).encode("utf-8")
        if path.is_dir():
            return Target(project=path)
        if path.exists():
            return _file(path, text)
        return _reference(text, base, path)
    except (OSError, ValueError) as error:
        raise TargetError(f"can't be read ({error})", where=text) from None
    except RuntimeError:
        raise TargetError("no such home directory", where=text, do="Write the path out") from None


def _absolute(base: Path, text: str) -> Path:
    """Raises RuntimeError for the home directory of nobody."""
    return Path(os.path.normpath(base / Path(text).expanduser()))


def _file(path: Path, text: str) -> Target:
    if path.suffix == ".json":
        raise TargetError(
            "workflow graphs are not supported yet in this version",
            where=text,
            do="Name a directory, a Python file or `module:attr`",
        )
    if path.suffix != ".py" or not path.is_file():
        raise TargetError("is no Python file", where=text, do="Name a directory, a .py file or `module:attr`")
    project = _project_of(path)
    return Target(project=project, part=path.relative_to(project).as_posix())


def _reference(text: str, base: Path, path: Path) -> Target:
    module, colon, attribute = text.rpartition(":")
    if not colon or not module or not attribute:
        raise TargetError("no such file or directory", where=text, do=_nearest(path))
    if module.endswith(".py"):
        file = _absolute(base, module)
        if not file.is_file():
            raise TargetError("no such file", where=module, do=_nearest(file))
        target = _file(file, module)
        return Target(project=target.project, part=f"{target.part}:{attribute}")
    if not all(part.isidentifier() for part in (*module.split("."), *attribute.split("."))):
        raise TargetError("no such file or directory", where=text, do=_nearest(path))
    # Whether there is such a module is for the scan to say, which knows every import root.
    return Target(project=base, part=text)


def _project_of(file: Path) -> Path:
    """The nearest directory around a file that looks like a project, else the file's import root."""
    for directory in file.parents:
        if any((directory / name).exists() for name in _PROJECT_FILES):
            return directory
    directory = file.parent
    while (directory / "__init__.py").exists() and directory.parent != directory:
        directory = directory.parent
    return directory


def _nearest(path: Path) -> str:
    """A hint at a name that does exist beside `path`."""
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return "Check the path"
    found = most_like(path.name, names)
    return f"Did you mean `{path.parent / found}`?" if found else "Check the path"
