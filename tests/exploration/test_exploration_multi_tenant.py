"""The sample multi_tenant: what is said of its tenants is what the SDK does when each of them is run."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.inspection import Inspection, InspectOptions, inspect_project
from inspector.inspection.scenarios import in_scenario
from inspector.model import ALWAYS, Consumer, Finding, Scenario, Tool

HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "sample_projects" / "multi_tenant"
HIGH_RISK = {
    "deskmate.tools.billing.refund_payment",
    "deskmate.tools.customers.erase_customer",
    "kb/mcp_kb__publish_article_e1a3fe12",
    "kb/mcp_kb__publish_article",
}
TRACED_BACK = re.compile(r"kb/mcp_kb__([a-z_]+?)(?:_[0-9a-f]{8})?$")

Key = tuple[str, str, str]
"""Code, consumer, name."""


@pytest.fixture(scope="module")
def run() -> dict[str, Any]:
    """Every tenant, run through the SDK itself."""
    done = subprocess.run(
        [sys.executable, HERE / "run_tenants.py", SAMPLE],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.fixture(scope="module")
def found() -> Inspection:
    return inspect_project(InspectOptions(path=str(SAMPLE), mcp=True))


def errors_of(run: dict[str, Any]) -> dict[Key, set[str]]:
    """What goes wrong for whom, worked out from the runs."""
    wrong: dict[Key, set[str]] = {}
    for tenant, seen in run.items():
        for agent, desk in seen["agents"].items():
            for key in _errors_in(agent, desk, set(seen["approvals"])):
                wrong.setdefault(key, set()).add(tenant)
    return wrong


def _errors_in(agent: str, desk: dict[str, Any], approvals: set[str]) -> Iterator[Key]:
    names = [name for name, _ in desk["tools"]] + desk["handoffs"]
    for name in set(names):
        if names.count(name) > 1:
            yield "TI101", agent, name
    for word in re.findall(r"`(\w+)`", desk["told"]):
        if word not in names:
            yield "TI205", agent, word
    for name, function in desk["tools"]:
        if function in HIGH_RISK and name not in approvals:
            yield "TI501", agent, name


def key_of(finding: Finding) -> Key:
    return finding.code, finding.consumer_name or "", finding.names[0]


def consumer(inspection: Inspection, name: str) -> Consumer:
    (one,) = [each for each in inspection.everywhere.consumers if each.name == name]
    return one


def function_of(tool: list[str]) -> str:
    """As toolinspect has it: a server's tool under its raw name."""
    match = TRACED_BACK.match(tool[1])
    return f"kb/{match[1]}" if match else tool[1]


def present(tool: Tool, of: Consumer, scenario: tuple[int, ...]) -> bool:
    return (of.presence or ALWAYS).holds(scenario) and tool.live and (tool.presence or ALWAYS).holds(scenario)


def test_each_finding_names_the_tenants_whom_it_hits(found: Inspection, run: dict[str, Any]) -> None:
    assert {key_of(one): set(one.tenants) for one in found.findings} == errors_of(run)


def test_no_condition_of_a_finding_is_drawn_from_a_sample(found: Inspection) -> None:
    assert all(one.exact for one in found.findings)


def test_every_tool_is_there_for_the_tenants_that_have_it(found: Inspection, run: dict[str, Any]) -> None:
    assert found.space is not None
    for tenant, scenario in found.space.tenants.items():
        for name, desk in run[tenant]["agents"].items():
            one = consumer(found, name)
            there = [tool for tool in one.tools if present(tool, one, scenario)]
            tools = [(tool.visible, tool.function) for tool in there if tool.origin != "handoff"]
            assert sorted(tools, key=str) == sorted(
                ((tool[0], function_of(tool)) for tool in desk["tools"]), key=str
            ), (tenant, name)
            handoffs = [tool.visible for tool in there if tool.origin == "handoff"]
            assert sorted(handoffs) == sorted(desk["handoffs"]), (tenant, name)


def test_the_scenario_of_a_tenant_is_what_its_model_receives(found: Inspection, run: dict[str, Any]) -> None:
    for tenant, seen in run.items():
        shown = in_scenario(found, Scenario(values=seen["flags"], tenant=tenant))
        assert shown is not None
        for one in shown.registry.consumers:
            desk = seen["agents"][one.name]
            assert [tool.visible for tool in one.tools if tool.sent] == [*desk["received"], *desk["handoffs"]]
            assert one.instructions == desk["told"]
            for name, function in desk["runs"].items():
                (winner,) = [
                    tool
                    for tool in one.tools
                    if tool.visible == name and tool.live and tool.shadowed_by is None
                ]
                assert winner.function == function


def test_the_readme_lists_what_is_found(found: Inspection) -> None:
    rows = [
        [cell.strip().replace("`", "") for cell in line.split("|")[1:-1]]
        for line in (SAMPLE / "README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| TI")
    ]
    listed = {
        (code, consumer, name): (condition, tenants) for code, consumer, name, condition, tenants, _ in rows
    }
    assert listed == {
        key_of(one): (one.condition or "always", ", ".join(one.tenants)) for one in found.findings
    }


def test_without_its_server_only_what_the_server_has_part_in_is_missing(found: Inspection) -> None:
    without = inspect_project(InspectOptions(path=str(SAMPLE)))
    missing = {key_of(one) for one in found.findings} - {key_of(one) for one in without.findings}
    assert missing == {("TI501", "Editor", "mcp_kb__publish_article_e1a3fe12")}
    (told,) = [one for one in without.findings if one.code == "TI702"]
    assert (told.severity, len(without.findings)) == ("info", len(found.findings))


def test_two_links_to_sign_in_never_meet(found: Inspection) -> None:
    """Free is forbidden with single sign-on: each has its plan, and nothing is reported."""
    desk = consumer(found, "Front desk")
    magic, provider = [tool for tool in desk.tools if tool.visible == "sign_in_link"]
    assert magic.presence is not None and provider.presence is not None
    assert magic.presence.possible and provider.presence.possible
    assert not (magic.presence & provider.presence).possible
    assert not any("sign_in_link" in one.names for one in found.findings)
