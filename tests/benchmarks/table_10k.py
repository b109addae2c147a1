"""A key press to its repaint at 10,000 rows. Run by hand: python tests/benchmarks/table_10k.py"""

import asyncio
import statistics
import sys
import time
from pathlib import Path

from yardstick import REPOSITORY

sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests" / "tui")]

from app_driver import cursor_text, screen_text  # noqa: E402
from tui_samples import FakeEngine, inspection, many_tools  # noqa: E402

from inspector.tui.app import ToolInspectApp  # noqa: E402

ROWS = 10_000
_TARGET = 0.050


async def presses(keys: list[str]) -> list[float]:
    """Seconds from each key to the frame that shows its effect."""
    app = ToolInspectApp(FakeEngine([inspection(many_tools(ROWS))]), Path("/nowhere/big"), watch=False)
    seconds = []
    async with app.run_test(size=(140, 45)) as pilot:
        while app.snapshot is None:
            await pilot.pause(0.01)
        await pilot.pause(0.5)
        table = app.main.registry.tools
        for key in keys:
            before = cursor_text(table)
            painted = asyncio.Event()
            app.screen.set_timer(10, painted.set)
            start = time.perf_counter()
            app.post_message_key(key) if hasattr(app, "post_message_key") else await pilot.press(key)
            while cursor_text(table) == before or cursor_text(table) not in screen_text(app):
                await asyncio.sleep(0)
            seconds.append(time.perf_counter() - start)
    return seconds


def main() -> None:
    taken = asyncio.run(presses(["down", "pagedown", "end", "pageup", "up", "home"] * 10))
    median, worst = statistics.median(taken), max(taken)
    print(f"key to repaint at {ROWS:,} rows: median {median * 1000:.1f} ms, worst {worst * 1000:.1f} ms")


if __name__ == "__main__":
    main()
