"""What the probe says of a registry against what the real Runner does with it."""

import asyncio
import inspect
import json
import logging
from typing import Any

from agents import RunConfig, Runner
from agents.models import openai_responses
from exactness_build import Built
from exactness_probe import Found, Live, read
from openai.types.responses import ResponseFunctionToolCall

POLICY = "tool_name_collision_policy"
HAS_POLICY = POLICY in getattr(RunConfig, "__dataclass_fields__", {})
logging.getLogger("openai.agents").setLevel(logging.CRITICAL)


class Runs:
    """Runs of one built registry, and how many there were."""

    def __init__(self, built: Built, policy: str) -> None:
        self.built = built
        self.count = 0
        self._options: dict[str, Any] = {"tracing_disabled": True}
        if HAS_POLICY:
            self._options[POLICY] = policy

    def run(self, call: Live) -> tuple[list[str], BaseException | None]:
        """(marks of what ran, what the run raised) for one scripted call."""
        self.count += 1
        self.built.ran.clear()
        self.built.model.received.clear()
        self.built.model.script = [call] if call is not None else []
        loop = asyncio.new_event_loop()
        try:
            loop.run_until_complete(
                Runner.run(self.built.agent, "hi", max_turns=3, run_config=RunConfig(**self._options))
            )
        except Exception as error:  # noqa: BLE001 - whatever the run raises is the answer
            return list(self.built.ran), error
        finally:
            loop.close()
        return list(self.built.ran), None


def consumer_of(built: Built, run_config: str = "") -> dict[str, Any]:
    """What the probe says of the agent under test."""
    found = [Found(built.agent, "main"), *(Found(agent, f"other{i}") for i, agent in enumerate(built.others))]
    consumers, _ = read(found, mcp=bool(built.servers), timeout=20, run_config=run_config)
    return consumers[0]


def check(built: Built, policy: str, run_config: str = "") -> int:
    """Raises AssertionError where probe and Runner disagree; returns how many runs it took."""
    consumer = consumer_of(built, run_config)
    runs = Runs(built, policy)
    tools, resolution = consumer["tools"], consumer["resolution"]
    refused = resolution["run_error"] or (
        resolution["strict_error"] if policy == "error" and HAS_POLICY else None
    )
    calls = _calls(tools)
    _, error = runs.run(next(iter(calls.values())) if calls else None)
    if refused is not None:
        assert error is not None, f"the run passes, but we say: {refused}"
        assert str(error) == refused, (str(error), refused)
        assert not any(tool["sent"] for tool in tools)
        return runs.count
    _check_received(built, tools)
    _check_payload(built, tools, resolution["wire_error"])
    for key, call in calls.items():
        ran, error = runs.run(call)
        _check_call(key, tools, ran, error, built)
    return runs.count


def _calls(tools: list[dict[str, Any]]) -> dict[tuple[str, ...], Any]:
    """A scripted call for every identity that a call can carry, disabled tools included."""
    calls: dict[tuple[str, ...], Any] = {}
    for tool in tools:
        key = _dispatch(tool)
        if key is not None and key not in calls:
            calls[key] = _call(key)
    return calls


def _dispatch(tool: dict[str, Any]) -> tuple[str, ...] | None:
    if tool["lookup_key"] is not None:
        return tuple(tool["lookup_key"])
    if tool["type"] in ("CustomTool", "ShellTool", "ApplyPatchTool"):
        return (tool["type"], tool["name"])
    return None


def _call(key: tuple[str, ...]) -> Live:
    if key[0] == "CustomTool":
        from openai.types.responses import ResponseCustomToolCall

        return ResponseCustomToolCall(call_id="c", input="", name=key[1], type="custom_tool_call")
    if key[0] == "ShellTool":
        action = {"commands": ["true"], "timeout_ms": 1000}
        return {"type": "shell_call", "id": "i", "call_id": "c", "status": "completed", "action": action}
    if key[0] == "ApplyPatchTool":
        operation = {"type": "create_file", "path": "f", "diff": "+x"}
        return {
            "type": "apply_patch_call",
            "id": "i",
            "call_id": "c",
            "status": "completed",
            "operation": operation,
        }
    extra = {"namespace": key[1]} if key[0] in ("namespaced", "deferred_top_level") else {}
    arguments = json.dumps({"input": "go"})
    return ResponseFunctionToolCall(
        call_id="c", name=key[-1], arguments=arguments, type="function_call", **extra
    )


def _check_received(built: Built, tools: list[dict[str, Any]]) -> None:
    """The first model call received exactly the entries that we say are sent, in our order."""
    received_tools, received_handoffs = built.model.received[0]
    live = _live_objects(built, tools)
    sent_tools = [t for t in tools if t["sent"] and t["origin"] != "handoff"]
    sent_handoffs = [t for t in tools if t["sent"] and t["origin"] == "handoff"]
    assert len(received_tools) == len(sent_tools), (names(received_tools), [t["visible"] for t in sent_tools])
    for got, said in zip(received_tools, sent_tools, strict=True):
        if said["origin"] == "mcp":
            assert got.name == said["name"]
        else:
            assert got is live[said["key"]], said["key"]
    assert [(h.tool_name, h.agent_name) for h in received_handoffs] == [
        (t["name"], t["function"]) for t in sent_handoffs
    ]
    for got, said in zip(received_handoffs, sent_handoffs, strict=True):
        item = live[said["key"]]
        assert item is got or got.agent_name == item.name, said["key"]


def names(received: list[Any]) -> list[str]:
    return [getattr(tool, "name", type(tool).__name__) for tool in received]


def _live_objects(built: Built, tools: list[dict[str, Any]]) -> dict[str, Any]:
    own = [tool for tool in tools if tool["origin"] not in ("mcp", "handoff")]
    handoffs = [tool for tool in tools if tool["origin"] == "handoff"]
    assert len(own) == len(built.agent.tools) and len(handoffs) == len(built.agent.handoffs)
    pairs = [*zip(own, built.agent.tools, strict=True), *zip(handoffs, built.agent.handoffs, strict=True)]
    return {tool["key"]: live for tool, live in pairs}


def _check_payload(built: Built, tools: list[dict[str, Any]], wire_error: str | None) -> None:
    """The converter makes of what was received what we show, or refuses it as we say."""
    received_tools, received_handoffs = built.model.received[0]
    try:
        converted = openai_responses.Converter.convert_tools(received_tools, received_handoffs)
    except Exception as error:  # noqa: BLE001 - whatever the converter raises is the answer
        assert wire_error is not None and str(error) in wire_error, (str(error), wire_error)
        return
    assert wire_error is None, wire_error
    shown = [tool["wire"] for tool in tools if tool["sent"]]
    assert all(wire is not None for wire in shown), [t["wire_error"] for t in tools if t["sent"]]
    assert _flat(shown) == _flat(converted.tools)


def _flat(payloads: list[Any]) -> list[str]:
    """One line for each payload, members of one namespace together where the first one stands."""
    groups: dict[str, list[str]] = {}
    for index, payload in enumerate(payloads):
        plain = {key: value for key, value in dict(payload).items() if type(value).__name__ != "Omit"}
        if plain.get("type") == "namespace":
            members = [json.dumps(member, sort_keys=True, default=str) for member in plain["tools"]]
            groups.setdefault(f"namespace {plain['name']}", []).extend(members)
        else:
            groups[str(index)] = [json.dumps(plain, sort_keys=True, default=str)]
    return [
        f"{key if key.startswith('namespace') else ''} {line}"
        for key, lines in groups.items()
        for line in lines
    ]


def _check_call(
    key: tuple[str, ...],
    tools: list[dict[str, Any]],
    ran: list[str],
    error: BaseException | None,
    built: Built,
) -> None:
    """The call ran what we say it runs, and nothing else."""
    live = [t for t in tools if _dispatch(t) == key and t["enabled"] is not False]
    if not live:
        assert not ran and any(words in str(error) for words in ("not found", "without")), (key, ran, error)
        return
    winners = [tool for tool in live if tool["shadowed_by"] is None]
    assert len(winners) == 1, (key, [t["key"] for t in winners])
    winner = winners[0]
    assert all(t["shadowed_by"] == winner["key"] for t in live if t is not winner)
    assert winner["sent"]
    assert error is None, (key, error)
    assert ran == [_mark(winner, tools, built)], (key, ran, winner["key"])


def _mark(tool: dict[str, Any], tools: list[dict[str, Any]], built: Built) -> str:
    if tool["origin"] == "mcp":
        return f"mcp {tool['function']}"
    if tool["origin"] in ("handoff", "agent_tool"):
        return f"agent {tool['target']}"
    if tool["origin"] == "function":
        return f"function {tool['function']}"
    mark = _live_objects(built, tools)[tool["key"]].exactness_mark
    assert isinstance(mark, str) and not inspect.isclass(mark)
    return mark
