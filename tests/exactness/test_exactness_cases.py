"""The documented collision rules, each held against the Runner of the installed SDK."""

import pytest
from exactness_build import build
from exactness_check import HAS_POLICY, check, consumer_of
from exactness_specs import (
    AgentToolSpec,
    FunctionSpec,
    HandoffSpec,
    HostedSpec,
    LocalSpec,
    RegistrySpec,
    RepeatSpec,
    ServerSpec,
)

A = FunctionSpec("a")
CASES = {
    "two functions of one name": RegistrySpec(tools=(A, A)),
    "one object listed twice": RegistrySpec(tools=(A, RepeatSpec(0))),
    "one object listed around another": RegistrySpec(tools=(A, A, RepeatSpec(0))),
    "a function and a handoff": RegistrySpec(tools=(A,), handoffs=(HandoffSpec(0, "a"),)),
    "an agent tool and a handoff": RegistrySpec(
        tools=(AgentToolSpec(0, "a"),), handoffs=(HandoffSpec(1, "a"),)
    ),
    "two handoffs of one derived name": RegistrySpec(handoffs=(HandoffSpec(0), HandoffSpec(1, bare=True))),
    "one agent handed over to twice": RegistrySpec(
        handoffs=(HandoffSpec(0, bare=True), HandoffSpec(0, bare=True))
    ),
    "two agent tools of one derived name": RegistrySpec(tools=(AgentToolSpec(0), AgentToolSpec(1))),
    "a function and an MCP tool": RegistrySpec(tools=(A,), servers=(ServerSpec("s", ("a", "b")),)),
    "a handoff and an MCP tool": RegistrySpec(
        handoffs=(HandoffSpec(0, "a"),), servers=(ServerSpec("s", ("a",)),)
    ),
    "one server lists a tool twice": RegistrySpec(servers=(ServerSpec("s", ("a", "a")),)),
    "two servers list one tool": RegistrySpec(servers=(ServerSpec("s", ("a",)), ServerSpec("t", ("a",)))),
    "two servers list one tool, prefixed": RegistrySpec(
        servers=(ServerSpec("s", ("a",)), ServerSpec("t", ("a",))), prefix=True
    ),
    "a prefixed name that a disabled function has": RegistrySpec(
        tools=(FunctionSpec("mcp_s__a", "off"),), servers=(ServerSpec("s", ("a",)),), prefix=True
    ),
    "a prefixed name that a disabled handoff has": RegistrySpec(
        handoffs=(HandoffSpec(0, "mcp_s__a", "off"),), servers=(ServerSpec("s", ("a",)),), prefix=True
    ),
    "a disabled duplicate": RegistrySpec(tools=(A, FunctionSpec("a", "async false"))),
    "names that differ in case": RegistrySpec(tools=(A, FunctionSpec("A"))),
    "a bare and a namespaced name": RegistrySpec(tools=(A, FunctionSpec("a", namespace="crm"))),
    "a dotted and a namespaced name": RegistrySpec(
        tools=(FunctionSpec("crm.a"), FunctionSpec("a", namespace="crm"))
    ),
    "a duplicate inside a namespace": RegistrySpec(
        tools=(FunctionSpec("a", namespace="crm"), FunctionSpec("a", namespace="crm"))
    ),
    "a namespace of its tool's name": RegistrySpec(tools=(FunctionSpec("a", namespace="a"),)),
    "a bare and a deferred name": RegistrySpec(
        tools=(A, FunctionSpec("a", deferred=True), HostedSpec("ToolSearchTool"))
    ),
    "two deferred tools of one name": RegistrySpec(
        tools=(FunctionSpec("a", deferred=True), FunctionSpec("a", deferred=True))
    ),
    "a deferred tool without tool search": RegistrySpec(tools=(FunctionSpec("a", deferred=True),)),
    "tool search with nothing to search": RegistrySpec(tools=(HostedSpec("ToolSearchTool"),)),
    "two shells": RegistrySpec(tools=(LocalSpec("ShellTool", "s"), LocalSpec("ShellTool", "s"))),
    "two apply_patch tools": RegistrySpec(
        tools=(LocalSpec("ApplyPatchTool", "p"), LocalSpec("ApplyPatchTool", "p"))
    ),
    "two custom tools of one name": RegistrySpec(
        tools=(LocalSpec("CustomTool", "a"), LocalSpec("CustomTool", "a"))
    ),
    "a custom tool and a function": RegistrySpec(tools=(LocalSpec("CustomTool", "a"), A)),
    "hosted tools twice": RegistrySpec(
        tools=tuple(HostedSpec(kind) for kind in ("WebSearchTool", "HostedMCPTool") * 2)
    ),
    "a codex tool's name twice": RegistrySpec(tools=(FunctionSpec("a", codex=True), A)),
    "a function without a name": RegistrySpec(tools=(FunctionSpec(""),)),
}


@pytest.mark.parametrize("spec", CASES.values(), ids=CASES.keys())
def test_the_runner_agrees_on(spec: RegistrySpec) -> None:
    assert check(build(spec), "warn") >= 1
    assert check(build(spec), "error", "exactness_policies:STRICT") >= 1


def test_a_policy_of_error_refuses_what_warn_lets_through() -> None:
    spec = CASES["two functions of one name"]
    consumer = consumer_of(build(spec), "exactness_policies:STRICT")
    assert (consumer["resolution"]["strict_error"] is not None) == HAS_POLICY
    assert any(tool["sent"] for tool in consumer["tools"]) != HAS_POLICY


@pytest.mark.parametrize("lie", ["winner", "sent", "order", "refused"])
def test_a_wrong_answer_is_noticed(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built = build(RegistrySpec(tools=(A, FunctionSpec("b"), A)))
    consumer = consumer_of(built)
    tools = consumer["tools"]
    if lie == "winner":
        tools[0]["shadowed_by"], tools[2]["shadowed_by"] = None, tools[0]["key"]
    elif lie == "sent":
        tools[0]["sent"] = not tools[0]["sent"]
    elif lie == "order":
        tools[1], tools[2] = tools[2], tools[1]
    else:
        consumer["resolution"]["run_error"] = "never"
    monkeypatch.setattr("exactness_check.consumer_of", lambda *_: consumer)
    with pytest.raises(AssertionError):
        check(built, "warn")
