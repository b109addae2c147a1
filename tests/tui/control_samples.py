"""`support_desk` with control sets that quote its names, joined by hand, and findings about them."""

from typing import Any

import msgspec
from tui_samples import inspection, replace_consumer, support_desk

from inspector.controls import ConsumerJoin, Ghost, Join, Listing, ToolControls
from inspector.inspection import Suppressed
from inspector.inspection.result import Inspection
from inspector.model import (
    Controls,
    ControlSet,
    Finding,
    ListedName,
    Location,
    OverrideTable,
    Prompt,
    Suggestion,
    Tool,
)
from inspector.rules import ordered

BILLING, TRIAGE = "support.agents:billing", "support.agents:triage"
REFUND, CREDIT, INVOICE = "function:refund", "function:credit", "function:send_invoice"


def listed(kind: Any, source: str, consumer: str | None = None, **values: object) -> ControlSet:
    """A set whose entries stand on lines 3, 4 … of its file."""
    path = source.partition("#")[0]
    entries = tuple(
        ListedName(name=name, value=value, location=Location(path, line))
        for line, (name, value) in enumerate(values.items(), 3)
    )
    return ControlSet(
        kind=kind, source=source, entries=entries, consumer=consumer, location=Location(path, 2)
    )


APPROVAL = listed("approval", "config/approval.toml#high", refund_order_v2="manager", credit="auto", old=True)
SWITCHES = listed("enable", "config/switches.yaml#on", send_invoice=False, send_bill=False)
STOP = listed("stop", "StopAtTools of `Billing`", BILLING, refund=None, refund_order_v2=None)
CLOSING = listed("stop", "config/stops.json#stop", credit=None)
TRACED = listed("trace", "support.tracing:NAMES", look_up=None)
SETS = (APPROVAL, SWITCHES, STOP, CLOSING, TRACED)


def listing(one: ControlSet, name: str) -> Listing:
    return Listing(one, next(entry for entry in one.entries if entry.name == name))


def joined() -> Join:
    """Two of three splits on Billing; `old` is nobody's."""
    behind = Ghost(
        name="refund_order_v2",
        reason="function behind `refund`",
        listings=(listing(APPROVAL, "refund_order_v2"), listing(STOP, "refund_order_v2")),
        tools=(REFUND,),
    )
    bill = Ghost(
        name="send_bill",
        reason="nothing of that name; nearest: `send_invoice`",
        listings=(listing(SWITCHES, "send_bill"),),
    )
    traced = Ghost(
        name="look_up",
        reason="nothing of that name; nearest: `lookup`",
        listings=(listing(TRACED, "look_up"),),
    )
    tools = {
        REFUND: ToolControls(stop=(listing(STOP, "refund"),)),
        CREDIT: ToolControls(stop=(listing(CLOSING, "credit"),), approval=(listing(APPROVAL, "credit"),)),
        INVOICE: ToolControls(enable=(listing(SWITCHES, "send_invoice"),)),
    }
    return Join(
        consumers={BILLING: ConsumerJoin(tools=tools, ghosts=(behind, bill, traced))},
        strays=(Ghost(name="old", reason="nothing of that name", listings=(listing(APPROVAL, "old"),)),),
    )


def about(code: str, name: str, severity: Any, names: tuple[str, ...], **given: Any) -> Finding:
    values: dict[str, Any] = {
        "consumer": None,
        "consumer_name": None,
        "message": f"{names[0]} is wrong.",
        "fix": f"Repair {names[0]}.",
    }
    return Finding(code=code, name=name, severity=severity, names=names, **(values | given))


def control_findings() -> tuple[Finding, ...]:
    own = {"consumer": BILLING, "consumer_name": "Billing"}
    return ordered(
        [
            about(
                "TI202", "approval-key-not-visible", "error", ("refund_order_v2",),
                message="The table is keyed by `refund_order_v2`, the function behind `refund`.",
                locations=(Location("config/approval.toml", 3),), touches=((BILLING, REFUND),),
                ghost="refund_order_v2",
            ),
            about(
                "TI202", "approval-key-not-visible", "error", ("old",),
                locations=(Location("config/approval.toml", 5),), ghost="old",
            ),
            about(
                "TI201", "stop-name-not-visible", "error", ("refund_order_v2",), tools=(REFUND,),
                locations=(Location("StopAtTools of `Billing`", 4),), ghost="refund_order_v2", **own,
            ),
            about(
                "TI205", "prompt-names-missing-tool", "warning", ("look_up",), **own,
                locations=(Location("support/agents.py", 41),),
            ),
        ]
    )  # fmt: skip


def suppressed() -> tuple[Suppressed, ...]:
    finding = about(
        "TI301", "docstring-hidden", "warning", ("credit",), consumer=BILLING, consumer_name="Billing",
        tools=(CREDIT,), locations=(Location("support/tools/billing.py", 60),),
    )  # fmt: skip
    return (Suppressed(finding=finding, reason="the docstring is for developers"),)


def suggestions() -> tuple[Suggestion, ...]:
    return (
        Suggestion(
            kind="approval",
            reference="support.policy:APPROVAL",
            location=Location("support/policy.py", 4),
            entries=(ListedName(name="refund"), ListedName(name="lookup_v2")),
            mismatches=(("lookup_v2", "nothing of that name; nearest: `lookup`"),),
        ),
        Suggestion(
            kind="declared",
            reference="config/names.toml#audit.Watched Tools",
            location=Location("config/names.toml", 2),
            entries=(ListedName(name="refund"),),
        ),
    )


def split_desk(root: str = "/nowhere", **changes: Any) -> Inspection:
    """The desk with all of that; `refund` is ungated."""
    desk = support_desk(root)
    billing = desk.consumers[1]
    tools = tuple(_ungated(one) if one.key in {REFUND, CREDIT} else one for one in billing.tools)
    registry = replace_consumer(
        desk, BILLING, tools=tools, instructions="Call `look_up` first.\nThen look_up_all."
    )
    controls = Controls(
        sets=SETS,
        overrides=(
            OverrideTable(
                environment="staging",
                source="config/staging.toml",
                entries=(ListedName(name="refund_order_v2", value="refund"),),
            ),
        ),
        ids=(ListedName(name="support.crm.lookup", value="crm.lookup"),),
        prompts=(Prompt(source="prompts/tone.md", text="Be kind."),),
    )
    values: dict[str, Any] = {
        "controls": controls,
        "join": joined(),
        "suppressed": suppressed(),
        "suggestions": suggestions(),
    }
    return msgspec.structs.replace(inspection(registry, control_findings()), **(values | changes))


def _ungated(tool: Tool) -> Tool:
    return msgspec.structs.replace(tool, approval="none", enabled=True)
