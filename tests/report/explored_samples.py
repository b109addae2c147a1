"""A project with flags, as exploring it would describe it: what is there under which condition."""

import msgspec

from inspector.flags.space import space_of
from inspector.inspection import Inspection
from inspector.inspection.conditions import told
from inspector.inspection.result import Everywhere
from inspector.model import (
    ALWAYS,
    NEVER,
    Answer,
    Branch,
    Condition,
    Consumer,
    Controls,
    Decision,
    Finding,
    Location,
    Registry,
    RootExploration,
    Scenario,
    SdkInfo,
    Space,
    Switch,
    Tool,
    branch,
)

FLAGS = {"beta_refunds": (False, True), "plan": ("free", "pro", "enterprise"), "sso": (False, True)}
FORBIDDEN = ({"plan": "free", "sso": True},)
TENANTS = {"acme": {"beta_refunds": True, "plan": "pro"}, "globex": {"plan": "enterprise", "sso": True}}
BETA = branch(0, [NEVER, ALWAYS])
PAID = branch(1, [NEVER, ALWAYS, ALWAYS])


def space() -> Space:
    """Three flags, two tenants, ten legal combinations of twelve."""
    return space_of(FLAGS, FORBIDDEN, TENANTS)


def tool(name: str, presence: Condition | None = None, **fields: object) -> Tool:
    return Tool(
        key=f"function:{name}",
        visible=name,
        name=name,
        function=f"shop.{name}",
        origin="function",
        type="FunctionTool",
        identity=1,
        sent=True,
        presence=presence,
        **fields,
    )


def finding(holds: Condition | None, where: Space, **fields: object) -> Finding:
    """A clash that holds there, with what an inspection says of that."""
    given = {"code": "TI101", "name": "duplicate-tool-name", "severity": "error", **fields}
    bare = Finding(
        consumer="shop:desk",
        consumer_name="Desk",
        names=("refund",),
        message="`refund` names 2 tools.",
        fix="Rename one.",
        holds=holds,
        **given,
    )
    return next(iter(told([bare], where)))


def switch(*tools: str, decision: Decision, outcomes: int = 2) -> Switch:
    return Switch(
        consumer="shop:desk",
        tools=tuple(f"function:{name}" for name in tools),
        decision=decision,
        outcomes=(Answer(enabled=False), Answer(enabled=True), Answer(enabled=None))[:outcomes],
    )


def flagged(
    *findings: Finding,
    where: Space | None = None,
    consumers: tuple[Consumer, ...] | None = None,
    exploration: RootExploration | None = None,
    scenario: Scenario | None = None,
) -> Inspection:
    """A desk whose refund is there for paid plans in the beta, whose search always is; an audit agent."""
    where = where or space()
    both = where.legal & BETA & PAID
    consumers = consumers or (
        Consumer(
            id="shop:desk",
            name="Desk",
            tools=(
                tool("refund", both, predicate="shop.in_beta", predicate_location=Location("shop.py", 8)),
                tool("search"),
            ),
        ),
        Consumer(id="shop:audit", name="Audit", tools=(tool("export"),)),
    )
    exploration = exploration or RootExploration(
        root=".",
        switches=(
            switch(
                "refund",
                decision=Decision(tree=Branch(0, (0, Branch(1, (0, 1, 1)))), reads=(0, 1), evaluations=4),
            ),
        ),
    )
    everywhere = Registry(
        root="/app", info=SdkInfo(sdk="0.24.0", python="3.11.7"), consumers=consumers, legal=where.legal
    )
    shown = msgspec.structs.replace(
        everywhere,
        legal=None,
        consumers=tuple(
            msgspec.structs.replace(
                one, tools=tuple(msgspec.structs.replace(each, presence=None) for each in one.tools)
            )
            for one in consumers
        ),
    )
    return Inspection(
        registry=shown,
        findings=findings,
        space=where,
        scenario=scenario or Scenario(values={name: values[0] for name, values in FLAGS.items()}),
        exploration=(exploration,),
        whole=Everywhere(loaded=shown, registry=everywhere, controls=Controls()),
    )
