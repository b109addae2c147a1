"""The outer join and suggested sets in every report."""

import json
import re
from typing import Any

import msgspec
import pytest

from inspector.controls import ConsumerJoin, Ghost, Join, Listing, ToolControls
from inspector.inspection import Inspection
from inspector.model import ControlSet, Finding, ListedName, Location, Suggestion
from inspector.report import json_report, suggested_sets, table, text_report
from inspector.report.style import Style

TRIAGE = "support.agents:triage"
NASTY = "a\x1b[31m\nb\u202e[/x]"


def listing(kind: Any, name: str, value: str | bool | None = None, source: str = "sets.toml#x") -> Listing:
    return Listing(ControlSet(kind=kind, source=source), ListedName(name=name, value=value))


@pytest.fixture
def split(inspection: Inspection) -> Inspection:
    """`refund` ungated; the approval table, a switch and a trace filter hold names of no tool."""
    triage = inspection.registry.consumers[0]
    ungated = msgspec.structs.replace(triage.tools[0], approval="none")
    consumer = msgspec.structs.replace(triage, tools=(ungated, *triage.tools[1:]))
    registry = msgspec.structs.replace(
        inspection.registry, consumers=(consumer, *inspection.registry.consumers[1:])
    )
    ghosts = (
        Ghost(
            name="refund_order_v2",
            reason="function behind `refund`",
            listings=(listing("approval", "refund_order_v2", "high"), listing("stop", "refund_order_v2")),
        ),
        Ghost(name="find", reason="function behind `lookup`", listings=(listing("enable", "find", False),)),
        Ghost(name="seek", reason="nothing of that name", listings=(listing("trace", "seek"),)),
    )
    tools = {
        "function:lookup": ToolControls(
            approval=(listing("approval", "lookup", "auto"),), enable=(listing("enable", "lookup", True),)
        )
    }
    found = Finding(
        code="TI202",
        name="approval-key-not-visible",
        severity="error",
        consumer=None,
        consumer_name=None,
        names=("refund_order_v2",),
        message="m",
        fix="f",
        touches=((TRIAGE, "function:refund"),),
        ghost="refund_order_v2",
    )
    strays = (
        Ghost(
            name="gone",
            reason="nothing of that name",
            listings=(listing("approval", "gone", source="policy:TABLE"),),
        ),
    )
    suggestion = Suggestion(
        kind="approval",
        reference="support.policy:APPROVAL",
        location=Location("support/policy.py", 4),
        entries=tuple(ListedName(name=name) for name in ("refund", "a", "b", "c", "d")),
        mismatches=tuple((name, "nothing of that name") for name in "abcd"),
    )
    return msgspec.structs.replace(
        inspection,
        registry=registry,
        findings=(*inspection.findings, found),
        join=Join(consumers={TRIAGE: ConsumerJoin(tools=tools, ghosts=ghosts)}, strays=strays),
        suggestions=(suggestion,),
    )


def rows(inspection: Inspection, style: Style) -> list[list[str]]:
    return [re.split(r" {2,}", line.strip()) for line in table.render(inspection, style)]


class TestTable:
    def test_ghost_rows_follow_the_tools(self, split: Inspection) -> None:
        lines = rows(split, Style(width=200))
        start = next(index for index, row in enumerate(lines) if row[0] == "crm.find")
        assert lines[start + 1 : start + 4] == [
            [
                "◌ refund_order_v2", "function behind `refund`", "listed", "high", "approval +1",
                "ghost TI202",
            ],
            ["◌ find", "function behind `lookup`", "switch off", "switch", "ghost"],
            ["◌ seek", "nothing of that name", "trace filter", "ghost"],
        ]  # fmt: skip

    def test_a_set_of_the_users_own_naming_goes_by_its_key(self, split: Inspection) -> None:
        paged = ControlSet(kind="declared", source="ops.toml#x", key="sets.paged")
        ghost = Ghost(name="seek", reason="nothing", listings=(Listing(paged, ListedName(name="seek")),))
        shown = msgspec.structs.replace(split, join=Join(consumers={TRIAGE: ConsumerJoin(ghosts=(ghost,))}))
        assert ["◌ seek", "nothing", "paged", "ghost"] in rows(shown, Style(width=200))

    def test_the_narrowest_table_keeps_a_missing_gate_and_whole_codes(self, split: Inspection) -> None:
        (found,) = [one for one in split.findings if one.code == "TI202"]
        more = tuple(msgspec.structs.replace(found, code=code, ghost=None) for code in ("TI501", "TI503"))
        shown = msgspec.structs.replace(split, findings=(*split.findings, *more))
        lines = list(table.render(shown, Style(width=40)))
        refund = next(line for line in lines if line.strip().startswith("refund "))
        assert "✗ none" in refund
        assert re.search(r"sent( TI\d{3})*( \+\d)?$", refund)
        assert len(refund) <= 40

    def test_names_of_no_consumer_are_none_where_the_others_were_not_looked_at(
        self, split: Inspection
    ) -> None:
        part = msgspec.structs.replace(split.registry, part="support.agents:triage")
        lines = list(table.render(msgspec.structs.replace(split, registry=part), Style(width=120)))
        assert "Listed, but no tool anywhere" not in lines

    def test_a_target_without_an_agent_is_told_to_be_one(self, split: Inspection) -> None:
        bare = msgspec.structs.replace(
            split.registry, part="support.factory:make", consumers=(), not_inspected=(), seen=()
        )
        text = "\n".join(table.render(msgspec.structs.replace(split, registry=bare), Style(width=200)))
        assert "`support.factory:make` gives no agent." in text
        assert "No Python file there" not in text

    def test_names_without_end_are_shortened_and_empty_ones_named(self, split: Inspection) -> None:
        ghosts = tuple(
            Ghost(name=name, reason="r", listings=(listing("approval", name),)) for name in ("", "x" * 10_000)
        )
        shown = msgspec.structs.replace(
            split, join=Join(consumers={TRIAGE: ConsumerJoin(ghosts=ghosts)}, strays=ghosts)
        )
        for style in (Style(width=100), Style(bounded=False)):
            lines = list(table.render(shown, style))
            assert max(map(len, lines)) < 700
            assert any("◌ an empty entry" in line for line in lines)
            assert "  an empty entry: r (sets.toml#x)" in lines
            assert "(10,000 characters)" in " ".join(map(str.strip, lines))

    def test_a_missing_gate_is_marked_in_the_approval_cell(self, split: Inspection) -> None:
        refund = next(row for row in rows(split, Style(width=200)) if row[0] == "refund")
        assert refund[-4:] == ["stop", "✗ none", "function", "sent TI202"]

    def test_what_sets_say_of_a_tool_stands_in_its_cells(self, split: Inspection) -> None:
        lookup = next(row for row in rows(split, Style(width=200)) if row[0] == "lookup")
        assert lookup[2:4] == ["auto", "switch on"]

    def test_names_of_no_consumer_are_listed_with_their_sets(self, split: Inspection) -> None:
        lines = list(table.render(split, Style(width=120)))
        assert lines[lines.index("Listed, but no tool anywhere") + 1] == (
            "  gone: nothing of that name (policy:TABLE)"
        )

    def test_without_unicode_the_signs_are_ascii(self, split: Inspection) -> None:
        lines = list(table.render(split, Style(width=200, ascii=True)))
        assert all(line.isascii() for line in lines)
        assert any(line.startswith("  - refund_order_v2") for line in lines)
        assert any("x none" in line for line in lines)

    def test_at_80_columns_name_gate_and_state_are_whole(self, split: Inspection) -> None:
        lines = list(table.render(split, Style(width=80)))
        assert any("refund " in line and "✗ none" in line and "sent TI202" in line for line in lines)
        assert any("◌ refund_order_v2" in line and "ghost TI202" in line for line in lines)

    def test_a_consumer_without_tools_shows_its_ghosts(self, split: Inspection) -> None:
        bare = msgspec.structs.replace(split.registry.consumers[0], tools=())
        shown = msgspec.structs.replace(
            split, registry=msgspec.structs.replace(split.registry, consumers=(bare,))
        )
        text = "\n".join(table.render(shown, Style(width=120)))
        assert "no tools" not in text
        assert "◌ refund_order_v2" in text


class TestFindings:
    def test_names_without_end_are_shortened_in_lines_and_headings_and_whole_in_json(
        self, split: Inspection
    ) -> None:
        name = "x" * 10_000
        (found,) = [one for one in split.findings if one.code == "TI202"]
        long = msgspec.structs.replace(
            found, consumer=name, consumer_name=name, names=(name,), message=f"`{name}` is no tool.", fix=name
        )
        shown = msgspec.structs.replace(split, findings=(long,))
        lines = list(text_report.render(shown, Style(width=100)))
        assert max(map(len, lines)) < 500
        assert " ".join(map(str.strip, lines)).count("(10,000 characters)") == 5
        assert json.loads(json_report.render(shown))["findings"][0]["names"] == [name]

    def test_an_empty_listed_name_is_called_an_empty_entry(self, split: Inspection) -> None:
        (found,) = [one for one in split.findings if one.code == "TI202"]
        shown = msgspec.structs.replace(split, findings=(msgspec.structs.replace(found, names=("",)),))
        assert any(
            line.endswith("approval-key-not-visible: an empty entry")
            for line in text_report.render(shown, Style(width=100))
        )


class TestSuggestions:
    def test_every_text_report_names_them_with_the_way_to_declare_them(self, split: Inspection) -> None:
        for render in (table.render, text_report.render):
            lines = list(render(split, Style(width=120)))
            start = lines.index("Possible control sets")
            assert lines[start + 1 : start + 7] == [
                "  support.policy:APPROVAL (approval, support/policy.py:4): 1 of 5 names are visible names",
                "    a: nothing of that name",
                "    b: nothing of that name",
                "    c: nothing of that name",
                "    and 1 more",
                f"  {suggested_sets.HINT}",
            ]

    def test_the_last_line_counts_those_that_disagree(self, split: Inspection) -> None:
        (first,) = split.suggestions
        agreeing = msgspec.structs.replace(first, mismatches=())
        for render in (table.render, text_report.render):
            assert "1 suggested set disagrees" in list(render(split, Style(width=120)))[-1]
            shown = msgspec.structs.replace(split, suggestions=(agreeing,))
            assert "disagree" not in list(render(shown, Style(width=120)))[-1]

    def test_a_project_without_any_has_no_section(self, inspection: Inspection) -> None:
        for render in (table.render, text_report.render):
            assert "Possible control sets" not in "\n".join(render(inspection, Style()))

    def test_the_config_lines_group_references_by_key(self, split: Inspection) -> None:
        (first,) = split.suggestions
        named = msgspec.structs.replace(first, kind="declared", reference='app/x y.toml#a."Paged Tools"')
        again = msgspec.structs.replace(first, reference="b:C")
        assert suggested_sets.toml((first, named, again)).splitlines() == [
            "[tool.toolinspect.sets]",
            'approval = ["support.policy:APPROVAL", "b:C"]',
            'paged-tools = ["app/x y.toml#a.\\"Paged Tools\\""]',
        ]


class TestJson:
    def report(self, inspection: Inspection) -> dict[str, Any]:
        return json.loads(json_report.render(inspection))

    def test_sets_hold_own_names_and_those_that_mean_rows_of_the_consumer(self, split: Inspection) -> None:
        triage, billing = self.report(split)["consumers"]
        assert triage["sets"] == {
            "stop": ["refund", "refund_order_v2"],
            "approval": ["refund_order_v2"],
            "enable": ["lookup", "find"],
            "tool_choice": "required",
        }
        assert billing["sets"] == {"stop": [], "approval": [], "enable": [], "tool_choice": None}

    def test_a_name_that_a_table_waves_through_is_not_gated(self, split: Inspection) -> None:
        triage = split.join.consumers[TRIAGE]
        waved = Ghost(name="gone", reason="nothing", listings=(listing("approval", "gone", "permit"),))
        joined = msgspec.structs.replace(triage, ghosts=(waved,))
        given = msgspec.structs.replace(split, join=Join(consumers={TRIAGE: joined}))
        assert self.report(given)["consumers"][0]["sets"]["approval"] == []

    def test_patterns_and_ids_stand_as_the_names_that_they_mean(self, split: Inspection) -> None:
        key = {"key": "sets.x"}
        pattern, by_id = ListedName(name="lo*", value=True), ListedName(name="billing.refund", value=True)
        sets = [ControlSet(kind=kind, source="x", **key) for kind in ("stop", "approval", "enable")]
        stop, approval, enable = ([Listing(one, entry) for entry in (pattern, by_id)] for one in sets)
        tools = {
            "function:lookup": ToolControls(stop=stop[:1], approval=approval[:1], enable=enable[:1]),
            "function:refund": ToolControls(stop=stop[1:], approval=approval[1:], enable=enable[1:]),
        }
        given = msgspec.structs.replace(split, join=Join(consumers={TRIAGE: ConsumerJoin(tools=tools)}))
        assert self.report(given)["consumers"][0]["sets"] == {
            "stop": ["refund", "lookup"],
            "approval": ["refund", "lookup"],
            "enable": ["refund", "lookup"],
            "tool_choice": "required",
        }

    def test_an_agents_own_stop_names_stand_as_it_lists_them(self, split: Inspection) -> None:
        own = Listing(ControlSet(kind="stop", source="StopAtTools"), ListedName(name="find"))
        tools = {"function:crm.find": ToolControls(stop=(own,))}
        given = msgspec.structs.replace(split, join=Join(consumers={TRIAGE: ConsumerJoin(tools=tools)}))
        assert self.report(given)["consumers"][0]["sets"]["stop"] == ["refund"]

    def test_a_tool_that_a_table_gates_says_so(self, split: Inspection) -> None:
        triage = split.registry.consumers[0]
        gated = msgspec.structs.replace(triage.tools[1], approval="table")
        consumer = msgspec.structs.replace(triage, tools=(gated,))
        registry = msgspec.structs.replace(split.registry, consumers=(consumer,))
        (one,) = self.report(msgspec.structs.replace(split, registry=registry))["consumers"]
        assert one["tools"][0]["approval"] == "table"
        assert one["sets"]["approval"] == ["lookup", "refund_order_v2"]

    def test_suggestions(self, split: Inspection) -> None:
        (suggestion,) = self.report(split)["suggestions"]
        assert list(suggestion.items()) == [
            ("kind", "approval"),
            ("reference", "support.policy:APPROVAL"),
            ("path", "support/policy.py"),
            ("line", 4),
            ("names", ["refund", "a", "b", "c", "d"]),
            ("mismatches", [{"name": name, "reason": "nothing of that name"} for name in "abcd"]),
        ]

    def test_ghosts_are_no_tools(self, split: Inspection) -> None:
        document = self.report(split)
        assert document["summary"]["tools"] == 4
        assert "refund_order_v2" not in [tool["visible"] for tool in document["consumers"][0]["tools"]]


def test_nothing_in_a_set_moves_the_cursor(split: Inspection) -> None:
    ghost = Ghost(name=NASTY, reason=NASTY, listings=(listing("approval", NASTY, NASTY, source=NASTY),))
    (suggestion,) = split.suggestions
    hostile = msgspec.structs.replace(
        split,
        join=Join(consumers={TRIAGE: ConsumerJoin(ghosts=(ghost,))}, strays=(ghost,)),
        suggestions=(
            msgspec.structs.replace(
                suggestion, reference=NASTY, location=Location(NASTY, 1), mismatches=((NASTY, NASTY),)
            ),
        ),
    )
    for render in (table.render, text_report.render):
        for line in render(hostile, Style()):
            assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e]", line), line
