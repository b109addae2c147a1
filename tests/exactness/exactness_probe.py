"""The probe as a project's interpreter loads it: by path, under its private package name."""

import dataclasses
import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any, TypeAlias

Live: TypeAlias = Any
"""An object of the installed SDK or of the probe; their types differ from version to version."""

os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
os.environ.setdefault("OPENAI_API_KEY", "unused")

_PACKAGE = "_toolinspect_probe"
_HOME = Path(__file__).parents[2] / "inspector" / "probe"


def module(name: str) -> Live:
    """One module of the probe."""
    if _PACKAGE not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            _PACKAGE, _HOME / "__init__.py", submodule_search_locations=[str(_HOME)]
        )
        assert spec is not None and spec.loader is not None
        package = importlib.util.module_from_spec(spec)
        sys.modules[_PACKAGE] = package
        spec.loader.exec_module(package)
    return importlib.import_module(f"{_PACKAGE}.{name}")


@dataclasses.dataclass
class Found:
    """What discovery hands to extraction for one agent."""

    agent: Live
    id: str
    path: str | None = None
    line: int | None = None
    partial: bool = False


class NoRecorder:
    """A recorder that saw nothing being built."""

    def __init__(self) -> None:
        self.tools: dict[int, tuple[str, int]] = {}


def read(found: list[Found], **request: Live) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """`extract.read` with a request of these fields."""
    answer: tuple[list[dict[str, Any]], list[dict[str, Any]]] = module("extract").read(
        found, recorder=NoRecorder(), project=str(Path(__file__).parent), request=request
    )
    return answer
