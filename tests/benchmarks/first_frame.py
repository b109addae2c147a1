"""Start to first painted frame, against `python -c "import agents"`. Run by hand: python tests/benchmarks/first_frame.py"""

import tempfile
from pathlib import Path

from yardstick import Program, median_of, python_seconds, report, write_project


def first_frame(project: Path) -> float:
    with Program(project) as program:
        return program.until("Consumers") - program.started


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = write_project(Path(folder))
        first_frame(project)
        python_seconds("import agents")
        cold = median_of(5, lambda: python_seconds("import agents"))
        frame = median_of(5, lambda: first_frame(project))
        report("start to first frame", frame, "import agents", cold, 0.5)


if __name__ == "__main__":
    main()
