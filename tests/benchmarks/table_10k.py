"""A key press to its repaint at 10,000 rows. Run by hand: python tests/benchmarks/table_10k.py"""

import statistics
import sys
from pathlib import Path

from yardstick import REPOSITORY, Program

ROWS = 10_000
_TARGET = 0.050
_STEPS = (
    ("\x1b[B", "tool_00001"), ("\x1b[B", "tool_00002"), ("\x1b[F", f"tool_{ROWS - 1:05}"),
    ("\x1b[A", f"tool_{ROWS - 2:05}"), ("\x1b[H", "tool_00000"),
)  # fmt: skip
"""Keys, and the name on the row that each brings the cursor to."""


def presses(rounds: int) -> list[float]:
    """Seconds from each key to the bytes that paint its row."""
    seconds = []
    with Program([str(Path(__file__).resolve()), "--app"]) as program:
        program.until("tool_00000")
        for keys, row in _STEPS * rounds:
            program.settle()
            pressed = program.press(keys)
            seconds.append(program.until(row) - pressed)
    return seconds


def show_app() -> None:
    """The app itself, on that many made-up tools: what `presses` drives."""
    sys.path.append(str(REPOSITORY / "tests" / "tui"))
    from tui_samples import FakeEngine, inspection, many_tools

    from inspector.tui.app import run

    run(FakeEngine([inspection(many_tools(ROWS))]), Path("/nowhere/big"))


def main() -> None:
    taken = presses(8)
    median, worst = statistics.median(taken), max(taken)
    verdict = "ok" if median <= _TARGET else "MISSED"
    measured = f"median {median * 1000:.1f} ms, worst {worst * 1000:.1f} ms"
    print(f"key to repaint at {ROWS:,} rows: {measured}; target {_TARGET * 1000:.0f} ms: {verdict}")


if __name__ == "__main__":
    show_app() if "--app" in sys.argv else main()
