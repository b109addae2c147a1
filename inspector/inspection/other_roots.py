"""Modules of a project that a load of one part of it doesn't reach."""

from pathlib import Path

from inspector.sources.walk import files_below


def is_of_project(module: str, project: Path) -> bool:
    """Whether some directory of the project has a module of that dotted name, whatever the import root."""
    path = module.replace(".", "/")
    ends = (f"/{path}.py", f"/{path}/__init__.py")
    return any(file.as_posix().endswith(ends) for file in files_below(project))
