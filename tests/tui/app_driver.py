"""Opens the app headless on fake engines and waits for what a test needs to see."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot
from tui_samples import FakeEngine, findings, inspection, support_desk

from inspector.model import Finding, Registry
from inspector.tui.app import ToolInspectApp
from inspector.tui.table import VirtualTable

WIDE, SMALL = (140, 45), (80, 24)
PATIENCE = 10.0
"""Seconds until a condition that doesn't come true fails the test."""


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Let the app work until `condition` holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"did not come true within {PATIENCE} s\n{screen_text(app_of(pilot))}")
        await pilot.pause(0.01)
    await pilot.pause()


def app_of(pilot: Pilot[None]) -> ToolInspectApp:
    assert isinstance(pilot.app, ToolInspectApp)
    return pilot.app


def screen_lines(app: ToolInspectApp) -> list[str]:
    """The screen as text, line by line."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip)[:width] for strip in strips[:height]]


def screen_text(app: ToolInspectApp) -> str:
    return "\n".join(screen_lines(app))


def cursor_text(table: VirtualTable) -> str:
    """First cell of the line under the cursor."""
    return table.current.cells[0] if table.current else ""


@asynccontextmanager
async def opened(
    engine: FakeEngine | None = None,
    *,
    size: tuple[int, int] = WIDE,
    project: Path = Path("/nowhere/support_desk"),
    registry: Registry | None = None,
    found: tuple[Finding, ...] | None = None,
) -> AsyncIterator[Pilot[None]]:
    """The app, its first load shown."""
    if engine is None:
        shown = findings() if found is None and registry is None else found or ()
        engine = FakeEngine([inspection(registry or support_desk(), shown)])
    app = ToolInspectApp(engine, project, watch=False)
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: app.snapshot is not None)
        await until(pilot, lambda: app.main.registry.details.subject is not None)
        yield pilot


async def reload(pilot: Pilot[None]) -> None:
    """Load again, and wait for it to be shown."""
    app = app_of(pilot)
    before = app.snapshot
    await pilot.press("r")
    await until(pilot, lambda: app.snapshot is not before)
