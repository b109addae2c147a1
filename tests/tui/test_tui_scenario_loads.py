"""Scenarios that only a load tells, loads while a scenario is chosen, and exploring that takes its time."""

import threading

import msgspec
from app_driver import app_of, opened, reload, screen_lines, screen_text, until
from flag_samples import (
    BILLING,
    FLAGS,
    TENANTS,
    desk,
    flag_desk,
    flag_engine,
    flag_settings,
    without_flags,
)

from inspector.inspection import Inspection
from inspector.model import RootResult, Scenario
from inspector.wire.messages import Progress, Ready, RootDone


def unexplored(scenario: Scenario | None) -> Inspection:
    return flag_desk(scenario, is_explored=False)


async def test_a_scenario_that_exploring_has_not_shown_is_loaded() -> None:
    gate = threading.Event()
    engine = flag_engine(make=unexplored, gates={2: gate})
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await pilot.press("t")
        await until(pilot, lambda: "loading scenario…" in screen_lines(app)[1])
        assert "acme" in screen_lines(app)[1]
        gate.set()
        await until(pilot, lambda: app.snapshot.scenario.tenant == "acme")
        assert "loading scenario…" not in screen_text(app)
        assert engine.loads == 2
        billing = app.snapshot.consumer(BILLING)
        assert next(one for one in billing.tools if one.visible == "refund_now").sent
        assert app.snapshot.mark(BILLING, "function:refund_now") == "~"
        assert app.snapshot.mark(BILLING, "function:refund") is None


async def test_keys_pressed_while_a_scenario_loads_go_on_from_it() -> None:
    gate = threading.Event()
    engine = flag_engine(make=unexplored, gates={2: gate})
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await pilot.press("t", "t")
        gate.set()
        await until(pilot, lambda: app.snapshot.scenario.tenant == "globex")


async def test_a_reload_of_files_keeps_the_scenario() -> None:
    async with opened(flag_engine()) as pilot:
        app = app_of(pilot)
        await pilot.press("t")
        await until(pilot, lambda: app.snapshot.scenario.tenant == "acme")
        await reload(pilot)
        assert app.snapshot.scenario.tenant == "acme"
        assert app.snapshot.mark(BILLING, "function:refund_now") is None


async def test_a_scenario_that_the_config_no_longer_has_gives_way_to_the_default_one() -> None:
    made = [flag_desk()]
    engine = flag_engine(make=lambda _scenario: made[-1])
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await pilot.press("t")
        await until(pilot, lambda: app.snapshot.scenario.tenant == "acme")
        made.append(flag_desk(config=flag_settings(tenants={"globex": TENANTS["globex"]})))
        await reload(pilot)
        assert app.snapshot.scenario.tenant == ""
        await until(pilot, lambda: "no longer has that scenario" in screen_text(app))


async def test_a_config_without_flags_takes_the_bar_away() -> None:
    made = [flag_desk()]
    engine = flag_engine(make=lambda _scenario: made[-1])
    async with opened(engine) as pilot:
        app = app_of(pilot)
        made.append(without_flags(made[0]))
        await reload(pilot)
        await until(pilot, lambda: not app.main.scenario.display)
        await pilot.press("3")
        await until(pilot, lambda: "[tool.toolinspect.flags]" in screen_text(app))


READY = Ready(sdk="0.24.0", python="3.11.7", executable="python", strict_available=True)


async def test_a_first_load_shows_what_there_is_while_it_explores_and_s_stops_it() -> None:
    registry = desk(Scenario(values={name: values[0] for name, values in FLAGS.items()}))
    result = RootResult(root="/nowhere", consumers=registry.consumers)
    engine = flag_engine(
        messages=(
            READY,
            RootDone(generation=1, result=result),
            Progress(generation=1, root="/nowhere", step="exploring flags: 12 of 40"),
        )
    )
    engine.gate.clear()
    async with opened(engine) as pilot:
        app = app_of(pilot)
        await until(pilot, lambda: "exploring flags: 12 of 40" in screen_lines(app)[1])
        await pilot.press("3")
        await until(pilot, lambda: "exploring flags: 12 of 40" in screen_text(app).split("\n", 2)[2])
        await pilot.press("s")
        await until(pilot, lambda: not app.loads.running)
        await until(pilot, lambda: "exploring was stopped" in screen_text(app))
        assert "partly explored" in screen_lines(app)[1]
        await pilot.press("s")
        await until(pilot, lambda: "Stop: nothing is being explored." in screen_text(app))
    engine.gate.set()


async def test_a_reload_is_shown_before_its_flags_are_explored_and_marks_stay() -> None:
    first = flag_desk()
    changed = desk(first.scenario)
    billing = next(one for one in changed.consumers if one.id == BILLING)
    tools = tuple(
        msgspec.structs.replace(one, description="Other words.") if one.visible == "refund" else one
        for one in billing.tools
    )
    consumers = tuple(
        msgspec.structs.replace(one, tools=tools) if one.id == BILLING else one for one in changed.consumers
    )
    made = [first]
    result = RootResult(root="/nowhere", consumers=consumers)
    engine = flag_engine(
        make=lambda _scenario: made[-1], messages=(READY, RootDone(generation=1, result=result))
    )
    async with opened(engine) as pilot:
        app = app_of(pilot)
        made.append(
            msgspec.structs.replace(first, registry=msgspec.structs.replace(changed, consumers=consumers))
        )
        engine.gate.clear()
        await pilot.press("r")
        await until(pilot, lambda: app.snapshot.mark(BILLING, "function:refund") == "~")
        assert app.loads.running
        assert app.snapshot.inspection.whole is None
        engine.gate.set()
        await until(pilot, lambda: not app.loads.running and app.snapshot.inspection.whole is not None)
        assert app.snapshot.mark(BILLING, "function:refund") == "~"


def test_the_samples_are_of_one_config() -> None:
    assert flag_settings().config.flags == FLAGS
