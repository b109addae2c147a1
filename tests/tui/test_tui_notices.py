"""What the config and comments ask for in vain is shown beside what a load could not show."""

import msgspec
from tui_samples import inspection, support_desk

from inspector.model import Location
from inspector.tui import consumer_lines, issues
from inspector.tui.advancing import advance
from inspector.tui.contents import Contents
from inspector.tui.pages import issue_page
from inspector.tui.snapshot import Snapshot, first

CONFIG = "toolinspect.toml: per-consumer-ignores: no consumer is called `Dsk`; did you mean `Desk`?"
COMMENTS = (
    "shop.py:4: `ingore` is not understood, so TI302 stays",
    "shop.py:4: `ingore` is not understood, so TI303 stays",
)


def noticed(*notices: str) -> Snapshot:
    return first(msgspec.structs.replace(inspection(support_desk()), notices=notices))


def test_notices_have_a_group_of_their_own_with_what_they_say_and_where() -> None:
    contents = Contents(noticed(CONFIG, *COMMENTS))
    titles = [line.cells[0] for line in contents.tree(frozenset())]
    assert titles[titles.index("Not shown") :][-1] == issues.WITHOUT_EFFECT
    shown = contents.of(consumer_lines.ISSUE_KIND + issues.WITHOUT_EFFECT, closed=frozenset(), flat=False)
    assert [line.cells[1] for line in shown.lines] == [one.partition(": ")[2] for one in (CONFIG, *COMMENTS)]
    found = [shown.subjects[line.key].issue for line in shown.lines]
    assert [one.location for one in found if one is not None] == [
        Location("toolinspect.toml", None), Location("shop.py", 4), Location("shop.py", 4),
    ]  # fmt: skip


def test_a_notice_is_said_whole_in_the_details() -> None:
    snapshot = noticed(CONFIG)
    (issue,) = issues.issues_of(snapshot.registry, snapshot.notices)[-1:]
    assert "did you mean `Desk`?" in issue_page(snapshot, issue).plain


def test_a_reload_that_has_none_shows_none() -> None:
    after = advance(noticed(CONFIG), inspection(support_desk()))
    assert issues.WITHOUT_EFFECT not in [line.cells[0] for line in Contents(after).tree(frozenset())]
