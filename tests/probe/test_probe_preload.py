"""A rehearsal of imports ends, whatever the packages do."""

from pathlib import Path

import pytest
from probe_script import passes

REHEARSE = """
import os, selectors, sys, time
from inspector.probe import preload, processes

preload.LIMIT = {limit}
selector = selectors.DefaultSelector()
preloads = preload.Preloads([sys.argv[1], *sys.path], selector, forking=True)
preloads.rehearse({names})
assert preloads.running
end = time.monotonic() + 10
while preloads.running and time.monotonic() < end:
    for key, _ in selector.select(0.05):
        preloads.on_ready(key.fd)
    preloads.advance()
assert not preloads.running
assert not selector.get_map()
assert os.getpid() not in processes.children_by_parent()
print(*preloads.modules)
"""


def rehearsed(site: Path, *names: str, limit: float) -> list[str]:
    return passes(REHEARSE.format(names=list(names), limit=limit), str(site)).split()


def test_one_that_never_ends_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "endless_parts.py").write_text("while True: pass\n")
    assert rehearsed(tmp_path, "endless_parts", limit=0.5) == []


def test_one_that_prints_more_than_a_pipe_holds_does_not_stop(tmp_path: Path) -> None:
    (tmp_path / "chatty_parts.py").write_text("for _ in range(40): print('x' * 100_000)\n")
    assert rehearsed(tmp_path, "chatty_parts", limit=20)[-1] == "chatty_parts"


@pytest.mark.parametrize("text", ["import os; os.kill(os.getpid(), 9)", "raise SystemExit(3)", "1 / 0"])
def test_one_that_fails_is_done_without(text: str, tmp_path: Path) -> None:
    (tmp_path / "failing_parts.py").write_text(text)
    assert rehearsed(tmp_path, "failing_parts", limit=20) == []
