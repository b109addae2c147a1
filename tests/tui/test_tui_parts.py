"""The pieces that know nothing of the screen."""

from pathlib import Path

import msgspec
import pytest
from control_samples import BILLING, SETS, STOP, split_desk
from tui_samples import findings, inspection, settings, support_desk, tool

from inspector.controls import ConsumerJoin, Ghost, Join, Listing
from inspector.model import Consumer, Controls, LoadFailure, Location, SeenInSource
from inspector.report.listed import state_within
from inspector.rules import fate, ordered
from inspector.tui import clipboard, editor, tool_lines
from inspector.tui.advancing import advance
from inspector.tui.following import besides
from inspector.tui.lines import Column, Line, filtered, fit, natural_widths, place
from inspector.tui.parameters import parameters_of
from inspector.tui.snapshot import first
from inspector.tui.source import excerpt
from inspector.tui.tool_lines import state

COLUMNS = (Column("Name", 0, minimum=4), Column("Extra", 2, minimum=5), Column("State", 1, minimum=5))


def line(*cells: str, depth: int = 0, open: bool | None = None) -> Line:
    return Line(cells[0], cells, ("plain",) * len(cells), depth=depth, open=open, search=" ".join(cells))


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("vim", ["vim", "+7", "a.py"]),
        ("nvim -u NONE", ["nvim", "-u", "NONE", "+7", "a.py"]),
        ("/usr/bin/nano", ["/usr/bin/nano", "+7", "a.py"]),
        ("emacs -nw", ["emacs", "-nw", "+7", "a.py"]),
        ("code --wait", ["code", "--wait", "--goto", "a.py:7"]),
        ("hx", ["hx", "a.py:7"]),
        ("subl -w", ["subl", "-w", "a.py:7"]),
        ("unheard-of", ["unheard-of", "a.py"]),
    ],
)
def test_each_editor_is_told_the_line_in_its_own_way(program: str, expected: list[str]) -> None:
    assert editor.command(Path("a.py"), 7, {"EDITOR": program}) == expected


def test_visual_goes_before_editor_and_neither_is_none() -> None:
    assert editor.command(Path("a.py"), None, {"VISUAL": "hx", "EDITOR": "vim"}) == ["hx", "a.py"]
    assert editor.command(Path("a.py"), 1, {}) is None


def test_clipboard_commands_suit_the_session() -> None:
    assert clipboard.commands({}, "darwin") == [["pbcopy"]]
    assert clipboard.commands({}, "linux") == []
    assert clipboard.commands({"WAYLAND_DISPLAY": "w"}, "linux") == [["wl-copy"]]


@pytest.mark.parametrize("width", range(0, 60))
def test_columns_never_exceed_the_width(width: int) -> None:
    lines = [line("a long name indeed", "something", "fine"), line("短い名前", "", "off")]
    placed = place(COLUMNS, natural_widths(COLUMNS, lines), [False] * 3, width)
    assert sum(one.width for one in placed) + 2 * (len(placed) - 1) <= max(width, 0)
    assert placed[0].index == 0


def test_an_empty_column_goes_before_one_that_says_something() -> None:
    widths = [10, 10, 10]
    assert [one.index for one in place(COLUMNS, widths, [False, True, False], 25)] == [0, 2]
    assert [one.index for one in place(COLUMNS, widths, [False, True, False], 40)] == [0, 1, 2]


def test_as_many_columns_as_possible_are_whole() -> None:
    columns = (Column("Name", 0, minimum=4), Column("Long", 1, minimum=5), Column("Short", 2, minimum=5))
    assert [one.width for one in place(columns, [8, 40, 14], [False] * 3, 46)] == [8, 20, 14]
    assert [one.width for one in place(columns, [8, 14, 40], [False] * 3, 46)] == [8, 14, 20]


def test_a_small_screen_shows_names_states_and_origins_whole() -> None:
    natural = [22, 40, 14, 6, 8, 7, 10, 22]
    empty = [False, False, False, True, True, True, False, False]
    widths = {one.index: one.width for one in place(tool_lines.COLUMNS, natural, empty, 78)}
    assert {index: widths[index] for index in (0, 6, 7)} == {0: 22, 6: 10, 7: 22}
    assert 2 not in widths


def test_a_cell_is_cut_where_it_matters_least() -> None:
    assert fit("abc", 5) == "abc  "
    assert fit("abc", 5, right=True) == "  abc"
    assert fit("abcdefgh", 5) == "abcd…"
    assert fit("support.tools.billing.refund", 15, keep_end=True) == "…billing.refund"
    assert fit("support.tools.billing.refund", 12, keep_end=True).rstrip() == "…refund"
    assert fit("refund_order_version_2", 8, keep_end=True) == "…rsion_2"
    assert fit("function behind `refund`", 18, keep_end=True).rstrip() == "…behind `refund`"
    assert fit("support/tools/orders.py:9", 12, keep_end=True) == "…orders.py:9"
    assert fit("ways/closes_everything.py:12", 14, keep_end=True) == "…rything.py:12"
    assert fit("at once (cut short)", 9) == "at once… "
    assert fit("漢字漢字", 5) == "漢字…"
    assert len(fit("x" * 10_000, 20)) == 20


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (30, "✗ sent TI201 TI202 TI501"),
        (23, "✗ sent TI201 TI202 +1"),
        (15, "✗ sent TI201 +2"),
        (14, "✗ sent +3"),
        (8, "✗ sent"),
    ],
)
def test_codes_that_do_not_fit_are_left_out_whole_and_counted(columns: int, shown: str) -> None:
    assert state_within("✗ sent TI201 TI202 TI501", columns) == shown


def test_a_state_without_codes_is_left_as_it_is() -> None:
    assert state_within("✗ 12 names", 4) == "✗ 12 names"


def test_a_filter_keeps_the_groups_of_what_it_keeps() -> None:
    lines = [
        line("one", open=True),
        line("apple", depth=1),
        line("two", open=True),
        line("pear", depth=1),
        line("last"),
    ]
    assert [one.key for one in filtered(lines, "pear")] == ["two", "pear"]
    assert [one.key for one in filtered(lines, "!pear")] == ["one", "apple", "two", "last"]
    assert filtered(lines, "") is lines


def test_parameters_in_words() -> None:
    schema = {
        "properties": {
            "id": {"type": "string", "description": "Its number."},
            "size": {"enum": ["s", "m"]},
            "tags": {
                "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}],
                "default": None,
            },
        },
        "required": ["id", "size"],
    }
    assert list(parameters_of(schema)) == [
        ("id", "string", "Its number."),
        ("size", "s | m", ""),
        ("tags", "array of string or null", "default None"),
    ]


def test_an_excerpt_is_safe_and_bounded(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"one\n\ttwo\x1b[2J\r\n\xff\n" + b"x\n" * 100)
    found = excerpt(str(tmp_path), Location("a.py", 2), after=2)
    assert found is not None
    assert found.first == 1
    assert found.lines[:3] == ("one", "    two\\x1b[2J", "�")
    assert len(found.lines) == 4


@pytest.mark.parametrize(
    "location", [None, Location("gone.py", 1), Location("a.py", 999), Location("a.py"), Location(".", 1)]
)
def test_no_excerpt_where_there_is_no_source(tmp_path: Path, location: Location | None) -> None:
    (tmp_path / "a.py").write_text("one\n")
    assert excerpt(str(tmp_path), location) is None


def test_moved_lines_alone_mark_nothing() -> None:
    desk = support_desk()
    moved = msgspec.structs.replace(
        desk,
        consumers=tuple(
            msgspec.structs.replace(
                one, line=99, tools=tuple(msgspec.structs.replace(t, line=77) for t in one.tools)
            )
            for one in desk.consumers
        ),
    )
    snapshot = advance(first(inspection(desk, findings())), inspection(moved, findings()))
    assert not snapshot.consumer_marks
    assert not snapshot.tool_marks


def test_a_new_consumer_is_marked_as_added() -> None:
    desk = support_desk()
    before = first(inspection(msgspec.structs.replace(desk, consumers=desk.consumers[1:])))
    assert advance(before, inspection(desk)).consumer_marks == {"support.agents:triage": "+"}


def test_a_crash_takes_no_consumer_of_another_import_root_with_it() -> None:
    desk = support_desk()
    crash = LoadFailure(ref="support.agents", kind="crashed", error="killed by SIGSEGV")
    unbuilt = SeenInSource(name="Voice line", within="", path="support/realtime.py", line=3, reason="crash")
    voice = msgspec.structs.replace(desk.consumers[3], path="support/realtime.py")
    other = Consumer(id="jobs/run.py:agent", name="Job", path="jobs/run.py", line=3)
    before = first(inspection(msgspec.structs.replace(desk, consumers=(*desk.consumers[:3], voice, other))))
    after = msgspec.structs.replace(desk, consumers=(), failures=(crash,), seen=(unbuilt,))
    snapshot = advance(before, inspection(after))
    assert snapshot.stale == {one.id for one in desk.consumers}
    assert [one.id for one in snapshot.removed] == ["jobs/run.py:agent"]


def test_findings_of_last_good_versions_stand_in_the_order_of_the_rules() -> None:
    desk, found = support_desk(), ordered(list(findings()))
    broken = LoadFailure(ref="support.agents", kind="syntax", error="SyntaxError: invalid syntax")
    cut = msgspec.structs.replace(desk, consumers=desk.consumers[3:], failures=(broken,))
    of_the_project = tuple(one for one in found if one.consumer is None)
    assert advance(first(inspection(desk, found)), inspection(cut, of_the_project)).findings == found


def test_the_places_to_watch_besides_the_project_are_those_the_config_names() -> None:
    named = settings(
        "/srv/desk", "/etc/mine.toml", path=("../shared", "/opt/lib"), env_file="local.env", python="python3"
    )
    assert besides(named) == {
        Path("/etc/mine.toml"), Path("/shared"), Path("/opt/lib"), Path("/etc/local.env"),
    }  # fmt: skip
    assert besides(settings("/srv/desk")) == frozenset()


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({}, "✓ sent"),
        ({"sent": False}, "○ not sent"),
        ({"deferred": True}, "✓ deferred"),
        ({"enabled": None}, "? unknown"),
        ({"shadowed_by": "x"}, "✗ shadowed"),
        ({"enabled": False, "shadowed_by": "x"}, "○ off"),
    ],
)
def test_a_tool_fares_as_every_report_says(given: dict[str, object], word: str) -> None:
    desk = support_desk()
    one = tool("refund", **given)
    assert state(first(inspection(desk)), desk.consumers[0], one, ())[0] == word
    assert word.endswith(fate(one))


def test_last_good_versions_keep_their_place_in_the_outer_join() -> None:
    whole = split_desk()
    broken = LoadFailure(ref="support.agents", kind="syntax", error="SyntaxError: invalid syntax")
    cut = msgspec.structs.replace(
        inspection(
            msgspec.structs.replace(
                whole.registry, consumers=whole.registry.consumers[3:], failures=(broken,)
            )
        ),
        controls=Controls(sets=tuple(one for one in SETS if one.consumer is None)),
        join=Join(strays=(*whole.join.consumers[BILLING].ghosts, *whole.join.strays)),
    )
    snapshot = advance(first(whole), cut)
    assert BILLING in snapshot.stale
    assert snapshot.join.consumers[BILLING] == whole.join.consumers[BILLING]
    assert [one.name for one in snapshot.join.strays] == ["old"]
    assert STOP in snapshot.controls.sets
    assert [one.code for one in snapshot.findings] == ["TI202", "TI201", "TI205"]


def test_lines_that_move_in_a_set_mark_nothing() -> None:
    def moved(ghost: Ghost) -> Ghost:
        listings = tuple(
            Listing(one.set, msgspec.structs.replace(one.entry, location=Location("elsewhere.toml", 99)))
            for one in ghost.listings
        )
        return msgspec.structs.replace(ghost, listings=listings)

    before = split_desk()
    own = before.join.consumers[BILLING]
    after = ConsumerJoin(tools=own.tools, ghosts=tuple(map(moved, own.ghosts)))
    snapshot = advance(first(before), split_desk(join=Join(consumers={BILLING: after})))
    assert not snapshot.consumer_marks
    assert not snapshot.ghost_marks


def test_what_was_cut_short_by_a_failure_keeps_its_last_whole_version() -> None:
    desk = support_desk()
    partial = msgspec.structs.replace(desk.consumers[1], partial=True, tools=(tool("refund"),))
    failure = msgspec.structs.replace(desk.failures[0], ref="support.agents", kind="raised")
    cut = msgspec.structs.replace(desk, consumers=(partial,), failures=(failure,))
    snapshot = advance(first(inspection(desk)), inspection(cut))
    billing = snapshot.consumer("support.agents:billing")
    assert billing is not None
    assert len(billing.tools) == 7
    assert "support.agents:billing" in snapshot.stale
