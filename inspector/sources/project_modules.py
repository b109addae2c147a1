"""The Python files of a project that are not its tests, whether anything imports them or not."""

from collections.abc import Iterator
from pathlib import Path

from inspector.sources.walk import files_below

_TESTS = frozenset({"test", "tests"})


def project_modules(root: Path) -> Iterator[Path]:
    """Absolute paths, in a stable order."""
    for path in files_below(root):
        if path.suffix == ".py" and not _is_test(path.relative_to(root)):
            yield path


def _is_test(path: Path) -> bool:
    name = path.name
    is_named_so = name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"
    return is_named_so or not _TESTS.isdisjoint(path.parts[:-1])
