"""Cached functions forget what they made of flags, and those that keep it for the next tenant are named."""

import functools
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from recorded import Recorded


@dataclass(frozen=True)
class Key:
    plan: str


class Project:
    """A module with cached functions, and stages of its flags."""

    def __init__(self) -> None:
        self.module = module = types.ModuleType("policy")
        self.heavy = 0
        self.current: Any = None

        @functools.lru_cache(maxsize=8)
        def allowed(name: str) -> Any:
            return self.current.get(name)

        @functools.cache
        def by_context(ctx: Any) -> Any:
            return ctx.plan != "free"

        @functools.cache
        def settings() -> int:
            self.heavy += 1
            return self.heavy

        class Policy:
            @staticmethod
            @functools.cache
            def region() -> Any:
                return self.current["region"]

        Policy.__module__ = "policy"
        vars(module).update(allowed=allowed, by_context=by_context, settings=settings, Policy=Policy)
        self.recorded = Recorded()
        self.contexts = Recorded(lambda flags: Key(flags["plan"]))
        for each in (self.recorded, self.contexts):
            each.stages.modules = lambda: [module]

    def ask(self, question: Callable[[Any], Any], **values: Any) -> Any:
        """In a scenario, as the first evaluation of a process."""
        self.recorded.stages.fresh()
        self.current = self.recorded.given(**values)
        return question(self.module)


def test_each_evaluation_is_as_in_a_new_process() -> None:
    project = Project()
    assert project.ask(lambda module: module.allowed("plan")) == "free"
    assert project.ask(lambda module: module.allowed("plan"), plan="pro") == "pro"
    assert project.recorded.stages.take_reads() == (1,)


def test_answers_without_flags_are_kept() -> None:
    project = Project()
    assert [project.ask(lambda module: module.settings()) for _ in range(3)] == [1, 1, 1]


def test_a_function_that_keeps_one_scenarios_answer_is_named() -> None:
    project = Project()
    for plan in ("free", "pro"):
        project.ask(lambda module: module.allowed("plan"), plan=plan)
    for region in ("eu", "us"):
        project.ask(lambda module: module.Policy.region(), region=region)
    first, second = project.recorded.stages.frozen()
    assert first["ref"].endswith("allowed") and second["ref"].endswith("Policy.region")
    assert (
        "reads `plan`: whoever calls it first decides what it answers to all tenants" in first["difference"]
    )
    assert "`region`" in second["difference"]
    assert first["path"] == __file__ and isinstance(first["line"], int)


def test_a_function_whose_arguments_tell_scenarios_apart_freezes_nothing() -> None:
    project = Project()
    stages = project.contexts.stages
    for plan in ("free", "pro"):
        stages.fresh()
        assert project.module.by_context(project.contexts.given(plan=plan)) is (plan == "pro")
    for name in ("plan", "sso"):
        project.ask(lambda module, name=name: module.allowed(name))
    assert stages.frozen() == [] and project.recorded.stages.frozen() == []
