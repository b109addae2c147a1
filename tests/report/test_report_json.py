"""The JSON report, field by field: other people's CI reads it."""

import json

import msgspec

from inspector.inspection import Inspection
from inspector.model import Unstable
from inspector.report import json_report
from inspector.report.escape import visible


def report(inspection: Inspection) -> dict:
    return json.loads(json_report.render(inspection))


def test_top_level_keys_and_their_order(inspection: Inspection) -> None:
    assert list(report(inspection)) == [
        "schema",
        "project",
        "consumers",
        "findings",
        "suppressed",
        "suggestions",
        "not_inspected",
        "stubbed",
        "exploration",
        "summary",
    ]


def test_schema_and_project(inspection: Inspection) -> None:
    document = report(inspection)
    assert document["schema"] == "toolinspect.report/1"
    assert document["project"] == {
        "root": ".",
        "sdk": "0.24.0",
        "python": "3.11.7",
        "collision_policy": "warn",
    }


def test_consumers(inspection: Inspection) -> None:
    triage, billing = report(inspection)["consumers"]
    assert list(triage) == ["id", "name", "kind", "path", "line", "tools", "sets", "boundaries"]
    assert [triage[key] for key in ("id", "name", "kind", "path", "line")] == [
        "support.agents:triage",
        "Triage",
        "agent",
        "support/agents.py",
        12,
    ]
    assert triage["sets"] == {
        "stop": ["refund"],
        "approval": ["refund"],
        "enable": [],
        "tool_choice": "required",
    }
    assert triage["boundaries"] == [{"kind": "handoff", "to": "support.agents:billing"}]
    assert billing["tools"] == []
    assert billing["sets"] == {"stop": [], "approval": [], "enable": [], "tool_choice": None}


def test_a_tool(inspection: Inspection) -> None:
    tool = report(inspection)["consumers"][0]["tools"][0]
    assert list(tool.items()) == [
        ("visible", "refund"),
        ("name", "refund"),
        ("namespace", None),
        ("function", "support.tools.billing.refund_order_v2"),
        ("business_id", "billing.refund"),
        ("origin", "function"),
        ("via", []),
        ("path", "support/tools/billing.py"),
        ("line", 30),
        ("stop", True),
        ("approval", "static"),
        ("enabled", True),
        ("condition", None),
        ("shadowed_by", None),
    ]


def test_every_declared_tool_is_listed_and_the_shadowed_one_names_the_function_that_runs(
    inspection: Inspection,
) -> None:
    tools = report(inspection)["consumers"][0]["tools"]
    assert [(tool["visible"], tool["shadowed_by"]) for tool in tools] == [
        ("refund", None),
        ("lookup", "support.crm.lookup"),
        ("lookup", None),
        ("crm.find", None),
    ]


def test_an_unknown_tool_is_null_and_falls_back_to_where_it_was_built(inspection: Inspection) -> None:
    tool = report(inspection)["consumers"][0]["tools"][3]
    assert tool["enabled"] is None
    assert tool["condition"] == "when `support.flags.beta` allows it"
    assert (tool["path"], tool["line"]) == ("support/agents.py", 14)
    assert (tool["name"], tool["namespace"], tool["via"]) == ("find", "crm", ["crm"])


def test_findings(inspection: Inspection) -> None:
    (finding,) = report(inspection)["findings"]
    assert list(finding.items()) == [
        ("code", "TI101"),
        ("name", "duplicate-tool-name"),
        ("severity", "error"),
        ("consumer", "support.agents:triage"),
        ("consumer_name", "Triage"),
        ("names", ["lookup"]),
        ("message", "`lookup` names 2 tools."),
        ("fix", "Rename one."),
        ("locations", [{"path": "support/crm.py", "line": 8}, {"path": "support/crm.py", "line": 20}]),
        ("condition", None),
        ("example", None),
        ("tenants", []),
    ]


def test_suppressed_findings_carry_their_reason(inspection: Inspection) -> None:
    (entry,) = report(inspection)["suppressed"]
    assert (entry["code"], entry["reason"]) == ("TI109", "ignore in the config")


def test_nothing_that_is_not_shown_is_dropped(inspection: Inspection) -> None:
    assert report(inspection)["not_inspected"] == [
        {
            "ref": "support.factory:build_billing",
            "reason": "needs argument 'db'",
            "path": "support/factory.py",
            "line": 20,
        },
        {
            "ref": "support.agents:triage",
            "reason": "MCP server `kb` was not started",
            "path": None,
            "line": None,
        },
        {"ref": "main.py:40", "reason": "only built by main()", "path": "main.py", "line": 40},
    ]


def test_the_rest(inspection: Inspection) -> None:
    document = report(inspection)
    assert document["stubbed"] == ["redis"]
    assert document["exploration"] == {"flags": 0, "read": [], "exact": False, "builds": 1}
    assert document["summary"] == {"consumers": 2, "tools": 4, "errors": 1, "warnings": 0}


def test_exact_only_without_anything_that_could_come_out_otherwise(inspection: Inspection) -> None:
    registry = inspection.registry
    known = msgspec.structs.replace(registry, consumers=registry.consumers[1:])
    unstable = msgspec.structs.replace(known, unstable=(Unstable(ref="a:b", difference="other tools"),))
    nothing = msgspec.structs.replace(known, consumers=())
    for given, exact, builds in (
        (registry, False, 1),
        (known, True, 1),
        (unstable, False, 1),
        (nothing, True, 0),
    ):
        exploration = report(msgspec.structs.replace(inspection, registry=given))["exploration"]
        assert (exploration["exact"], exploration["builds"]) == (exact, builds)


def test_hidden_characters_are_escapes_of_the_same_value(inspection: Inspection) -> None:
    nasty = "\x1b[31m\x9b\x7f\u202e\u2028\ufeff\U000e0041é日😀\n"
    finding = msgspec.structs.replace(inspection.findings[0], message=nasty)
    raw = json_report.render(msgspec.structs.replace(inspection, findings=(finding,)))
    text = raw.decode("utf-8")
    assert json.loads(raw)["findings"][0]["message"] == nasty
    assert "\\u001b[31m\\u009b\\u007f\\u202e\\u2028\\ufeff\\udb40\\udc41é日😀" in text
    assert all(visible(line) == line for line in text.split("\n"))


def test_stop_follows_the_sdk(inspection: Inspection) -> None:
    triage = inspection.registry.consumers[0]
    refund, lookup, _, namespaced = triage.tools
    assert json_report.stops(refund, triage)
    assert not json_report.stops(lookup, triage)
    bare = msgspec.structs.replace(triage, stop=("find",))
    qualified = msgspec.structs.replace(triage, stop=("crm.find",))
    first = msgspec.structs.replace(triage, stop=(), stop_behavior="stop_on_first_tool")
    hosted = msgspec.structs.replace(refund, origin="hosted")
    assert json_report.stops(namespaced, bare)
    assert json_report.stops(namespaced, qualified)
    assert json_report.stops(lookup, first)
    assert not json_report.stops(hosted, triage)
    assert not json_report.stops(hosted, first)


def test_it_is_utf_8_with_one_final_newline(inspection: Inspection) -> None:
    raw = json_report.render(inspection)
    assert raw.decode("utf-8").endswith("}\n")
    assert raw.startswith(b'{\n  "schema"')
