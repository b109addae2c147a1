"""Save to repainted on a project of 100 tools, against the cold import.

Run by hand: python tests/benchmarks/save_to_repainted.py
"""

import statistics
import tempfile
import time
from pathlib import Path

from yardstick import in_turn, module_text, python_seconds, report, toolinspect, write_project

_IMPORT = "import agents, shop.everything"
_SAVES = 15


def saves(project: Path) -> list[float]:
    """Seconds from the end of each save to its new name on the screen."""
    module = project / "shop" / "desk_0.py"
    seconds = []
    with toolinspect(project) as program:
        program.until("visible_0_0")
        time.sleep(1)  # The watcher starts once the first frame is up.
        for number in range(_SAVES):
            name = f"renamed_{number:03}"
            program.settle()
            module.write_text(module_text(0, first=name))
            start = time.perf_counter()
            seconds.append(program.until(name) - start)
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = write_project(Path(folder))
        python_seconds(_IMPORT, project)
        (before,) = in_turn(3, lambda: python_seconds(_IMPORT, project))
        taken = saves(project)
        (after,) = in_turn(3, lambda: python_seconds(_IMPORT, project))
        cold = (before + after) / 2
        print("each save, ms:", " ".join(f"{one * 1000:.0f}" for one in taken))
        report("save to repainted, median", statistics.median(taken), f"`{_IMPORT}`", cold, 0.1)


if __name__ == "__main__":
    main()
