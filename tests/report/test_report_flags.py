"""`toolinspect flags` as text and JSON: what it says at eighty columns, and what it never claims."""

import json
import re

import msgspec
import pytest
from explored_samples import BETA, FLAGS, PAID, finding, flagged, space, switch, tool

from inspector.flags.space import space_of
from inspector.inspection import Inspection
from inspector.model import (
    ALWAYS,
    NEVER,
    Branch,
    Condition,
    Consumer,
    Decision,
    Location,
    RootExploration,
    Sample,
    Scenario,
    Unstable,
    branch,
)
from inspector.report import flags_json, flags_report, json_report, table, text_report
from inspector.report.columns import width
from inspector.report.style import Style

PLAIN = Style(width=80)
NASTY = "a\x1b[31m\nb\u202ec\x07[red]x[/red]"
SSO = branch(2, [NEVER, ALWAYS])
SAMPLED = RootExploration(
    root=".",
    switches=(
        switch(
            "refund",
            decision=Decision(
                samples=(Sample((0, 0, 0, 0), 0), Sample((1, 1, 0, 0), 1)),
                strength=3,
                reads=(0, 1, 2),
                evaluations=2,
            ),
        ),
    ),
)


def text(inspection: Inspection, style: Style = PLAIN, *, every: bool = False) -> str:
    return "\n".join(flags_report.render(inspection, style, every=every))


def section(inspection: Inspection, title: str, *, every: bool = False) -> list[str]:
    lines = text(inspection, every=every).splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith(title))
    return lines[start + 1 : lines.index("", start)]


def of(consumer: Consumer, *more: Consumer) -> Inspection:
    return flagged(consumers=(consumer, *more))


def undecided(name: str, when: Condition) -> Consumer:
    unclear = tool(name, space().legal - when, undecided=when)
    return Consumer(id="shop:desk", name="Desk", tools=(unclear, tool("search")))


class TestText:
    def test_the_scenario_comes_first(self) -> None:
        assert text(flagged()).startswith("scenario: default (each flag's first value)\n")

    def test_flags_with_their_values_and_what_is_legal(self) -> None:
        assert section(flagged(), "Flags") == [
            "  beta_refunds  false, true",
            "  plan          free, pro, enterprise",
            "  sso           false, true",
            "  10 of 12 combinations are legal. Forbidden: plan is free and sso.",
        ]

    def test_tenants_are_what_departs_from_the_first_values(self) -> None:
        assert section(flagged(), "Tenants") == [
            "  acme    beta_refunds, plan pro",
            "  globex  plan enterprise, sso",
        ]

    def test_what_reads_a_flag_and_what_nothing_reads(self) -> None:
        assert section(flagged(), "Read by") == [
            "  beta_refunds  predicate `shop.in_beta` (shop.py:8) of `refund`",
            "  plan          predicate `shop.in_beta` (shop.py:8) of `refund`",
        ]
        assert section(flagged(), "Never read") == ["  sso"]

    def test_a_table_of_the_tools_that_vary(self) -> None:
        assert section(flagged(), "Desk") == [
            "  Tool    default  acme  globex  When",
            "  refund  ·        ✓     ·       beta_refunds and plan in {pro, enterprise}",
            "  In every scenario: search",
        ]

    def test_tools_that_differ_in_approval_alone_are_told_apart(self) -> None:
        legal = space().legal
        gated = tool("refund", BETA & legal, approval="static")
        free = msgspec.structs.replace(tool("refund", legal - BETA), key="function:refund#2")
        desk = Consumer(id="shop:desk", name="Desk", tools=(gated, free))
        told = text(of(desk), Style(width=140))
        assert "  refund (refund, needs approval)     ·  " in told
        assert "  refund (refund, needs no approval)  ✓  " in told

    def test_tenants_without_flags(self) -> None:
        where = space_of({}, tenants={"acme": {}, "globex": {}})
        bulk = tool("bulk", branch(0, [NEVER, ALWAYS, NEVER]) & where.legal)
        desk = Consumer(id="shop:desk", name="Desk", tools=(bulk,))
        root = RootExploration(root=".")
        told = flagged(where=where, consumers=(desk,), exploration=root, scenario=Scenario())
        assert text(told).startswith("scenario: no tenant\n")
        assert section(told, "Tenants") == ["  acme, globex"]
        assert section(told, "Desk") == [
            "  Tool  no tenant  acme  globex  When",
            "  bulk  ·          ✓     ·       tenant is acme",
        ]
        assert "\n2 tenants, 0 builds: exact.\n" in text(told)
        assert "first value" not in text(told) and "combination" not in text(told)

    def test_consumers_without_a_tool_that_varies_are_summed_up(self) -> None:
        assert "\nThe same in every scenario: Audit (1 tool)\n" in text(flagged())

    def test_all_tools_on_demand(self) -> None:
        assert [line.split()[:4] for line in section(flagged(), "Audit", every=True)[1:]] == [
            ["export", "✓", "✓", "✓"]
        ]

    def test_a_scenario_of_ones_own_has_a_column(self) -> None:
        asked = flagged(scenario=Scenario(values={"beta_refunds": True, "plan": "enterprise", "sso": True}))
        assert section(asked, "Desk")[:2] == [
            "  Tool    default  shown  acme  globex  When",
            "  refund  ·        ✓      ✓     ·       beta_refunds and plan in {pro,",
        ]

    def test_undecided_is_neither_present_nor_absent(self) -> None:
        lines = section(of(undecided("refund", SSO & space().legal)), "Desk")
        assert lines[1].split()[:4] == ["refund", "✓", "✓", "?"]
        assert "not decided when sso" in lines[1]
        lines = section(of(undecided("refund", space().legal)), "Desk")
        assert lines[0] == "  In every scenario: search"
        assert lines[1] == "  Not decided in any scenario: refund"

    def test_a_tool_that_is_off_everywhere(self) -> None:
        desk = Consumer(id="shop:desk", name="Desk", tools=(tool("refund", NEVER), tool("search")))
        assert "  In no scenario: refund" in section(of(desk), "Desk")

    def test_a_consumer_that_exists_in_some_scenarios(self) -> None:
        desk = Consumer(
            id="shop:desk",
            name="Desk",
            tools=(tool("refund", BETA & space().legal),),
            presence=BETA & space().legal,
        )
        bare = Consumer(id="shop:bare", name="Bare", presence=SSO & space().legal)
        assert section(of(desk, bare), "Desk") == [
            "  exists only when beta_refunds",
            "  In every scenario of it: refund",
        ]
        assert section(of(desk, bare), "Bare") == ["  exists only when sso"]

    def test_findings_with_condition_tenants_and_the_way_there(self) -> None:
        where = space()
        both = finding(BETA & PAID & where.legal, where)
        assert section(flagged(both, finding(None, where)), "Findings") == [
            "  ✗ TI101 duplicate-tool-name, Desk: refund",
            "    Only when beta_refunds and plan in {pro, enterprise}; for acme; 4 of 10",
            "    combinations.",
            "    See it with --set beta_refunds=true --set plan=pro",
            "  1 finding holds in every scenario; `toolinspect check` tells them.",
        ]

    def test_no_finding_that_depends_on_flags(self) -> None:
        assert section(flagged(), "Findings") == ["  none"]

    def test_exact_only_when_all_is(self) -> None:
        assert "2 tenants, 0 builds: exact." in " ".join(text(flagged()).split())
        assert "Not exact" not in text(flagged())

    def test_a_project_without_flags_is_told_how_to_declare_them(self, inspection: Inspection) -> None:
        told = text(inspection)
        assert "This project declares no flags" in told
        assert "    [flags]" in told
        assert '`"$flags.plan"`' in told

    @pytest.mark.parametrize("columns", [40, 80, 120])
    @pytest.mark.parametrize("tenants", [0, 3, 40])
    def test_it_fits_the_terminal(self, columns: int, tenants: int) -> None:
        names = {f"tenant_{number:02}": {"plan": FLAGS["plan"][number % 3]} for number in range(tenants)}
        where = space_of(FLAGS, (), names)
        both = BETA & PAID & where.legal
        told = flagged(finding(both, where), where=where)
        *lines, _summary = text(told, Style(width=columns)).splitlines()
        unbroken = [line for line in lines if "See it with" in line or "✗" in line]
        assert all(width(line) <= columns for line in lines if line not in unbroken)
        assert len(unbroken) == 2

    def test_nothing_of_a_project_moves_the_cursor(self) -> None:
        where = space_of({NASTY: (False, True)}, (), {NASTY + "t": {NASTY: True}})
        holds = branch(0, [NEVER, ALWAYS]) & where.legal
        desk = Consumer(id=NASTY, name=NASTY, tools=(tool(NASTY, holds),))
        nasty = flagged(
            finding(holds, where),
            where=where,
            consumers=(desk,),
            exploration=RootExploration(root=".", unfinished=(NASTY,)),
            scenario=Scenario(values={NASTY: True}, tenant=NASTY + "t"),
        )
        for render in (flags_report.render, text_report.render, table.render):
            for line in render(nasty, PLAIN):
                assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", line), line
        assert "[red]x[/red]" in text(nasty)

    def test_only_ascii_where_the_encoding_has_no_more(self) -> None:
        where = space()
        told = text(flagged(finding(BETA & where.legal, where)), Style(ascii=True))
        assert told.isascii()


class TestHonesty:
    @pytest.mark.parametrize("render", [flags_report.render, text_report.render, table.render])
    def test_a_sample_is_called_one_on_every_surface(self, render) -> None:
        told = " ".join("\n".join(render(flagged(exploration=SAMPLED), PLAIN)).split())
        assert "Not exact:" in told
        assert "sample" in told

    @pytest.mark.parametrize("document", [flags_json.document, json_report.document])
    def test_a_sample_is_not_exact_in_json(self, document) -> None:
        exploration = document(flagged(exploration=SAMPLED))["exploration"]
        assert (exploration["exact"], exploration["sampled"]) == (False, True)
        assert exploration["doubts"]

    def test_what_is_left_unexplored_is_listed(self) -> None:
        partial = flagged(exploration=RootExploration(root=".", unfinished=("the predicates of `Desk`",)))
        assert "! Not explored: the predicates of `Desk`" in text(partial)
        assert "not exact, as said above." in " ".join(text(partial).split())
        assert not flags_json.document(partial)["exploration"]["exact"]

    def test_one_reason_is_told_once(self) -> None:
        doubtful = Decision(tree=Branch(0, (0, 1)), doubt="it changes by itself", reads=(0,))
        both = RootExploration(
            root=".",
            switches=(switch("refund", decision=doubtful), switch("search", decision=doubtful)),
        )
        told = " ".join(text(flagged(exploration=both)).split())
        names = "`is_enabled` of `refund` on `Desk`, `is_enabled` of `search` on `Desk`"
        assert f"! Not exact: {names}: it changes by itself Flags" in told

    def test_the_other_reports_tell_three_of_a_sort(self) -> None:
        parts = tuple(f"part {number}" for number in range(9))
        partial = flagged(exploration=RootExploration(root=".", unfinished=parts))
        told = "\n".join(text_report.render(partial, PLAIN))
        assert "! Not explored: part 2\n! Not explored: 6 more; `toolinspect flags` tells all of it" in told
        assert "part 8" in text(partial)

    def test_what_is_unfinished_may_read_what_nothing_read(self) -> None:
        part = flagged().exploration[0]
        partial = flagged(exploration=msgspec.structs.replace(part, unfinished=("factory shop:build: late",)))
        assert section(partial, "Not known yet") == ["  sso", "  What was not explored may read them."]
        assert "Never read" not in text(partial)
        assert "1 of them not read so far" in " ".join(text(partial).split())
        assert flags_json.document(partial)["never_read"] == []

    def test_text_and_json_agree_on_what_is_exact(self) -> None:
        for told, why in (
            (
                of(undecided("refund", SSO & space().legal)),
                "`refund` on `Desk`: not decided in some scenarios",
            ),
            (of(undecided("refund", space().legal)), "`refund` on `Desk`: not decided in any scenario"),
            (
                flagged(
                    exploration=RootExploration(
                        root=".", unstable=(Unstable(ref="shop:build", difference="x"),)
                    )
                ),
                "`shop:build`: not the same each time",
            ),
        ):
            assert f"Not exact: {why}" in " ".join(text(told).split())
            assert "not exact, as said above." in " ".join(text(told).split())
            exploration = flags_json.document(told)["exploration"]
            assert (exploration["exact"], exploration["doubts"]) == (False, [why])

    def test_what_is_in_doubt_is_told_as_such(self) -> None:
        doubtful = tool("act", NEVER, doubt="as far as could be told")
        lucky = tool("luck", doubt="as far as could be told")
        desk = Consumer(id="shop:desk", name="Desk", tools=(doubtful, lucky))
        assert section(of(desk), "Desk") == [
            "  In every scenario, as far as was seen (not proven): luck",
            "  In no scenario, as far as was seen (not proven): act",
        ]
        assert "The same in every scenario" not in text(of(desk))

    def test_a_scenario_that_nobody_looked_at_is_not_known(self) -> None:
        part = flagged().exploration[0]
        sampled = msgspec.structs.replace(
            part.switches[0],
            decision=Decision(
                samples=(Sample((0, 0, 0, 0), 0), Sample((1, 1, 0, 0), 1), Sample((1, 1, 0, 1), 1)),
                strength=2,
                reads=(0, 1),
            ),
        )
        refund = tool("refund", BETA & PAID & space().legal, doubt="in a 2-wise sample")
        refund = msgspec.structs.replace(
            refund, predicate="shop.in_beta", predicate_location=Location("shop.py", 8)
        )
        desk = Consumer(id="shop:desk", name="Desk", tools=(refund,))
        told = flagged(consumers=(desk,), exploration=msgspec.structs.replace(part, switches=(sampled,)))
        assert section(told, "Desk")[1].split()[:4] == ["refund", "·", "✓", "?"]
        (row,) = flags_json.document(told)["consumers"][0]["tools"]
        assert (row["exact"], row["default"]) == (False, False)
        assert row["tenants"] == {"acme": True, "globex": None}

    def test_nothing_is_said_of_scenarios_that_were_not_explored(self) -> None:
        where = space()
        bare = msgspec.structs.replace(flagged(finding(None, where)), whole=None, exploration=())
        told = " ".join(section(bare, "Findings")).split()
        assert " ".join(told) == (
            "not known: the other scenarios were not explored; there is 1 finding in the one shown."
        )
        document = flags_json.document(bare)
        rows = [one for consumer in document["consumers"] for one in consumer["tools"]]
        assert {one["exact"] for one in rows} == {False}
        assert {held for one in rows for held in one["tenants"].values()} == {None}
        assert document["summary"]["findings_in_every_scenario"] == 0

    def test_two_builds_that_differ_are_not_exact(self) -> None:
        unstable = flagged(
            exploration=RootExploration(root=".", unstable=(Unstable(ref="shop:build", difference="x"),))
        )
        assert not json_report.document(unstable)["exploration"]["exact"]

    def test_a_predicate_without_an_answer_is_not_exact(self) -> None:
        told = of(undecided("refund", SSO & space().legal))
        assert not json_report.document(told)["exploration"]["exact"]


class TestJson:
    def test_keys_and_their_order(self) -> None:
        assert list(flags_json.document(flagged())) == [
            "schema",
            "space",
            "scenario",
            "reads",
            "never_read",
            "consumers",
            "findings",
            "exploration",
            "summary",
        ]
        assert json.loads(flags_json.render(flagged()))["schema"] == "toolinspect.flags/1"

    def test_the_space(self) -> None:
        assert flags_json.document(flagged())["space"] == {
            "flags": [{"name": name, "values": list(values)} for name, values in FLAGS.items()],
            "combinations": 12,
            "legal": 10,
            "forbidden": "plan is free and sso",
            "tenants": [
                {"name": "acme", "flags": {"beta_refunds": True, "plan": "pro", "sso": False}},
                {"name": "globex", "flags": {"beta_refunds": False, "plan": "enterprise", "sso": True}},
            ],
        }

    def test_every_tool_with_its_condition(self) -> None:
        desk, audit = flags_json.document(flagged())["consumers"]
        assert (desk["id"], desk["name"], desk["condition"]) == ("shop:desk", "Desk", None)
        assert desk["tools"][0] == {
            "visible": "refund",
            "function": "shop.refund",
            "condition": "beta_refunds and plan in {pro, enterprise}",
            "undecided": None,
            "exact": True,
            "default": False,
            "tenants": {"acme": True, "globex": False},
        }
        assert [one["condition"] for one in (desk["tools"][1], audit["tools"][0])] == [None, None]

    def test_readers_have_a_name_and_a_place(self) -> None:
        assert flags_json.document(flagged())["reads"][0] == {
            "flag": "beta_refunds",
            "by": [
                {
                    "kind": "predicate",
                    "name": "shop.in_beta",
                    "path": "shop.py",
                    "line": 8,
                    "of": ["refund"],
                }
            ],
        }

    def test_a_finding_says_how_many_combinations_it_hits(self) -> None:
        where = space()
        told = flagged(finding(BETA & PAID & where.legal, where), finding(None, where))
        document = flags_json.document(told)
        (one,) = document["findings"]
        assert [
            one[key] for key in ("condition", "example", "tenants", "combinations", "exact", "doubt")
        ] == [
            "beta_refunds and plan in {pro, enterprise}",
            {"beta_refunds": True, "plan": "pro"},
            ["acme"],
            4,
            True,
            None,
        ]
        assert document["summary"]["findings_in_every_scenario"] == 1

    def test_a_project_without_flags(self, inspection: Inspection) -> None:
        document = flags_json.document(inspection)
        assert document["space"]["flags"] == []
        assert [tool["default"] for tool in document["consumers"][0]["tools"]] == [True, True, True, None]
        assert document["exploration"] == {"flags": 0, "read": [], "exact": False, "builds": 1}


class TestOtherReports:
    def test_a_tools_condition_is_its_presence(self) -> None:
        tools = json_report.document(flagged())["consumers"][0]["tools"]
        assert [one["condition"] for one in tools] == ["beta_refunds and plan in {pro, enterprise}", None]

    def test_which_of_two_tools_of_a_name_is_meant(self) -> None:
        legal = space().legal
        first, second = tool("refund", BETA & legal), tool("refund", SSO & legal)
        second = msgspec.structs.replace(second, key="function:refund#2", function="shop.other")
        told = of(Consumer(id="shop:desk", name="Desk", tools=(first, second)))
        alone = msgspec.structs.replace(second, key="function:refund", presence=None)
        desk = Consumer(id="shop:desk", name="Desk", tools=(alone,))
        shown = msgspec.structs.replace(
            told, registry=msgspec.structs.replace(told.registry, consumers=(desk,))
        )
        (one,) = json_report.document(shown)["consumers"][0]["tools"]
        assert one["condition"] == "sso"

    def test_exploration(self) -> None:
        assert json_report.document(flagged())["exploration"] == {
            "flags": 3,
            "read": ["beta_refunds", "plan"],
            "exact": True,
            "builds": 1,
            "sampled": False,
            "doubts": [],
            "unfinished": [],
            "scenario": {
                "tenant": None,
                "flags": {"beta_refunds": False, "plan": "free", "sso": False},
            },
        }

    @pytest.mark.parametrize("render", [text_report.render, table.render])
    def test_the_scenario_stands_above_the_report(self, render) -> None:
        acme = Scenario(values={"beta_refunds": True, "plan": "pro", "sso": False}, tenant="acme")
        assert next(render(flagged(scenario=acme), PLAIN)) == "scenario: acme (beta_refunds, plan pro)"

    def test_findings_tell_their_condition_and_the_way_there(self) -> None:
        where = space()
        told = list(text_report.render(flagged(finding(BETA & where.legal, where)), PLAIN))
        start = told.index("    `refund` names 2 tools.")
        assert told[start + 1 : start + 4] == [
            "    Only when beta_refunds; for acme; 5 of 10 combinations.",
            "    See it with --set beta_refunds=true",
            "    Fix: Rename one.",
        ]

    def test_a_tree_that_reads_nothing(self) -> None:
        idle = RootExploration(root=".", switches=(switch("refund", decision=Decision(tree=0), outcomes=1),))
        assert json_report.document(flagged(exploration=idle))["exploration"]["read"] == []


class TestATableOfOneScenario:
    def test_it_marks_the_findings_that_hold_there_alone(self) -> None:
        where = space()
        inspection = msgspec.structs.replace(
            of(Consumer(id="shop:desk", name="Desk", tools=(tool("refund"),))),
            findings=tuple(
                msgspec.structs.replace(finding(holds, where, code=code), tools=("function:refund",))
                for holds, code in ((BETA, "TI101"), (~BETA, "TI105"), (None, "TI106"))
            ),
        )
        *lines, last = table.render(inspection, PLAIN)
        (row,) = [line for line in lines if line.strip().startswith("refund")]
        assert row.endswith("sent TI105 TI106")
        assert "2 of the 3 findings in this scenario" in last
        beta = msgspec.structs.replace(inspection, scenario=Scenario(values={"beta_refunds": True}))
        (row,) = [line for line in table.render(beta, PLAIN) if line.strip().startswith("refund")]
        assert row.endswith("sent TI101 TI106")
