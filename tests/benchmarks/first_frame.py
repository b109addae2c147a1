"""Start to first painted frame, against `python -c "import agents"`.

Run by hand: python tests/benchmarks/first_frame.py
"""

import tempfile
from pathlib import Path

from yardstick import in_turn, python_seconds, report, toolinspect, write_project


def first_frame(project: Path) -> float:
    with toolinspect(project) as program:
        return program.until("Consumers") - program.started


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = write_project(Path(folder))
        first_frame(project)
        python_seconds("import agents")
        cold, frame = in_turn(7, lambda: python_seconds("import agents"), lambda: first_frame(project))
        report("start to first frame", frame, "import agents", cold, 0.5)


if __name__ == "__main__":
    main()
