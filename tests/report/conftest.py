"""One finished inspection with something of everything."""

import pytest

from inspector.inspection import Inspection, Suppressed
from inspector.model import (
    Boundary,
    Consumer,
    Finding,
    Location,
    NotInspected,
    Registry,
    SdkInfo,
    SeenInSource,
    Tool,
)


@pytest.fixture
def refund() -> Tool:
    return Tool(
        key="function:refund",
        visible="refund",
        name="refund",
        lookup_key=("bare", "refund"),
        function="support.tools.billing.refund_order_v2",
        function_name="refund_order_v2",
        business_id="billing.refund",
        origin="function",
        type="FunctionTool",
        path="support/tools/billing.py",
        line=30,
        identity=1,
        overridden=True,
        approval="static",
        sent=True,
    )


@pytest.fixture
def lookups() -> tuple[Tool, Tool]:
    first, last = (
        Tool(
            key=key,
            visible="lookup",
            name="lookup",
            lookup_key=("bare", "lookup"),
            function=function,
            origin="function",
            type="FunctionTool",
            path="support/crm.py",
            line=line,
            identity=line,
            sent=shadowed is None,
            shadowed_by=shadowed,
        )
        for key, function, line, shadowed in (
            ("function:lookup", "support.crm.find", 8, "function:lookup#2"),
            ("function:lookup#2", "support.crm.lookup", 20, None),
        )
    )
    return first, last


@pytest.fixture
def inspection(refund: Tool, lookups: tuple[Tool, Tool]) -> Inspection:
    namespaced = Tool(
        key="function:crm.find",
        visible="crm.find",
        name="find",
        namespace="crm",
        lookup_key=("namespaced", "crm", "find"),
        function="support.crm.find",
        origin="function",
        type="FunctionTool",
        via=("crm",),
        built_at=Location("support/agents.py", 14),
        identity=9,
        enabled=None,
        predicate="support.flags.beta",
    )
    triage = Consumer(
        id="support.agents:triage",
        name="Triage",
        path="support/agents.py",
        line=12,
        tools=(refund, *lookups, namespaced),
        boundaries=(Boundary(kind="handoff", to="support.agents:billing"),),
        stop=("refund",),
        stop_behavior="stop_at_tools",
        tool_choice="required",
    )
    billing = Consumer(id="support.agents:billing", name="Billing", path="support/agents.py", line=5)
    finding = Finding(
        code="TI101",
        name="duplicate-tool-name",
        severity="error",
        consumer=triage.id,
        consumer_name="Triage",
        names=("lookup",),
        message="`lookup` names 2 tools.",
        fix="Rename one.",
        locations=(Location("support/crm.py", 8), Location("support/crm.py", 20)),
        tools=tuple(tool.key for tool in lookups),
    )
    silenced = Finding(
        code="TI109",
        name="reserved-tool-name",
        severity="warning",
        consumer=triage.id,
        consumer_name="Triage",
        names=("mcp",),
        message="m",
        fix="f",
    )
    registry = Registry(
        root="/app",
        info=SdkInfo(sdk="0.24.0", python="3.11.7"),
        consumers=(triage, billing),
        not_inspected=(
            NotInspected(
                ref="support.factory:build_billing",
                reason="needs argument 'db'",
                path="support/factory.py",
                line=20,
                config="[tool.toolinspect.arguments]",
            ),
            NotInspected(ref=triage.id, reason="MCP server `kb` was not started", severity="info"),
        ),
        seen=(
            SeenInSource(name="Night", within="main", path="main.py", line=40, reason="only built by main()"),
        ),
        stubbed=("redis",),
    )
    return Inspection(
        registry=registry,
        findings=(finding,),
        suppressed=(Suppressed(finding=silenced, reason="ignore in the config"),),
    )
