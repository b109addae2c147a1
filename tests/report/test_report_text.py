"""Text reports: what they say, how wide they are, and what never gets through."""

import io
import re

import msgspec
import pytest

from inspector.inspection import Inspection
from inspector.model import (
    Consumer,
    Filled,
    Junk,
    LoadFailure,
    NotInspected,
    Resolution,
    SdkInfo,
    SeenInSource,
    Tool,
    Unstable,
    WouldRun,
)
from inspector.report import explain, table, text_report
from inspector.report.columns import shorten, width
from inspector.report.style import Style, printable, style_for
from inspector.rules import CATALOGUE

PLAIN = Style(width=80)
NASTY = "a\x1b[31m\nb\u202ec\x07\r\t[red]x[/red]" + "z" * 300


def nasty(inspection: Inspection) -> Inspection:
    """The same inspection with hostile names everywhere."""
    registry = inspection.registry
    tools = tuple(
        msgspec.structs.replace(tool, visible=NASTY, function=NASTY, business_id=NASTY)
        for tool in registry.consumers[0].tools
    )
    consumer = msgspec.structs.replace(registry.consumers[0], name=NASTY, path=NASTY, tools=tools)
    finding = msgspec.structs.replace(
        inspection.findings[0], names=(NASTY,), message=NASTY, fix=NASTY, consumer_name=NASTY, condition=NASTY
    )
    return msgspec.structs.replace(
        inspection,
        registry=msgspec.structs.replace(
            registry,
            consumers=(consumer,),
            info=SdkInfo(sdk=NASTY, python=NASTY, collision_policy=NASTY),
            failures=(LoadFailure(ref=NASTY, kind="raised", error=NASTY),),
            not_inspected=(NotInspected(ref=NASTY, reason=NASTY),),
            seen=(SeenInSource(name=NASTY, within=NASTY, path=NASTY, line=1, reason=NASTY),),
            would_run=(WouldRun(agent=NASTY, path=NASTY, line=1),),
            filled=(Filled(ref=NASTY, parameter=NASTY, value=NASTY, why=NASTY),),
            stubbed=(NASTY,),
        ),
        findings=(finding,),
    )


class TestFindings:
    def test_grouped_by_consumer_with_message_fix_and_places(self, inspection: Inspection) -> None:
        lines = list(text_report.render(inspection, PLAIN))
        assert lines == [
            "Stand-ins for what is missing: redis",
            "",
            "Triage  support.agents:triage",
            "  ✗ TI101 duplicate-tool-name: lookup",
            "    `lookup` names 2 tools.",
            "    Fix: Rename one.",
            "    support/crm.py:8",
            "    support/crm.py:20",
            "",
            "2 consumers, 4 tools, 1 error, 0 warnings, 1 suppressed, 1 seen in source only "
            "(`toolinspect show` lists them) (SDK 0.24.0, Python 3.11.7)",
        ]

    def test_the_table_lists_what_it_counts(self, inspection: Inspection) -> None:
        *above, last = table.render(inspection, PLAIN)
        assert "1 seen in source only (SDK" in last
        assert any("Night" in line for line in above)

    def test_the_projects_own_findings_come_first(self, inspection: Inspection) -> None:
        own = msgspec.structs.replace(
            inspection.findings[0], consumer=None, consumer_name=None, severity="warning"
        )
        both = msgspec.structs.replace(inspection, findings=(*inspection.findings, own))
        headings = [line for line in text_report.render(both, PLAIN) if line and not line.startswith(" ")]
        assert headings[1:3] == ["Project", "Triage  support.agents:triage"]

    def test_lines_for_a_config_are_not_wrapped(self, inspection: Inspection) -> None:
        long = "x = " + "1" * 90
        finding = msgspec.structs.replace(inspection.findings[0], fix=f"Add:\n{long}")
        lines = list(text_report.render(msgspec.structs.replace(inspection, findings=(finding,)), PLAIN))
        assert f"      {long}" in lines

    def test_a_heading_counts_the_names_that_are_too_many(self, inspection: Inspection) -> None:
        finding = msgspec.structs.replace(inspection.findings[0], names=tuple("abcdefghijk"))
        lines = list(text_report.render(msgspec.structs.replace(inspection, findings=(finding,)), PLAIN))
        assert "  ✗ TI101 duplicate-tool-name: a, b, c, d, e, f, g, h and 3 more" in lines

    def test_a_heading_without_names_ends_with_the_rule(self, inspection: Inspection) -> None:
        nameless = msgspec.structs.replace(inspection.findings[0], names=())
        lines = text_report.render(msgspec.structs.replace(inspection, findings=(nameless,)), PLAIN)
        assert next(line for line in lines if "TI101" in line).endswith("TI101 duplicate-tool-name")

    def test_a_condition_is_told(self, inspection: Inspection) -> None:
        finding = msgspec.structs.replace(inspection.findings[0], condition="when `beta` allows it")
        lines = list(text_report.render(msgspec.structs.replace(inspection, findings=(finding,)), PLAIN))
        assert "    Holds when `beta` allows it." in lines

    def test_an_empty_inspection_says_so(self, inspection: Inspection) -> None:
        registry = msgspec.structs.replace(
            inspection.registry, consumers=(), failures=(), seen=(), not_inspected=()
        )
        empty = msgspec.structs.replace(inspection, registry=registry, findings=())
        for render in (text_report.render, table.render):
            text = " ".join("\n".join(render(empty, PLAIN)).split())
            assert "Nothing could be inspected: no agent was found or built." in text
            assert "name the folder that does" in text

    def test_messages_wrap_to_the_width(self, inspection: Inspection) -> None:
        finding = msgspec.structs.replace(inspection.findings[0], message="word " * 100)
        lines = text_report.render(msgspec.structs.replace(inspection, findings=(finding,)), Style(width=60))
        assert all(width(line) <= 60 for line in list(lines)[:-1])


class TestTable:
    def test_columns_and_states(self, inspection: Inspection) -> None:
        text = "\n".join(table.render(inspection, Style(width=200)))
        header = next(line for line in text.splitlines() if "Visible" in line)
        assert re.split(r" {2,}", header.strip()) == [
            *("Visible", "Qualified", "Business id", "Stop"),
            *("Approval", "Enable", "Origin", "State"),
        ]
        assert re.search(
            r"refund +support\.tools\.billing\.refund_order_v2 +billing\.refund +stop +static", text
        )
        assert re.search(r"lookup +support\.crm\.find +function +shadowed TI101", text)
        assert re.search(r"crm\.find .* \? +function +unknown", text)
        assert re.search(r"refund .* function +sent$", text, re.MULTILINE)
        assert "no tools" in text
        assert "support.factory:build_billing: needs argument 'db'" in text
        assert "main.py:40 Night: only built by main()" in text

    def test_what_makes_every_run_fail_stands_above_the_table(self, inspection: Inspection) -> None:
        triage = inspection.registry.consumers[0]
        cases = (
            (Resolution(run_error="clash"), "warn", "  Every run fails: clash"),
            (Resolution(strict_error="twice"), "error", "  Every run fails: twice"),
            (Resolution(wire_error="no"), "warn", "  The Responses converter refuses the tools: no"),
        )
        for resolution, policy, line in cases:
            registry = msgspec.structs.replace(
                inspection.registry,
                info=msgspec.structs.replace(inspection.registry.info, collision_policy=policy),
                consumers=(msgspec.structs.replace(triage, resolution=resolution),),
            )
            shown = msgspec.structs.replace(inspection, registry=registry)
            assert list(table.render(shown, PLAIN))[3] == line

    def test_strict_errors_are_no_news_under_the_default_policy(self, inspection: Inspection) -> None:
        triage = msgspec.structs.replace(
            inspection.registry.consumers[0], resolution=Resolution(strict_error="twice")
        )
        registry = msgspec.structs.replace(inspection.registry, consumers=(triage,))
        text = "\n".join(table.render(msgspec.structs.replace(inspection, registry=registry), PLAIN))
        assert "twice" not in text

    def test_what_was_stopped_filled_in_and_failed(self, inspection: Inspection) -> None:
        registry = msgspec.structs.replace(
            inspection.registry,
            failures=(LoadFailure(ref="app.x", kind="raised", error="KeyError: 'K'"),),
            would_run=(WouldRun(agent="Triage", path="main.py", line=9),),
            filled=(Filled(ref="app:build", parameter="model", value="gpt", why="well-known name"),),
        )
        lines = list(table.render(msgspec.structs.replace(inspection, registry=registry), PLAIN))
        for heading, entry in (
            ("Failed to load", "  app.x: KeyError: 'K'"),
            ("Stopped before a run", "  Triage at main.py:9"),
            ("Filled in", "  app:build: model = gpt (well-known name)"),
        ):
            assert lines[lines.index(heading) + 1] == entry

    def test_stand_ins_are_named_before_anything_else(self, inspection: Inspection) -> None:
        header = "Stand-ins for what is missing: redis"
        assert next(table.render(inspection, PLAIN)) == header
        registry = msgspec.structs.replace(inspection.registry, stubbed=())
        without = msgspec.structs.replace(inspection, registry=registry)
        for render in (table.render, text_report.render):
            assert not any("Stand-ins" in line for line in render(without, PLAIN))

    @pytest.mark.parametrize("columns", [80, 100, 140])
    def test_tables_fit_the_width(self, inspection: Inspection, columns: int) -> None:
        lines = list(table.render(inspection, Style(width=columns)))
        assert all(width(line) <= columns for line in lines if line.startswith("  "))

    @pytest.mark.parametrize("columns", [40, 80, 100])
    def test_a_visible_name_is_never_cut_for_another_column(
        self, inspection: Inspection, columns: int
    ) -> None:
        triage = inspection.registry.consumers[0]
        name = "a" * min(64, columns - 12)
        long = msgspec.structs.replace(triage.tools[0], visible=name, function="support." + "f" * 60)
        consumer = msgspec.structs.replace(triage, tools=(long, *triage.tools[1:]))
        registry = msgspec.structs.replace(
            inspection.registry, consumers=(consumer,), not_inspected=(), seen=()
        )
        shown = msgspec.structs.replace(inspection, registry=registry)
        lines = list(table.render(shown, Style(width=columns)))[3:8]
        assert any(line.strip().startswith(f"{name}  ") for line in lines)
        assert all(width(line) <= columns for line in lines)

    def test_without_a_bound_nothing_is_cut_or_dropped(self, inspection: Inspection) -> None:
        triage = inspection.registry.consumers[0]
        long = msgspec.structs.replace(triage.tools[0], visible="v" * 90, function="f" * 120)
        consumer = msgspec.structs.replace(triage, tools=(long, *triage.tools[1:]))
        registry = msgspec.structs.replace(inspection.registry, consumers=(consumer,))
        shown = msgspec.structs.replace(inspection, registry=registry)
        text = "\n".join(table.render(shown, Style(width=40, bounded=False)))
        assert re.search(f"{'v' * 90}  {'f' * 120}  billing.refund  stop  static", text)
        assert "…" not in text

    def test_junk_is_listed_with_what_the_sdk_does(self, inspection: Inspection) -> None:
        dropped = Junk(where="handoffs", index=1, type="str", text="'Billing'", effect="dropped")
        fatal = Junk(where="tools", index=0, type="int", text="3", effect="error", detail="Unknown tool type")
        billing = msgspec.structs.replace(inspection.registry.consumers[1], junk=(dropped, fatal))
        registry = msgspec.structs.replace(inspection.registry, consumers=(billing,))
        shown = msgspec.structs.replace(inspection, registry=registry)
        lines = list(table.render(shown, Style(width=200)))
        fails = (
            "`tools[0]` of `Billing` is no tool but `3` of type `int`: SDK 0.24.0 fails on it when the agent "
            "runs"
        )
        assert f"  Every run fails: {fails} (Unknown tool type)" in lines
        start = lines.index("Not usable by the SDK")
        assert lines[start + 1].endswith(
            "is no handoff but `'Billing'` of type `str`: SDK 0.24.0 drops it without a word"
        )
        assert lines[start + 2] == f"  {fails} (Unknown tool type)"

    def test_junk_that_is_only_dropped_lets_runs_go_on(self, inspection: Inspection) -> None:
        dropped = Junk(where="handoffs", index=1, type="str", text="'Billing'", effect="dropped")
        billing = msgspec.structs.replace(inspection.registry.consumers[1], junk=(dropped,))
        registry = msgspec.structs.replace(inspection.registry, consumers=(billing,))
        text = "\n".join(table.render(msgspec.structs.replace(inspection, registry=registry), PLAIN))
        assert "Every run fails" not in text

    def test_what_differed_between_two_builds_is_noted(self, inspection: Inspection) -> None:
        registry = msgspec.structs.replace(
            inspection.registry, unstable=(Unstable(ref="app:build", difference="other tools"),)
        )
        lines = list(table.render(msgspec.structs.replace(inspection, registry=registry), PLAIN))
        assert lines[lines.index("Not reproducible") + 1] == "  app:build: other tools"

    def test_tools_that_a_run_context_would_decide_are_counted(self, inspection: Inspection) -> None:
        triage = inspection.registry.consumers[0]
        raising = tuple(
            msgspec.structs.replace(tool, enabled=None, predicate_failure="raised")
            for tool in triage.tools[:2]
        )
        consumer = msgspec.structs.replace(triage, tools=raising)
        registry = msgspec.structs.replace(inspection.registry, consumers=(consumer,))
        note = "  2 tools are unknown: their predicates read a run context; name one with `context ="
        for context, noted in (("", True), ("app.context:make", False)):
            given = msgspec.structs.replace(registry, context=context)
            lines = table.render(msgspec.structs.replace(inspection, registry=given), Style(width=200))
            assert any(line.startswith(note) for line in lines) == noted

    def test_empty_columns_are_left_out(self, inspection: Inspection, lookups: tuple[Tool, Tool]) -> None:
        bare = Consumer(id="a:b", name="Bare", tools=lookups[1:])
        registry = msgspec.structs.replace(inspection.registry, consumers=(bare,))
        lines = list(table.render(msgspec.structs.replace(inspection, registry=registry, findings=()), PLAIN))
        assert lines[3].split() == ["Visible", "Qualified", "Origin", "State"]


class TestSafety:
    @pytest.mark.parametrize("render", [table.render, text_report.render])
    def test_nothing_of_a_project_moves_the_cursor(self, inspection: Inspection, render) -> None:
        for line in render(nasty(inspection), PLAIN):
            assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", line), line

    def test_painted_text_is_made_visible(self) -> None:
        assert Style(colour=True).paint(NASTY[:12], "bold").count("\x1b") == 2

    def test_a_finished_line_keeps_only_the_colours_of_a_style(self) -> None:
        painted = Style(colour=True).paint("red", "error")
        assert printable(painted) == painted
        for hostile in ("\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\u202e", "\x1b[31;1;5m", "a\nb"):
            assert printable(painted + hostile).startswith(painted + "a" * hostile.startswith("a") + "\\")

    def test_hostile_names_stay_recognisable(self, inspection: Inspection) -> None:
        text = "\n".join(text_report.render(nasty(inspection), PLAIN))
        assert "a\\x1b[31m\\nb\\u202ec\\x07" in text
        assert "[red]x[/red]" in text


class TestStyle:
    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    def test_colour_on_a_terminal_only(self, monkeypatch: pytest.MonkeyPatch, inspection: Inspection) -> None:
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        assert style_for(self.Terminal()).colour
        assert not style_for(io.StringIO()).colour
        assert "\x1b[31;1m" in "\n".join(text_report.render(inspection, Style(colour=True)))

    @pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
    def test_no_colour_when_asked(self, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv(name, value)
        assert not style_for(self.Terminal()).colour

    @pytest.mark.parametrize(
        ("columns", "width"), [("120", 120), ("0", 80), ("²", 80), ("9" * 5000, 80), ("-5", 80), ("٣٣", 80)]
    )
    def test_a_width_that_is_no_number_of_columns_is_ignored(
        self, monkeypatch: pytest.MonkeyPatch, columns: str, width: int
    ) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        assert style_for(io.StringIO()).width == width

    def test_tables_are_bounded_by_a_terminal_or_columns_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("COLUMNS", raising=False)
        assert style_for(self.Terminal()).bounded
        assert not style_for(io.StringIO()).bounded
        monkeypatch.setenv("COLUMNS", "90")
        assert style_for(io.StringIO()).bounded

    def test_ascii_where_the_encoding_has_no_more(self, inspection: Inspection) -> None:
        class Latin(self.Terminal):
            encoding = "ascii"

        style = style_for(Latin())
        assert style.ascii
        lines = text_report.render(inspection, Style(ascii=True))
        assert all(line.isascii() for line in lines)


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [("short", 10, "short"), ("abcdefghij", 7, "abc…hij"), ("日本語日本語", 7, "日…本語"), ("abc", 1, "…")],
)
def test_shorten_keeps_both_ends(text: str, columns: int, shown: str) -> None:
    assert width(shorten(text, columns)) <= columns
    assert shorten(text, columns)[0] == shown[0]
    assert shorten(text, columns)[-1] == shown[-1]


@pytest.mark.parametrize("code", list(CATALOGUE))
def test_every_rule_can_be_explained(code: str) -> None:
    lines = list(explain.render(CATALOGUE[code], PLAIN))
    assert lines[0].startswith(f"{code} {CATALOGUE[code].name} ")
    assert all(width(line) <= 80 for line in lines if not line.startswith("    "))
