"""Each evaluation has a context, a wrapper and side effects of the context factory of its own."""

import asyncio
import collections
import contextvars
import dataclasses
import signal
import time
import types
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from recorded import Recorded

from inspector.probe.deadline import TooLong
from inspector.probe.recording import Stage


class Plain:
    def __init__(self, flags: Any) -> None:
        self.plan = flags["plan"]
        self.cache: dict[str, Any] = collections.defaultdict(dict)


@dataclasses.dataclass(frozen=True)
class Frozen:
    plan: str
    memo: Any = None


MEMO: Any = weakref.WeakKeyDictionary()


def on_the_wrapper(wrapper: Any) -> Any:
    if not hasattr(wrapper, "memo"):
        wrapper.memo = {"pro": wrapper.context.plan == "pro"}
    return wrapper.memo["pro"]


def on_a_frozen_context(wrapper: Any) -> Any:
    if wrapper.context.memo is None:
        object.__setattr__(wrapper.context, "memo", {"pro": wrapper.context.plan == "pro"})
    return wrapper.context.memo["pro"]


def by_the_context(wrapper: Any) -> Any:
    if wrapper.context not in MEMO:
        MEMO[wrapper.context] = wrapper.context.plan == "pro"
    return MEMO[wrapper.context]


def in_a_field(wrapper: Any) -> Any:
    cache = wrapper.context.cache
    if "pro" not in cache:
        cache["pro"] = wrapper.context.plan == "pro"
    return cache["pro"]


@pytest.mark.parametrize(
    ("make", "ask"),
    [
        (Plain, on_the_wrapper),
        (lambda flags: Frozen(flags["plan"]), on_a_frozen_context),
        (Plain, by_the_context),
        (Plain, in_a_field),
    ],
)
def test_what_is_kept_for_one_evaluation_reaches_no_other(
    make: Callable[[Any], Any], ask: Callable[[Any], Any]
) -> None:
    recorded = Recorded(make)
    for plan in ("free", "pro", "pro", "free"):
        stage = recorded.stage(plan=plan)
        assert ask(stage.wrapper) is (plan == "pro") and ask(stage.wrapper) is (plan == "pro")
        assert stage.take_reads() == (1,)


def test_usage_and_approvals_are_each_wrappers_own() -> None:
    recorded = Recorded(Plain)
    first, second = recorded.stage().wrapper, recorded.stage().wrapper
    first.usage.requests += 1
    assert first is not second and second.usage.requests == 0


def test_what_code_fills_itself_is_its_own_object() -> None:
    """A dict that was put on a context stays the one that user code goes on to write to."""

    def ask(ctx: Any) -> Any:
        ctx.found = found = {}
        assert ctx.found == {}
        found["plan"] = ctx.plan
        return ctx.found["plan"]

    assert Recorded(Plain).asked(ask) == ("free", {"plan"})


CURRENT: "contextvars.ContextVar[Any]" = contextvars.ContextVar("CURRENT")


def at_once(flags: Any) -> Any:
    CURRENT.set(flags["plan"])
    return types.SimpleNamespace(plan=flags["plan"])


async def prompt(flags: Any) -> Any:
    return at_once(flags)


async def waiting(flags: Any) -> Any:
    await asyncio.sleep(0)
    return at_once(flags)


@pytest.mark.parametrize("make", [at_once, prompt, waiting])
def test_variables_of_the_context_are_set_for_whoever_asks(make: Callable[[Any], Any]) -> None:
    recorded = Recorded(make)
    scenarios = [recorded.stage(plan=plan).scenario for plan in ("free", "pro")]

    async def asked(scenario: Any) -> Any:
        stage = await recorded.stages.at(scenario)
        return CURRENT.get(), stage.context.plan, stage.take_reads(), CURRENT.get()

    assert [asyncio.run(asked(each)) for each in scenarios] == [
        ("free", "free", (1,), "free"),
        ("pro", "pro", (1,), "pro"),
    ]
    recorded.stages.now(scenarios[1])
    assert CURRENT.get() == "pro"


SETTINGS: dict[str, Any] = {}


def test_what_the_factory_leaves_in_a_module_is_that_of_the_scenario() -> None:
    def make(flags: Any) -> Any:
        SETTINGS["beta"] = flags["beta"]
        return types.SimpleNamespace(plan=flags["plan"])

    recorded = Recorded(make)
    for beta in (True, False, True):
        stage = recorded.stage(beta=beta)
        assert SETTINGS["beta"] is beta
        assert stage.context.plan == "free" and stage.take_reads() == (1,)
        assert SETTINGS["beta"] is beta


class Settings:
    plan = ""


def test_one_object_that_is_given_each_time_is_recorded_each_time() -> None:
    shared = Settings()

    def make(flags: Any) -> Any:
        shared.plan = flags["plan"]
        return shared

    recorded = Recorded(make)
    for plan in ("free", "pro", "free", "enterprise"):
        assert recorded.asked(lambda ctx: ctx.plan, plan=plan) == (plan, {"plan"})


class TestAFactoryThatHangs:
    def recorded(self, seconds: float) -> Recorded:
        def make(flags: Any) -> Any:
            if flags["plan"] == "pro":
                time.sleep(30)
            return Plain(flags)

        return Recorded(make, seconds=seconds)

    def stages(self, recorded: Recorded, times: int) -> list[Stage]:
        return [recorded.stage(plan="pro") for _ in range(times)]

    def test_has_a_limit_although_a_timer_is_running(self) -> None:
        fired: list[int] = []
        before = signal.signal(signal.SIGALRM, lambda number, frame: fired.append(number))
        try:
            signal.setitimer(signal.ITIMER_REAL, 60, 7)
            began = time.monotonic()
            stages = self.stages(self.recorded(0.2), 5)
            assert time.monotonic() - began < 5
            left, interval = signal.getitimer(signal.ITIMER_REAL)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert 40 < left < 60 and interval == pytest.approx(7) and fired == []
        for stage in stages:
            with pytest.raises(TooLong):
                _ = stage.wrapper

    def test_is_not_called_again_in_that_scenario(self) -> None:
        recorded = self.recorded(0.2)
        self.stages(recorded, 1)
        began = time.monotonic()
        self.stages(recorded, 50)
        assert time.monotonic() - began < 2

    def test_leaves_a_doubt_about_what_was_not_learnt(self) -> None:
        recorded = self.recorded(0.2)
        assert recorded.reads(lambda ctx: ctx.plan) >= {"plan"}
        assert "which flags `ctx.plan` depends on could not be settled" in recorded.doubt
