"""What the messages of a load come to."""

from pathlib import Path

import pytest

from inspector.config import ConfigError
from inspector.inspection import Inspection, InspectOptions, LoadAbandoned, TargetError
from inspector.inspection.answers import collect
from inspector.inspection.options import settle
from inspector.model import Consumer, RootResult
from inspector.sources.project_text import ProjectText
from inspector.wire.messages import Done, Message, Ready, RootDone

READY = Ready(sdk="0.24.0", python="3.11", executable="", strict_available=True)
DESK = Consumer(id="shop:desk", name="Desk")
UNRESOLVED = ("context", "`shop:mak`: `shop` has no attribute `mak`")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text("def make(): ...\ndesk = make()\n")
    (tmp_path / "toolinspect.toml").write_text('timeout = 9\ncontext = "shop:mak"\nagents = ["shop:dsk"]\n')
    return tmp_path


def load(path: Path, *results: RootResult) -> Inspection:
    messages: list[Message] = [READY, *(RootDone(generation=1, result=one) for one in results)]
    return collect([*messages, Done(generation=1)], settle(InspectOptions(path=str(path))), ProjectText(path))


def test_without_a_done_there_is_nothing_to_show(project: Path) -> None:
    with pytest.raises(LoadAbandoned):
        collect([READY], settle(InspectOptions(path=str(project))), ProjectText(project))


def test_a_reference_that_no_root_resolves_is_refused(project: Path) -> None:
    failed = RootResult(root="c")
    results = [RootResult(root=root, consumers=(DESK,), unresolved=(UNRESOLVED,)) for root in "ab"]
    with pytest.raises(ConfigError, match=r"toml:2: context: .* did you mean `shop:make`\?"):
        load(project, *results, failed)


def test_a_reference_that_one_root_resolves_is_good(project: Path) -> None:
    without = RootResult(root="a", unresolved=(UNRESOLVED,), context_failed=True)
    registry = load(project, without, RootResult(root="b", consumers=(DESK,))).registry
    assert registry.context_failed


def test_an_agent_belongs_to_one_root(project: Path) -> None:
    wrong = RootResult(root="a", unresolved=(("agents", "`shop:dsk`: `shop` has no attribute `dsk`"),))
    with pytest.raises(ConfigError, match=r"toml:3: agents: .* did you mean `shop:desk`\?"):
        load(project, wrong, RootResult(root="b", consumers=(DESK,)))


def test_a_path_that_names_nothing_is_no_matter_of_the_config(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    wrong = RootResult(root="a", unresolved=(("agents", "`shop:dsk`: `shop` has no attribute `dsk`"),))
    with pytest.raises(TargetError, match=r"`shop` has no attribute `dsk`\. Did you mean `shop:desk`\?"):
        load(Path("shop:dsk"), wrong)
