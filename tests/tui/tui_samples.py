"""Hand-made registries for tests of the screens, and an engine that hands them out."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from inspector.config import Config
from inspector.inspection import InspectOptions, Settings
from inspector.inspection.result import Inspection
from inspector.inspection.target import Target
from inspector.model import (
    Boundary,
    Consumer,
    Contract,
    Finding,
    LoadFailure,
    Location,
    NotInspected,
    Registry,
    Scenario,
    SdkInfo,
    SeenInSource,
    Tool,
)
from inspector.rules import ordered
from inspector.wire.messages import Log, Message, Progress

INFO = SdkInfo(sdk="0.24.0", python="3.11.7", collision_policy="warn")


def tool(visible: str, **given: object) -> Tool:
    """A function tool that is sent, unless `given` says otherwise."""
    origin = given.pop("origin", "function")
    values: dict[str, Any] = {
        "key": f"{origin}:{visible}",
        "visible": visible,
        "name": visible,
        "origin": origin,
        "type": "FunctionTool",
        "identity": abs(hash(visible)) % 10**6,
        "sent": True,
        "function": f"support.tools.{visible}",
        "function_name": visible,
        "description": f"Does {visible}.",
        "schema": {"type": "object", "properties": {"order_id": {"type": "string"}}},
        "wire": {"type": "function", "name": visible},
        "contract": Contract(is_async=False, failure="default"),
    }
    return Tool(**(values | given))


def support_desk(root: str = "/nowhere") -> Registry:
    """Three agents, an MCP server, a namespace, a collision, something off and something unknown."""
    billing = (
        tool(
            "refund",
            function="support.tools.billing.refund_order_v2",
            path="support/tools/billing.py",
            line=30,
            business_id="billing.refund",
            approval="static",
            overridden=True,
            function_name="refund_order_v2",
        ),
        tool(
            "lookup",
            function="support.crm.lookup",
            path="support/crm.py",
            line=8,
            sent=False,
            shadowed_by="function:lookup#2",
        ),
        tool(
            "lookup",
            key="function:lookup#2",
            function="support.orders.lookup",
            path="support/orders.py",
            line=21,
        ),
        tool("send_invoice", enabled=False, sent=False, predicate="support.flags.invoicing"),
        tool(
            "credit",
            enabled=None,
            predicate="support.flags.credit",
            approval="dynamic",
            predicate_error="AttributeError: 'NoneType' object has no attribute 'plan'",
        ),
        tool("web_search", origin="hosted", type="WebSearchTool", function=None, schema=None),
        tool(
            "transfer_to_triage",
            origin="handoff",
            type="Handoff",
            function="Triage",
            target="support.agents:triage",
        ),
    )
    search = tuple(
        tool(
            name, origin="mcp", function=f"catalog/{name}", via=("catalog",), server="catalog", raw_name=name
        )
        for name in ("find_product", "list_products", "stock_level")
    )
    crm = tuple(
        tool(f"crm.{name}", name=name, namespace="crm", via=("crm",), function=f"support.crm.{name}")
        for name in ("open_ticket", "close_ticket")
    )
    triage = (
        *search,
        *crm,
        tool("ask_billing", origin="agent_tool", function="Billing", target="support.agents:billing"),
        tool(
            "transfer_to_billing",
            origin="handoff",
            type="Handoff",
            function="Billing",
            target="support.agents:billing",
        ),
    )
    consumers = (
        Consumer(
            id="support.agents:triage",
            name="Triage",
            path="support/agents.py",
            line=12,
            tools=triage,
            model="gpt-5",
            instructions="Send the customer to the right agent.\nUse `find_product` first.",
            boundaries=(Boundary(kind="handoff", to="support.agents:billing"),),
        ),
        Consumer(
            id="support.agents:billing",
            name="Billing",
            path="support/agents.py",
            line=40,
            tools=billing,
            stop=("refund",),
            stop_behavior="stop_at_tools",
        ),
        Consumer(
            id="support.agents:billing>Refund checker", name="Refund checker", tools=(tool("check_policy"),)
        ),
        Consumer(id="support.realtime:voice", name="Voice line", kind="realtime", tools=(tool("hang_up"),)),
    )
    return Registry(
        root=root,
        info=INFO,
        consumers=consumers,
        not_inspected=(
            NotInspected(
                ref="support.factory:build_vip",
                reason="needs argument 'db'",
                path="support/factory.py",
                line=20,
                config='[tool.toolinspect.arguments]\n"support.factory:build_vip" = {db = "…"}',
            ),
        ),
        seen=(
            SeenInSource(
                name="Helper",
                within="main",
                path="scripts/run.py",
                line=9,
                reason="built when run as a script",
            ),
        ),
        failures=(
            LoadFailure(
                ref="support.legacy",
                kind="missing_package",
                error="ModuleNotFoundError: No module named 'xero'",
                path="support/legacy.py",
                line=3,
                missing="xero",
                traceback="Traceback …\n  import xero\n",
            ),
        ),
    )


def findings() -> tuple[Finding, ...]:
    """Two errors and a warning for `support_desk`, in the order of the rules."""
    found = [
        Finding(
            code="TI101",
            name="duplicate-tool-name",
            severity="error",
            consumer="support.agents:billing",
            consumer_name="Billing",
            names=("lookup",),
            message="Billing has two tools named `lookup`: support.crm.lookup (support/crm.py:8) and "
            "support.orders.lookup (support/orders.py:21). With SDK 0.24.0 and policy warn the model is sent "
            "support.orders.lookup; support.crm.lookup never runs. A strict provider refuses the request.",
            fix="Give one of them another name with name_override, or remove it.",
            locations=(Location("support/crm.py", 8), Location("support/orders.py", 21)),
            tools=("function:lookup", "function:lookup#2"),
        ),
        Finding(
            code="TI107",
            name="crossed-names",
            severity="warning",
            consumer="support.agents:triage",
            consumer_name="Triage",
            names=("crm.open_ticket", "crm.close_ticket"),
            message="They carry each other's names.",
            fix="Swap them back.",
            locations=(Location("support/crm.py", 30),),
            tools=("function:crm.open_ticket",),
        ),
        Finding(
            code="TI701",
            name="load-failed",
            severity="error",
            consumer=None,
            consumer_name=None,
            names=("support.legacy",),
            message="support.legacy could not be imported: No module named 'xero'.",
            fix="Install xero.",
            locations=(Location("support/legacy.py", 3),),
        ),
    ]
    return ordered(found)


def many_tools(count: int) -> Registry:
    """One agent with that many tools."""
    tools = tuple(tool(f"tool_{number:05}") for number in range(count))
    return Registry(
        root="/nowhere", info=INFO, consumers=(Consumer(id="big:agent", name="Big", tools=tools),)
    )


def replace_consumer(registry: Registry, identifier: str, **changes: object) -> Registry:
    """The registry with some fields of one consumer changed."""
    return msgspec.structs.replace(
        registry,
        consumers=tuple(
            msgspec.structs.replace(one, **changes) if one.id == identifier else one
            for one in registry.consumers
        ),
    )


def settings(project: str = "/nowhere", config_path: str = "", **config: Any) -> Settings:
    """Of a project whose config says that."""
    return Settings(
        target=Target(project=Path(project)),
        config=Config(**config),
        config_path=Path(config_path) if config_path else None,
        unused=(),
        lines={},
        options=InspectOptions(),
    )


@dataclass
class FakeEngine:
    """Answers each load with the next of its results, the last one for ever; waits while `gate` is closed."""

    results: list[Inspection | Exception]
    gate: threading.Event = field(default_factory=threading.Event)
    output: str = ""
    messages: tuple[Message, ...] = ()
    """What each load says before it waits."""
    settings: Settings = field(default_factory=settings)
    loads: int = 0

    def __post_init__(self) -> None:
        self.gate.set()

    def cancel(self, number: int) -> None:
        """A load that waits goes on waiting."""

    def choose(self, scenario: Scenario) -> None:
        """There are no flags."""

    def load(self, on_message: Callable[[Message], None], *, number: int) -> Inspection:
        result = self.results[min(self.loads, len(self.results) - 1)]
        self.loads += 1
        on_message(Progress(generation=self.loads, root="/nowhere", step="importing support.agents"))
        if self.output:
            on_message(Log(generation=self.loads, root="/nowhere", text=self.output))
        for message in self.messages:
            on_message(message)
        self.gate.wait(10)
        if isinstance(result, Exception):
            raise result
        return result


def inspection(registry: Registry, found: tuple[Finding, ...] = ()) -> Inspection:
    return Inspection(registry=registry, findings=found)
