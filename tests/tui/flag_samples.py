"""A hand-made support desk whose tools depend on flags, explored or not."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from tui_samples import FakeEngine, findings, replace_consumer, settings, support_desk, tool

from inspector.flags.space import default, example, scenario_at, space_of, tenants
from inspector.inspection import Settings
from inspector.inspection.judgement import judged
from inspector.inspection.result import Inspection
from inspector.model import (
    ALWAYS,
    NEVER,
    Answer,
    Branch,
    Condition,
    Consumer,
    Decision,
    Finding,
    FlagValue,
    Location,
    Registry,
    RootExploration,
    Scenario,
    Space,
    Switch,
    branch,
)
from inspector.rules import ordered
from inspector.sources.project_text import ProjectText
from inspector.wire.messages import Message

Setting = Mapping[str, FlagValue]
Values = Mapping[str, tuple[FlagValue, ...]]
FLAGS: Values = {
    "beta_refunds": (False, True),
    "plan": ("free", "pro", "enterprise"),
    "sso": (False, True),
    "legacy_ui": (False, True),
}
FORBIDDEN: tuple[Setting, ...] = ({"plan": "free", "sso": True},)
TENANTS: Mapping[str, Setting] = {
    "acme": {"beta_refunds": True, "plan": "pro"},
    "globex": {"plan": "enterprise", "sso": True},
}
SPACE = space_of(FLAGS, FORBIDDEN, TENANTS)
BILLING = "support.agents:billing"
ON_OFF = (Answer(enabled=False), Answer(enabled=True))


def flag_settings(
    flags: Values = FLAGS, forbidden: Sequence[Setting] = FORBIDDEN, tenants: Mapping[str, Setting] = TENANTS
) -> Settings:
    """Of a project whose config declares those flags."""
    made = settings(flags=flags, forbidden=tuple(forbidden), tenants=tenants)
    space = space_of(flags, forbidden, tenants)
    return msgspec.structs.replace(made, space=space, scenario=scenario_at(space, default(space)))


def one_of(space: Space, flag: str, *values: object) -> Condition:
    """The flag has one of the values, in a legal scenario."""
    level = next(index for index, one in enumerate(space.variables) if one.name == flag)
    branches = [ALWAYS if value in values else NEVER for value in space.variables[level].values]
    return space.legal & branch(level, branches)


def desk(scenario: Scenario) -> Registry:
    """What a load in that scenario shows: two tools that only some have."""
    base = support_desk()
    billing = base.consumers[1]
    beta, paid = bool(scenario.values["beta_refunds"]), scenario.values["plan"] != "free"
    more = (
        tool("refund_now", enabled=beta, sent=beta, predicate="support.flags.beta"),
        tool("bulk_export", enabled=paid, sent=paid, predicate="support.flags.paid"),
    )
    return replace_consumer(base, BILLING, tools=(*billing.tools, *more))


def explored_root(**given: Any) -> RootExploration:
    """What asking the two predicates under all flags has shown."""
    beta = Decision(tree=Branch(flag=0, branches=(0, 1)), reads=(0,), evaluations=2)
    paid = Decision(tree=Branch(flag=1, branches=(0, 1, 1)), reads=(1,), evaluations=3)
    values: dict[str, Any] = {
        "root": "/nowhere",
        "switches": (
            Switch(consumer=BILLING, tools=("function:refund_now",), decision=beta, outcomes=ON_OFF),
            Switch(consumer=BILLING, tools=("function:bulk_export",), decision=paid, outcomes=ON_OFF),
        ),
    }
    return RootExploration(**(values | given))


def ungated(space: Space = SPACE) -> Finding:
    """An error that holds with `beta_refunds` on a paid plan."""
    holds = one_of(space, "beta_refunds", True) & one_of(space, "plan", "pro", "enterprise")
    return Finding(
        code="TI501",
        name="high-risk-ungated",
        severity="error",
        consumer=BILLING,
        consumer_name="Billing",
        names=("refund_now",),
        message="`refund_now` is high-risk and nothing asks before it runs.",
        fix="List it for approval.",
        locations=(Location("support/tools/billing.py", 44),),
        tools=("function:refund_now",),
        holds=holds,
        condition="beta_refunds and plan in {pro, enterprise}",
        example=example(space, holds),
        tenants=tenants(space, holds),
    )


def flag_desk(
    scenario: Scenario | None = None,
    *,
    exploration: RootExploration | None = None,
    found: tuple[Finding, ...] | None = None,
    is_explored: bool = True,
    config: Settings | None = None,
) -> Inspection:
    """A load in that scenario, by default each flag's first value."""
    config = config or flag_settings()
    config = msgspec.structs.replace(config, scenario=scenario or config.scenario)
    assert config.space is not None
    parts = (exploration or explored_root(),) if is_explored else ()
    made = judged(desk(config.scenario), config, ProjectText(config.target.project), (), parts)
    shown = ordered([*findings(), ungated(config.space)]) if found is None else found
    return msgspec.structs.replace(made, findings=shown)


@dataclass
class FlagEngine(FakeEngine):
    """Loads the scenario that was chosen last."""

    make: Callable[[Scenario | None], Inspection] = flag_desk
    chosen: list[Scenario] = field(default_factory=list)
    gates: dict[int, threading.Event] = field(default_factory=dict)
    """Loads, by number from 1, that wait."""

    def choose(self, scenario: Scenario) -> None:
        self.chosen.append(scenario)

    def load(self, on_message: Callable[[Message], None], *, number: int) -> Inspection:
        self.results = [self.make(self.chosen[-1] if self.chosen else None)]
        gate = self.gates.get(self.loads + 1)
        result = super().load(on_message, number=number)
        if gate is not None:
            gate.wait(10)
        return result


def flag_engine(**given: Any) -> FlagEngine:
    """On that desk."""
    return FlagEngine(**({"results": [], "settings": flag_settings()} | given))


def many_flagged(tools: int) -> Inspection:
    """One agent with so many tools, every fifth of which depends on a flag that the tenant `acme` has on."""
    switched = {f"tool_{number:05}" for number in range(0, tools, 5)}
    everything = tuple(
        tool(name, enabled=False, sent=False, predicate="shop.beta") if name in switched else tool(name)
        for name in (f"tool_{number:05}" for number in range(tools))
    )
    registry = Registry(
        root="/nowhere",
        info=support_desk().info,
        consumers=(Consumer(id="big:agent", name="Big", tools=everything),),
    )
    beta = Decision(tree=Branch(flag=0, branches=(0, 1)), reads=(0,), evaluations=2)
    keys = tuple(one.key for one in everything if one.visible in switched)
    part = RootExploration(
        root="/nowhere",
        switches=(Switch(consumer="big:agent", tools=keys, decision=beta, outcomes=ON_OFF),),
    )
    config = flag_settings({"beta": (False, True), "plan": ("free", "pro")}, (), {"acme": {"beta": True}})
    made = judged(registry, config, ProjectText(config.target.project), (), (part,))
    return msgspec.structs.replace(made, findings=())


def without_flags(inspection: Inspection) -> Inspection:
    """The same project once its config has no flags any more."""
    return msgspec.structs.replace(inspection, space=None, scenario=Scenario(), exploration=(), whole=None)
