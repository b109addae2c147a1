"""A flip of a flag to its repaint at 1,000 tools.

Run by hand: python tests/benchmarks/flip_to_repainted.py
"""

import statistics
import sys
from pathlib import Path

from yardstick import REPOSITORY, Program

TOOLS = 1_000
_TARGET = 0.050
_ROW = "tool_00000"
"""On a row that every flip changes."""


def flips(rounds: int) -> list[float]:
    """Seconds from each key to the bytes that paint the row."""
    seconds = []
    with Program([str(Path(__file__).resolve()), "--app"]) as program:
        program.until(_ROW)
        for _ in range(rounds):
            program.settle()
            pressed = program.press("t")
            seconds.append(program.until(_ROW) - pressed)
    return seconds


def show_app() -> None:
    """The app itself, on that many made-up tools, a fifth of which depend on a flag: what `flips` drives."""
    sys.path.append(str(REPOSITORY / "tests" / "tui"))
    from flag_samples import flag_engine, many_flagged

    from inspector.tui.app import run

    run(flag_engine(make=lambda _scenario: many_flagged(TOOLS)), Path("/nowhere/big"))


def main() -> None:
    taken = flips(40)
    print("each flip, ms:", " ".join(f"{one * 1000:.0f}" for one in taken))
    median, worst = statistics.median(taken), max(taken)
    verdict = "ok" if median <= _TARGET else "MISSED"
    measured = f"median {median * 1000:.1f} ms, worst {worst * 1000:.1f} ms"
    print(f"flip to repaint at {TOOLS:,} tools: {measured}; target {_TARGET * 1000:.0f} ms: {verdict}")


if __name__ == "__main__":
    show_app() if "--app" in sys.argv else main()
