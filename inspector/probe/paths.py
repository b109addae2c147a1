"""Where a file stands in the project."""

import os


def within(directory: str, path: str) -> bool:
    """Whether `path` is `directory` or lies below it; both absolute."""
    base = directory.rstrip(os.sep)
    return path == base or path.startswith(base + os.sep)


def installed(path: str) -> bool:
    """Whether `path` lies in an environment's package directory rather than in somebody's source."""
    parts = path.split(os.sep)
    return "site-packages" in parts or "dist-packages" in parts


def in_project(project: str, path: str) -> bool:
    """Whether `path` is the project's own: inside its directory and in no environment that lives there."""
    return within(project, path) and not installed(path)


def relative(project: str, path: str) -> str:
    """Posix path relative to the project for anything inside it; `path` itself, absolute, otherwise."""
    absolute = os.path.abspath(path)
    if not within(project, absolute):
        return absolute
    return os.path.relpath(absolute, project).replace(os.sep, "/")
