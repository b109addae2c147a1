"""A stack that faulthandler dumped is read back and shown as a traceback."""

from pathlib import Path

from inspector.probe import stacks
from inspector.probe.stacks import Frame

DUMP = """Timeout (0:00:02)!
Thread 0x00007f01 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 320 in wait

Thread 0x00007f02 (most recent call first):
  File "{project}/caf\\xe9.py", line 2 in wait
  File "{project}/bot.py", line 1 in <module>
  File "<frozen importlib._bootstrap>", line 241 in _call_with_frames_removed
  File "/usr/lib/python3.11/importlib/__init__.py", line 126 in import_module
  File "{probe}/loading.py", line 60 in _import
  File "{probe}/zygote.py", line 20 in main
"""


def test_the_thread_that_loads_is_shown_from_the_projects_first_frame(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import café\n")
    frames = stacks.parse(DUMP.format(project=tmp_path, probe=stacks.PROBE))
    own = stacks.from_project(frames, str(tmp_path))
    assert own == [Frame(f"{tmp_path}/bot.py", 1, "<module>"), Frame(f"{tmp_path}/café.py", 2, "wait")]
    assert stacks.render(own) == (
        "Traceback (most recent call last):\n"
        f'  File "{tmp_path}/bot.py", line 1, in <module>\n'
        "    import café\n"
        f'  File "{tmp_path}/café.py", line 2, in wait'
    )
    assert stacks.deepest_within(own, str(tmp_path)) == (f"{tmp_path}/café.py", 2)


def test_installed_packages_are_not_the_projects_lines() -> None:
    frames = [Frame("/p/bot.py", 3, "<module>"), Frame("/p/.venv/lib/site-packages/x.py", 9, "wait")]
    assert stacks.deepest_within(frames, "/p") == ("/p/bot.py", 3)
    assert stacks.deepest_within(frames, "/elsewhere") == (None, None)


def test_an_empty_dump_has_no_frames() -> None:
    assert stacks.parse("") == []
