"""Start to filled registry, against `python -c "import agents, <project>"`.

Run by hand: python tests/benchmarks/filled_registry.py
"""

import tempfile
from pathlib import Path

from yardstick import in_turn, python_seconds, report, toolinspect, write_project

_IMPORT = "import agents, shop.everything"


def filled(project: Path) -> float:
    with toolinspect(project) as program:
        return program.until("visible_0_0") - program.started


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = write_project(Path(folder))
        filled(project)
        python_seconds(_IMPORT, project)
        cold, full = in_turn(7, lambda: python_seconds(_IMPORT, project), lambda: filled(project))
        report("start to filled registry", full, f"`{_IMPORT}`", cold, 1.3)


if __name__ == "__main__":
    main()
