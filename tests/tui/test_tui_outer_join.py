"""The outer join in the registry: cells of tools, ghost rows, control sets and suggestions."""

from pathlib import Path

import msgspec
import pytest
from app_driver import SMALL, WIDE, app_of, cursor_text, opened, reload, screen_text, until
from control_samples import BILLING, CREDIT, INVOICE, REFUND, SETS, joined, split_desk
from tui_samples import FakeEngine, inspection, many_tools, tool

from inspector.controls import ConsumerJoin, Ghost, Join, Listing
from inspector.model import Consumer, Controls, ControlSet, ListedName, Location, Registry
from inspector.tui.contents import Contents
from inspector.tui.finding_place import place
from inspector.tui.lines import Line
from inspector.tui.snapshot import first
from inspector.tui.tool_lines import COLUMNS

SIZES = pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "140x45"])
GHOST = "ghost:refund_order_v2"


def rows(key: str = BILLING, *, flat: bool = False, closed: tuple[str, ...] = ()) -> dict[str, Line]:
    shown = Contents(first(split_desk())).of(key, closed=frozenset(closed), flat=flat)
    return {line.key: line for line in shown.lines}


def cell(line: Line, title: str) -> str:
    return line.cells[[column.title for column in COLUMNS].index(title)]


def test_a_missing_gate_stands_in_the_approval_cell_with_the_sign_and_style_of_its_finding() -> None:
    refund = rows()[REFUND]
    assert cell(refund, "Approval") == "✗ none"
    assert refund.styles[4] == "error"
    assert cell(refund, "State") == "✗ sent TI201 TI202"


def test_a_table_value_that_asks_nobody_is_shown_as_it_is() -> None:
    assert cell(rows()[CREDIT], "Approval") == "auto"


def test_a_stop_set_that_the_agent_does_not_follow_only_lists_the_tool() -> None:
    assert cell(rows()[REFUND], "Stop") == "stop"
    assert cell(rows()[CREDIT], "Stop") == "listed"


def test_a_switch_is_told_where_it_says_more_than_the_tool() -> None:
    assert cell(rows()[INVOICE], "Enable") == "off"
    ghost = rows()["ghost:send_bill"]
    assert cell(ghost, "Enable") == "switch off"


def test_ghost_rows_follow_the_tools_in_a_group_of_their_own() -> None:
    keys = list(rows())
    assert keys[-4:] == ["ghosts:", GHOST, "ghost:send_bill", "ghost:look_up"]
    assert rows()["ghosts:"].cells[0] == "Listed, but no tool"
    assert cell(rows()["ghosts:"], "State") == "✗ 3 names"


def test_a_ghost_row_tells_why_and_who_lists_it() -> None:
    ghost = rows()[GHOST]
    wanted = {
        "Visible": "◌ refund_order_v2",
        "Qualified": "function behind `refund`",
        "Stop": "listed",
        "Approval": "manager",
        "Origin": "approval +1",
        "State": "✗ ghost TI201 TI202",
    }
    assert {title: cell(ghost, title) for title in wanted} == wanted


def test_a_ghost_without_a_column_of_its_own_names_the_kind_of_set() -> None:
    ghost = rows()["ghost:look_up"]
    assert cell(ghost, "Origin") == "trace filter"
    assert cell(ghost, "State") == "○ ghost"


def test_the_group_of_ghosts_closes_and_a_flat_list_has_none() -> None:
    assert list(rows(closed=("ghosts:",)))[-1] == "ghosts:"
    flat = rows(flat=True)
    assert "ghosts:" not in flat
    assert flat[GHOST].depth == 0


def test_badges_count_findings_of_the_project_on_the_rows_they_mark() -> None:
    tree = {line.key: line for line in Contents(first(split_desk())).tree(frozenset())}
    assert tree[BILLING].cells[2] == "✗2 ▲1"
    assert tree["support.agents:triage"].cells[2] == "✓"
    assert tree["sets:kind:Approval"].cells[1:] == ("3", "✗2")
    assert tree["issues:"].cells[2] == ""


def test_the_tree_lists_kinds_of_sets_between_consumers_and_what_is_not_shown() -> None:
    keys = [line.key for line in Contents(first(split_desk())).tree(frozenset())]
    order = [BILLING, "sets:", "sets:kind:Stop lists", "sets:kind:Business ids", "suggested:", "issues:"]
    assert [key for key in keys if key in order] == order


def test_without_any_set_the_tree_has_no_node_for_them() -> None:
    keys = [line.key for line in Contents(first(inspection(many_tools(1)))).tree(frozenset())]
    assert not any(key.startswith(("sets:", "suggested:")) for key in keys)


def test_entries_tell_what_each_name_is() -> None:
    approval = [line.cells for line in rows("sets:kind:Approval").values()]
    assert approval == [
        ("✗ refund_order_v2", "config/approval.toml#high", "manager", "function behind `refund`",
         "config/approval.toml:3"),
        ("  credit", "config/approval.toml#high", "auto", "tool of Billing", "config/approval.toml:4"),
        ("✗ old", "config/approval.toml#high", "true", "nothing of that name", "config/approval.toml:5"),
    ]  # fmt: skip
    switches = [line.cells[3] for line in rows("sets:kind:Switches").values()]
    assert switches == ["tool of Billing, off", "nothing of that name; nearest: `send_invoice`"]


def test_a_prompt_of_the_whole_project_has_the_findings_about_its_lines() -> None:
    desk = split_desk()
    finding = msgspec.structs.replace(
        desk.findings[0], code="TI205", ghost=None, touches=(), locations=(Location("prompts/tone.md", 7),)
    )
    contents = Contents(first(msgspec.structs.replace(desk, findings=(finding,))))
    (prompt,) = contents.of("sets:kind:Prompts", closed=frozenset(), flat=False).lines
    assert prompt.cells[0] == "✗ prompts/tone.md"
    assert place(contents, finding) == ("sets:kind:Prompts", prompt.key)


def test_the_approval_default_is_an_entry_and_the_place_of_findings_about_it() -> None:
    desk = split_desk()
    finding = msgspec.structs.replace(
        desk.findings[0], code="TI203", names=("allow",), ghost=None, touches=(), locations=()
    )
    controls = msgspec.structs.replace(
        desk.controls, approval_default="allow", approval_default_location=Location("support/policy.py", 9)
    )
    contents = Contents(first(msgspec.structs.replace(desk, findings=(finding,), controls=controls)))
    *_, default = contents.of("sets:kind:Approval", closed=frozenset(), flat=False).lines
    assert default.cells == (
        "✗ any other name", "approval-default", "allow", "every name that no table lists",
        "support/policy.py:9",
    )  # fmt: skip
    assert place(contents, finding) == ("sets:kind:Approval", "approval-default")


def test_a_consumers_own_approval_default_is_an_entry_of_its_own() -> None:
    desk = split_desk()
    owner = desk.registry.consumers[0].id
    finding = msgspec.structs.replace(
        desk.findings[0], code="TI203", names=("allow",), ghost=None, touches=(), locations=(), consumer=owner
    )
    controls = msgspec.structs.replace(
        desk.controls, own_defaults={owner: ("allow", Location("pyproject.toml", 4))}
    )
    contents = Contents(first(msgspec.structs.replace(desk, findings=(finding,), controls=controls)))
    *_, default = contents.of("sets:kind:Approval", closed=frozenset(), flat=False).lines
    assert default.cells[1:3] == (f"approval-default of {owner}", "allow")
    assert default.cells[0] == "✗ any other name"


def test_a_stop_list_that_names_a_handoff_is_told_to_never_match_it() -> None:
    stop = ControlSet(
        kind="stop", source="StopAtTools of `Billing`", consumer=BILLING,
        entries=(ListedName(name="transfer_to_triage"),),
    )  # fmt: skip
    desk = split_desk(controls=Controls(sets=(stop,)), join=Join())
    shown = Contents(first(desk)).of("sets:", closed=frozenset(), flat=False)
    assert shown.lines[0].cells[3] == "handoff, which a stop list never matches"


@SIZES
async def test_opens_on_the_approval_hole(size: tuple[int, int]) -> None:
    async with opened(FakeEngine([split_desk()]), size=size) as pilot:
        app = app_of(pilot)
        assert cursor_text(app.main.registry.tools) == "refund"
        text = screen_text(app)
        assert "✗ none" in text
        assert "✗ sent TI201 TI202" in text
        assert "Billing · tools 6 · listed, but no tool: 3" in text
        assert "approval-key-not-visible" in app.main.registry.details.text


@SIZES
async def test_a_ghost_row_keeps_what_matters_at_every_width(size: tuple[int, int]) -> None:
    async with opened(FakeEngine([split_desk()]), size=size) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to(BILLING, GHOST)
        await until(pilot, lambda: "▌   ◌ refund_order_v2" in screen_text(app))
        row = next(line for line in screen_text(app).splitlines() if "▌   ◌ refund_order_v2" in line)
        for said in ("function b", "manager", "✗ ghost TI201 TI202"):
            assert said in row


async def test_details_of_a_ghost_show_every_listing_with_its_source(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "approval.toml").write_text('# who\n[high]\nrefund_order_v2 = "manager"\n')
    async with opened(FakeEngine([split_desk(str(tmp_path))]), project=tmp_path) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to(BILLING, GHOST)
        details = app.main.registry.details
        await until(pilot, lambda: "listed for Billing, but no tool" in details.text)
        for said in (
            "function behind `refund`",
            "support/tools/billing.py:30",
            "Repair refund_order_v2.",
            "config/approval.toml#high says manager",
            "config/approval.toml:3",
            '▶ 3 refund_order_v2 = "manager"',
        ):
            assert said in details.text
        assert str(app.main.subject.location) == "config/approval.toml:3"


async def test_details_of_a_tool_tell_where_it_is_listed() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to(BILLING, CREDIT)
        details = app.main.registry.details
        await until(
            pilot, lambda: "config/approval.toml#high says auto   config/approval.toml:4" in details.text
        )
        assert "config/stops.json#stop lists it   config/stops.json:3" in details.text


async def test_details_of_a_consumer_mark_the_names_in_its_instructions() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to(BILLING)
        await pilot.press("shift+tab")
        details = app.main.registry.details
        await until(pilot, lambda: "Instructions" in details.text)
        assert "refund_order_v2 (approval, stop list): function behind `refund`" in details.text
        content = details._body.content
        styled = [
            content.plain[span.start : span.end] for span in content.spans if "warning" in str(span.style)
        ]
        assert "look_up" in styled
        assert details.text.index("prompt-names-missing-tool") > details.text.index("Instructions")


async def test_control_sets_unfold_and_their_entries_have_details() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        registry = app.main.registry
        assert registry.consumers.select("sets:")
        await until(pilot, lambda: "Control sets 12" in screen_text(app))
        registry.consumers.focus()
        await pilot.press("right", "down", "down")
        await until(pilot, lambda: cursor_text(registry.consumers) == "Approval")
        await pilot.press("enter", "home")
        await until(pilot, lambda: "function behind `refund`" in registry.details.text)
        assert app.main.subject.name == "refund_order_v2"
        assert app.main.subject.location == Location("config/approval.toml", 3)


async def test_suggested_sets_yank_the_lines_that_declare_them(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr("inspector.tui.clipboard.copy", lambda text: copied.append(text) or True)
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        registry = app.main.registry
        registry.consumers.focus()
        assert registry.consumers.select("suggested:")
        await until(pilot, lambda: "toolinspect init" in registry.details.text)
        await pilot.press("y")
        await pilot.press("tab", "home", "y")
        await until(pilot, lambda: "lookup_v2" in registry.details.text)
        assert copied == [
            '[sets]\napproval = ["support.policy:APPROVAL"]\n'
            'watched-tools = ["config/names.toml#audit.Watched Tools"]',
            '[sets]\napproval = ["support.policy:APPROVAL"]',
        ]


@pytest.mark.parametrize(
    ("files", "title", "table"),
    [
        ((), "Add to toolinspect.toml", "\n[sets]\n"),
        (("pyproject.toml",), "Add to pyproject.toml", "\n[tool.toolinspect.sets]\n"),
        (("pyproject.toml", "toolinspect.toml"), "Add to toolinspect.toml", "\n[sets]\n"),
    ],
)
async def test_suggested_sets_say_which_file_their_lines_go_to(
    tmp_path: Path, files: tuple[str, ...], title: str, table: str
) -> None:
    for name in files:
        (tmp_path / name).write_text("")
    async with opened(FakeEngine([split_desk(str(tmp_path))]), project=tmp_path) as pilot:
        registry = app_of(pilot).main.registry
        registry.consumers.focus()
        assert registry.consumers.select("suggested:")
        await until(pilot, lambda: title in registry.details.text)
        assert table in registry.details.text


def test_an_empty_listed_name_reads_as_one() -> None:
    empty = ControlSet(kind="approval", source="a.toml#x", entries=(ListedName(name=""),))
    ghost = Ghost(name="", reason="nothing", listings=(Listing(empty, empty.entries[0]),))
    desk = split_desk(
        controls=Controls(sets=(empty,)), join=Join(consumers={BILLING: ConsumerJoin(ghosts=(ghost,))})
    )
    contents = Contents(first(desk))
    (row,) = [
        line for line in contents.of(BILLING, closed=frozenset(), flat=False).lines if line.key == "ghost:"
    ]
    assert row.cells[0] == "◌ an empty entry"
    (entry,) = contents.of("sets:", closed=frozenset(), flat=False).lines
    assert entry.cells[0] == "◌ an empty entry"


def test_where_only_a_part_was_looked_at_a_name_of_another_agent_is_no_ghost() -> None:
    desk = split_desk()
    part = msgspec.structs.replace(desk, registry=msgspec.structs.replace(desk.registry, part="a:b"))
    old = Contents(first(part)).of("sets:kind:Approval", closed=frozenset(), flat=False).lines[2]
    assert old.cells[3] == "no tool of a:b; nothing else was looked at"


async def test_a_wide_screen_widens_the_tree_into_room_that_no_table_needs() -> None:
    name = "Desk of the customer service department"
    desk = split_desk()
    consumers = tuple(
        msgspec.structs.replace(one, name=name, tools=one.tools[:1]) for one in desk.registry.consumers
    )
    shown = inspection(msgspec.structs.replace(desk.registry, consumers=consumers))
    async with opened(FakeEngine([shown])) as pilot:
        app = app_of(pilot)
        await until(pilot, lambda: app.main.registry.consumers.size.width > 34)
        assert f"{name}  " in screen_text(app)
        await pilot.resize_terminal(120, 45)
        await until(pilot, lambda: app.main.registry.consumers.outer_size.width == 34)
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: app.main.registry.consumers.outer_size.width == SMALL[0])


async def test_goes_from_findings_to_their_ghost_rows_and_entries() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        tools = app.main.registry.tools
        await pilot.press("n")
        await until(pilot, lambda: tools.current.cells[0] == "✗ old")
        await pilot.press("n")
        await until(pilot, lambda: tools.current.key == GHOST)
        app.main.registry.go_to("support.realtime:voice")
        await pilot.press("2", "home", "down", "g")
        await until(pilot, lambda: app.main.view == "registry" and tools.current.key == GHOST)


async def test_a_finding_of_the_project_without_a_ghost_goes_to_the_row_it_touches() -> None:
    desk = split_desk()
    touching = msgspec.structs.replace(
        next(one for one in desk.findings if one.touches), ghost=None, names=("refund",)
    )
    async with opened(FakeEngine([msgspec.structs.replace(desk, findings=(touching,))])) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to("support.realtime:voice")
        await pilot.press("2", "g")
        await until(pilot, lambda: app.main.registry.tools.current.key == REFUND)


async def test_a_filter_finds_a_ghost_and_the_consumer_it_is_listed_for() -> None:
    async with opened(FakeEngine([split_desk()])) as pilot:
        app = app_of(pilot)
        await pilot.press("slash", *"send_bill", "enter")
        keys = [line.key for line in app.main.registry.tools.lines]
        assert keys == ["ghosts:", "ghost:send_bill"]
        assert BILLING in [line.key for line in app.main.registry.consumers.lines]


async def test_a_reload_marks_ghosts_that_come_and_go_and_tools_listed_otherwise() -> None:
    fewer = joined().consumers[BILLING]
    tools = {key: controls for key, controls in fewer.tools.items() if key != CREDIT}
    behind = msgspec.structs.replace(fewer.ghosts[0], name="refund_v3")
    after = split_desk(
        join=Join(consumers={BILLING: ConsumerJoin(tools=tools, ghosts=(behind, *fewer.ghosts[1:]))})
    )
    async with opened(FakeEngine([split_desk(), after, after])) as pilot:
        app = app_of(pilot)
        app.main.registry.go_to(BILLING, GHOST)
        await reload(pilot)
        marks = {line.key: line.mark for line in app.main.registry.tools.lines if line.mark}
        assert marks == {CREDIT: "~", "ghost:refund_v3": "+", GHOST: "-"}
        tree = {line.key: line.mark for line in app.main.registry.consumers.lines}
        assert tree[BILLING] == "~"
        await reload(pilot)
        assert not any(line.mark for line in app.main.registry.tools.lines)


NASTY = ("[/x]", "\x1b[31mred", "bidi\u202eevil", "two\nlines", "漢字", "x" * 5_000)


@SIZES
async def test_hostile_names_in_sets_stay_in_their_cells(size: tuple[int, int]) -> None:
    source = "[bold]\x1b[2J.toml"
    one = ControlSet(
        kind="approval",
        source=source,
        entries=tuple(ListedName(name=name, value=name, location=Location(name, 1)) for name in NASTY),
    )
    ghosts = tuple(
        Ghost(name=entry.name, reason=f"function behind `{entry.name}`", listings=(Listing(one, entry),))
        for entry in one.entries
    )
    shown = msgspec.structs.replace(
        inspection(Registry(root="/nowhere", info=many_tools(0).info, consumers=(
            Consumer(id="m:a", name="A", tools=(tool("only"),)),))),
        controls=Controls(sets=(one,)),
        join=Join(consumers={"m:a": ConsumerJoin(ghosts=ghosts)}),
    )  # fmt: skip
    async with opened(FakeEngine([shown]), size=size) as pilot:
        app = app_of(pilot)
        for where in ("m:a", "sets:"):
            assert app.main.registry.consumers.select(where)
            for key in ("home", "down", "down", "down", "u", "end", "y"):
                await pilot.press(key)
                text = screen_text(app)
                assert not any(
                    ord(one) < 32 or 0x202A <= ord(one) <= 0x202E for one in text.replace("\n", "")
                )


def test_every_kind_of_set_has_a_place_in_the_tree() -> None:
    kinds = ControlSet.__annotations__["kind"].__args__
    sets = tuple(msgspec.structs.replace(SETS[0], kind=kind) for kind in kinds)
    tree = Contents(first(split_desk(controls=Controls(sets=sets), join=Join()))).tree(frozenset())
    assert sum(line.key.startswith("sets:kind:") for line in tree) == len(kinds)
