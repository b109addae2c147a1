"""What happens around a call of a tool, in sentences."""

from typing import Any

import msgspec
import pytest
from control_samples import APPROVAL, BILLING, CLOSING, INVOICE, listing, split_desk
from tui_samples import tool

from inspector.controls import ConsumerJoin, Join, ToolControls
from inspector.model import Consumer, Contract, Controls
from inspector.tui.execution import execution
from inspector.tui.snapshot import first


def told(
    one: Any,
    *,
    join: ToolControls | None = None,
    controls: Controls | None = None,
    run: dict[str, Any] | None = None,
    **consumer: Any,
) -> dict[str, list[str]]:
    """Values by label; what has no label of its own belongs to the one above."""
    owner = Consumer(id="m:a", name="A", tools=(one,), **consumer)
    desk = split_desk(
        controls=controls or Controls(),
        join=Join(consumers={"m:a": ConsumerJoin(tools={one.key: join or ToolControls()})}),
    )
    registry = msgspec.structs.replace(desk.registry, **(run or {}))
    fields: dict[str, list[str]] = {}
    label = ""
    for given, value, _style in execution(
        first(msgspec.structs.replace(desk, registry=registry)), owner, one
    ):
        label = given or label
        fields.setdefault(label, []).append(value)
    return fields


def test_a_plain_tool() -> None:
    assert told(tool("refund")) == {
        "enabled": ["always on"],
        "tool choice": ["the model's"],
        "approval": ["never asked"],
        "guardrails": ["none"],
        "code": ["sync, in a thread"],
        "timeout": ["none"],
        "on failure": ["the model is told of the error, and the run goes on"],
        "ends the run": ["no"],
    }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"approval": "static"}, "asked before every call"),
        ({"approval": "dynamic", "approval_callable": "m.big"}, "asked when `m.big` says so"),
        (
            {"approval": "static", "hosted_approval": {"always": ("a", "b"), "never": ("c",)}},
            "by name at the provider: always: a, b; never: c",
        ),
    ],
)
def test_who_is_asked(given: dict[str, Any], said: str) -> None:
    assert told(tool("refund", **given))["approval"] == [said]


def test_a_table_is_named_with_its_line_and_value() -> None:
    gated = ToolControls(approval=(listing(APPROVAL, "refund_order_v2"),))
    place = "config/approval.toml#high (config/approval.toml:3) says manager"
    assert told(tool("refund", approval="table"), join=gated)["approval"] == [f"asked, since {place}"]
    assert told(tool("refund"), join=gated)["approval"] == ["never asked", place]


@pytest.mark.parametrize(
    ("callback", "project", "said"),
    [
        (True, False, "its on_approval_request answers the requests"),
        (
            False,
            True,
            "no on_approval_request, but the project handles interruptions",
        ),
        (False, False, "no on_approval_request, and nothing in the project handles the requests"),
    ],
)
def test_who_handles_requests_of_a_hosted_server(callback: bool, project: bool, said: str) -> None:
    hosted = tool("hosted_mcp", origin="hosted", approval="static", approval_handled=callback)
    assert told(hosted, controls=Controls(approvals_handled=project))["approval"][1] == said


def test_guardrails_and_whether_they_run() -> None:
    guarded = Contract(input_guardrails=("no_cards",), output_guardrails=("redact",))
    never = msgspec.structs.replace(guarded, guardrails_run=False)
    assert told(tool("a", contract=guarded))["guards in"] == ["no_cards"]
    assert told(tool("a", contract=guarded))["guards out"] == ["redact"]
    assert told(tool("a", contract=never, origin="handoff"))["guards in"] == [
        "no_cards: never run, the SDK has none for this kind of tool"
    ]


@pytest.mark.parametrize(
    ("contract", "said"),
    [
        (Contract(is_async=True, timeout=5, timeout_honoured=True), "5 s, then the model is told"),
        (Contract(is_async=True, timeout=2.5, timeout_raises=True), "2.5 s, then the run ends"),
        (
            Contract(is_async=False, timeout=5, timeout_honoured=False),
            "5 s, which can't be honoured: the code is sync, and a thread can't be stopped",
        ),
    ],
)
def test_timeouts(contract: Contract, said: str) -> None:
    assert told(tool("a", contract=contract))["timeout"] == [said]


@pytest.mark.parametrize(
    ("given", "run", "said"),
    [
        ({"tool_choice": "refund"}, None, "`refund` is forced by the agent; free again after the first call"),
        (
            {"tool_choice": "required", "reset_tool_choice": False},
            None,
            "some tool is forced by the agent, and again after each call: reset_tool_choice is off",
        ),
        (
            {"tool_choice": "refund"},
            {"run_tool_choice": "lookup"},
            "`lookup` is forced by the RunConfig; free again after the first call",
        ),
        ({"tool_choice": "none"}, None, "no tool may be called, by the agent"),
        ({"tool_choice": "auto"}, None, "the model's"),
    ],
)
def test_forced_choices(given: dict[str, Any], run: dict[str, Any] | None, said: str) -> None:
    assert told(tool("refund"), run=run, **given)["tool choice"] == [said]


def test_what_ends_the_run() -> None:
    stopping = {"stop": ("refund",), "stop_behavior": "stop_at_tools"}
    only_listed = ToolControls(stop=(listing(CLOSING, "credit"),))
    assert told(tool("refund"), **stopping)["ends the run"] == ["yes, the agent's stop list has it"]
    assert told(tool("credit"), join=only_listed, **stopping)["ends the run"] == [
        "no",
        "though config/stops.json#stop (config/stops.json:3) lists it: the agent doesn't stop there",
    ]
    assert told(tool("a"), stop_behavior="function")["ends the run"] == ["a function of the project decides"]


def test_a_switch_and_an_unknown_name() -> None:
    desk = split_desk()
    snapshot = first(
        msgspec.structs.replace(
            desk, registry=msgspec.structs.replace(desk.registry, unknown_tool="the run ends with an error")
        )
    )
    billing = snapshot.consumer(BILLING)
    assert billing is not None
    by_key = {one.key: one for one in billing.tools}
    invoice = list(execution(snapshot, billing, by_key[INVOICE]))
    assert invoice[0][1] == "off, says support.flags.invoicing"
    assert invoice[1][1] == "the switch config/switches.yaml#on (config/switches.yaml:3) says off"
    assert invoice[-1][:2] == ("unknown name", "the run ends with an error")
