"""A reload keeps the user's place, marks what changed, and never loses the last good version."""

from pathlib import Path

import msgspec
from app_driver import app_of, cursor_text, opened, reload, screen_text, until
from tui_samples import FakeEngine, findings, inspection, many_tools, replace_consumer, support_desk, tool

from inspector.model import LoadFailure, Registry, RootResult
from inspector.wire.messages import Ready, RootDone

BROKEN = LoadFailure(
    ref="support.agents",
    kind="syntax",
    error="SyntaxError: invalid syntax",
    path="support/agents.py",
    line=14,
    traceback='  File "support/agents.py", line 14\n    tools=[\n',
)


def changed_billing() -> Registry:
    """`credit` renamed, `refund` described otherwise."""
    desk = support_desk()
    billing = desk.consumers[1]
    tools = tuple(
        msgspec.structs.replace(one, description="Gives money back.")
        if one.visible == "refund"
        else tool("voucher")
        if one.visible == "credit"
        else one
        for one in billing.tools
    )
    return replace_consumer(desk, billing.id, tools=tools)


def without_agents(*failures: LoadFailure) -> Registry:
    """support.agents is gone, for the given reasons."""
    desk = support_desk()
    kept = tuple(one for one in desk.consumers if not one.id.startswith("support.agents"))
    return msgspec.structs.replace(desk, consumers=kept, failures=(*desk.failures, *failures))


async def test_marks_rows_until_the_next_reload() -> None:
    engine = FakeEngine([inspection(support_desk(), findings()), inspection(changed_billing(), findings())])
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await reload(pilot)
        marks = {line.cells[0]: line.mark for line in app.main.registry.tools.lines if line.mark}
        assert marks == {"refund": "~", "voucher": "+", "credit": "-"}
        assert any(
            line.mark == "~" and line.cells[0] == "Billing" for line in app.main.registry.consumers.lines
        )
        await reload(pilot)
        assert not any(line.mark for line in app.main.registry.tools.lines)


async def test_keeps_selection_filter_groups_and_the_screen() -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        app.main.registry.go_to("support.agents:triage", "function:crm.close_ticket")
        await pilot.press("home", "enter", "end")
        await until(pilot, lambda: cursor_text(app.main.registry.tools) == "transfer_to_billing")
        await reload(pilot)
        assert cursor_text(app.main.registry.tools) == "transfer_to_billing"
        assert len(app.main.registry.tools.lines) == 6
        await pilot.press("slash", *"ticket", "enter")
        await reload(pilot)
        assert [line.cells[0] for line in app.main.registry.tools.lines] == [
            "crm",
            "crm.open_ticket",
            "crm.close_ticket",
        ]
        await pilot.press("2")
        await reload(pilot)
        assert app.main.view == "findings"


async def test_keeps_the_scroll_when_rows_come_in_above() -> None:
    before, after = many_tools(500), many_tools(500)
    more = tuple(tool(f"new_{number}") for number in range(20)) + after.consumers[0].tools
    engine = FakeEngine([inspection(before), inspection(replace_consumer(after, "big:agent", tools=more))])
    async with opened(engine) as pilot:
        app = app_of(pilot)
        table = app.main.registry.tools
        table.select("function:tool_00250")
        await pilot.press("up")
        height = next(i for i, line in enumerate(screen_text(app).splitlines()) if "tool_00249" in line)
        await reload(pilot)
        assert cursor_text(table) == "tool_00249"
        await until(pilot, lambda: "tool_00249" in screen_text(app).splitlines()[height])


async def test_a_broken_module_leaves_the_last_good_version_under_a_banner() -> None:
    engine = FakeEngine(
        [
            inspection(support_desk(), findings()),
            inspection(without_agents(BROKEN)),
            inspection(support_desk(), findings()),
        ]
    )
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await reload(pilot)
        text = screen_text(app)
        assert "support/agents.py:14: SyntaxError: invalid syntax" in text
        assert "Billing (stale)" in text
        assert "✗ shadowed TI101" in text
        assert "Voice line (stale)" not in text
        await pilot.press("b")
        await until(pilot, lambda: "tools=[" in screen_text(app))
        await pilot.press("escape")
        await reload(pilot)
        await until(pilot, lambda: "stale" not in screen_text(app))
        assert not app.main.banner.display


async def test_healthy_modules_go_on_while_another_is_broken() -> None:
    voice = replace_consumer(without_agents(BROKEN), "support.realtime:voice", tools=(tool("transfer_call"),))
    engine = FakeEngine([inspection(support_desk(), findings()), inspection(voice)])
    async with opened(engine) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to("support.realtime:voice")
        await reload(pilot)
        await until(pilot, lambda: "transfer_call" in screen_text(app))
        assert app.snapshot is not None
        assert app.snapshot.stale == {
            "support.agents:triage",
            "support.agents:billing",
            "support.agents:billing>Refund checker",
        }


async def test_an_edit_that_removes_a_consumer_removes_it() -> None:
    engine = FakeEngine([inspection(support_desk(), findings()), inspection(without_agents())])
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await reload(pilot)
        assert app.snapshot is not None
        assert not app.snapshot.stale
        assert [
            line.mark for line in app.main.registry.consumers.lines if line.key == "support.agents:triage"
        ] == ["-"]
        await reload(pilot)
        assert not any(line.key == "support.agents:triage" for line in app.main.registry.consumers.lines)


async def test_what_failed_from_the_start_is_no_banner() -> None:
    async with opened() as pilot:
        assert not app_of(pilot).main.banner.display


async def test_a_worker_that_fails_is_told_and_the_rows_stay() -> None:
    engine = FakeEngine([inspection(support_desk(), findings()), OSError("no more processes")])
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await pilot.press("r")
        await until(pilot, lambda: "no more processes" in screen_text(app))
        assert "Billing · tools 6" in screen_text(app)


async def test_a_first_load_that_fails_says_why() -> None:
    from inspector.tui.app import ToolInspectApp

    app = ToolInspectApp(
        FakeEngine([OSError("no [/x] interpreter")]), Path("/nowhere/support_desk"), watch=False
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "no [/x] interpreter" in app.main.registry.details.text)
        text = screen_text(app)
        assert "not loaded" in text.splitlines()[0]
        assert "r tries again" in text
        await pilot.press("2")
        await until(pilot, lambda: "no [/x] interpreter" in app.main.findings.details.text)
        await pilot.press("b")
        await until(pilot, lambda: "The newest load" in screen_text(app))


async def test_an_error_that_does_not_fit_the_banner_can_be_read_whole() -> None:
    error = "the config says\n" + "  what it should not\n" * 3 + "  and this is the end"
    engine = FakeEngine([inspection(support_desk(), findings()), OSError(error)])
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await pilot.press("r")
        await until(pilot, lambda: "b traceback" in screen_text(app))
        await pilot.press("b")
        await until(pilot, lambda: "and this is the end" in screen_text(app))


async def test_a_slow_first_load_shows_what_has_arrived() -> None:
    from inspector.tui.app import ToolInspectApp

    desk = support_desk()
    answers = (
        Ready(sdk="0.24.0", python="3.11.7", executable="python", strict_available=True),
        RootDone(generation=1, result=RootResult(root="/nowhere", consumers=desk.consumers[:1])),
    )
    engine = FakeEngine([inspection(desk, findings())], messages=answers)
    engine.gate.clear()
    app = ToolInspectApp(engine, Path("/nowhere/support_desk"), watch=False)
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: "Triage · tools 7" in screen_text(app))
        assert "⟳" in screen_text(app)
        assert "Billing" not in [line.cells[0] for line in app.main.registry.consumers.lines]
        engine.gate.set()
        await until(pilot, lambda: "Consumers 4" in screen_text(app))
        assert not any(line.mark for line in app.main.registry.consumers.lines)
        assert not app.main.banner.display


async def test_progress_is_shown_while_loading() -> None:
    from inspector.tui.app import ToolInspectApp

    engine = FakeEngine([inspection(support_desk())])
    engine.gate.clear()
    app = ToolInspectApp(engine, Path("/nowhere/support_desk"), watch=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "importing support.agents" in screen_text(app))
        engine.gate.set()
        await until(pilot, lambda: "Triage" in screen_text(app))


async def test_only_the_newest_load_counts() -> None:
    engine = FakeEngine(
        [inspection(support_desk()), inspection(without_agents()), inspection(changed_billing())]
    )
    async with opened(engine) as pilot:
        app = app_of(pilot)
        engine.gate.clear()
        await pilot.press("r")
        await until(pilot, lambda: engine.loads == 2)
        await pilot.press("r")
        engine.gate.set()
        await until(pilot, lambda: engine.loads == 3 and not app.loads.running)
        assert any(line.key == "support.agents:triage" for line in app.main.registry.consumers.lines)
