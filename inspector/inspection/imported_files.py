"""From the module of a reference to the file that was imported for it."""

from collections.abc import Iterable, Sequence


def imported_files(module: str, sources: Iterable[str]) -> Sequence[str]:
    """Those of `sources`, paths relative to the project, that can be the module of a dotted name.

    It may mean a file in each of several import roots; the shortest path comes first.
    """
    path = module.replace(".", "/")
    ends = (f"/{path}.py", f"/{path}/__init__.py")
    found = (one for one in sources if f"/{one}".endswith(ends))
    return sorted(found, key=lambda one: one.count("/"))
