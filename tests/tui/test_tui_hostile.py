"""Names that try to break the screen, and screens without colour."""

import pytest
from app_driver import SMALL, WIDE, app_of, opened, screen_lines, screen_text, until
from tui_samples import INFO, FakeEngine, inspection, tool

from inspector.model import Consumer, Finding, LoadFailure, Location, Registry

NAMES = (
    "[/x]",
    "[bold red]markup[/]",
    "\x1b[31mred\x1b[0m",
    "two\nlines",
    "bidi\u202eevil",
    "tab\there",
    "nul\x00",
    "wide 漢字 名前",
    "e\u0301",
    "$text-error",
    "@click=app.quit",
    "\ud800",
    "",
)


def hostile() -> Registry:
    names = (*NAMES, "x" * 10_000)
    tools = tuple(tool(name, description=name, function=name, predicate=name, via=(name,)) for name in names)
    return Registry(
        root="/nowhere",
        info=INFO,
        consumers=(
            Consumer(
                id="m:[/x]\n",
                name="[/x]\x1b[2J\u202e",
                path="a\nb.py",
                line=3,
                tools=tools,
                instructions="\x1b]0;t\x07",
            ),
        ),
        failures=(LoadFailure(ref="[/x]", kind="raised", error="\x1b[2J[/boom]", traceback="[/x]\x1b[2J"),),
    )


def hostile_findings() -> tuple[Finding, ...]:
    return tuple(
        Finding(
            code="TI101",
            name="duplicate-tool-name",
            severity="error",
            consumer="m:[/x]\n",
            consumer_name=name,
            names=(name,),
            message=name,
            fix=name,
            locations=(Location(name, 1),),
            tools=(f"function:{name}",),
        )
        for name in NAMES
    )


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "140x45"])
async def test_hostile_names_are_shown_and_stay_in_their_cells(size: tuple[int, int]) -> None:
    engine = FakeEngine([inspection(hostile(), hostile_findings())], output="out \x1b[2J[/x]\n")
    async with opened(engine, size=size) as pilot:
        app = app_of(pilot)
        for key in ("u", "end", "pageup", "home", "1", "2", "end", "n", "g", "y", "r", "1", "n"):
            await pilot.press(key)
            lines = screen_lines(app)
            assert len(lines) == size[1]
            assert not any(
                ord(character) < 32 or 0x202A <= ord(character) <= 0x202E for character in "".join(lines)
            )
        for key, wanted in (("l", "\\x1b[2J[/x]"), ("b", "[/boom]"), ("question_mark", "Move the cursor")):
            await pilot.press(key)
            await until(pilot, lambda wanted=wanted: wanted in screen_text(app))
            await pilot.press("escape")


async def test_the_palette_takes_hostile_names() -> None:
    async with opened(registry=hostile()) as pilot:
        app = app_of(pilot)
        await pilot.press("ctrl+p", *"[/x]")
        await until(pilot, lambda: "[/x] · [/x]" in screen_text(app))
        await pilot.press("escape")


async def test_without_colour_signs_and_cursor_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened() as pilot:
        app = app_of(pilot)
        text = screen_text(app)
        for sign in ("✗ TI101", "○ off", "? unknown", "✓ sent", "▌"):
            assert sign in text
        styles = [segment.style for strip in app.screen._compositor.render_strips() for segment in strip]
        colours = [colour for style in styles if style for colour in (style.color, style.bgcolor) if colour]
        assert colours
        assert all(len(set(colour.get_truecolor())) == 1 for colour in colours)
