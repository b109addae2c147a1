"""Every way in which importing a project goes wrong, on a real worker process."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from workers_cases import BROKEN, Loaded, Worker, processes_with

MakeProject = Callable[..., Path]
TIMEOUT = 1.5
SPAWN_TIMEOUT = 5.0
"""A fresh interpreter competes with the import of the SDK in others for the processor."""


@dataclass(frozen=True)
class Way:
    """What is shown of one module: its agent, and its failure."""

    module: str
    agent: str
    shown: bool = True
    partial: bool = False
    kind: str | None = None
    error: str = ""
    line: str | None = None
    """Text at the failure's line."""


WAYS = [
    Way("raises_halfway", "Raises halfway", True, True, "raised", "KeyError", 'LIMIT = SETTINGS["limit"]'),
    Way("syntax_error", "Syntax error", False, False, "syntax", "never closed", "agent = Agent("),
    Way("exits", "Exits", True, True, "exited", "usage: exits.py ORDER", "sys.exit("),
    Way("exits_at_once", "Exits at once", True, True, "exited", "os._exit(3)", "os._exit(3)"),
    Way("exits_in_c", "Exits in C", False, False, "exited", "exit code 5"),
    Way("segfaults", "Segfaults", False, False, "crashed", "SIGSEGV", "ctypes.string_at(0)"),
    Way("killed", "Killed", False, False, "crashed", "SIGKILL (possibly out of memory)"),
    Way("hangs_in_loop", "Hangs in a loop", False, False, "hung", "no end after", "jobs"),
    Way("hangs_in_sleep", "Hangs in a sleep", False, False, "hung", "no end after", "time.sleep(3600)"),
    Way("forks", "Forks"),
    Way("leaves_child", "Leaves a child"),
    Way("spams", "Spams"),
    Way("closes_stdout", "Closes stdout"),
    Way("closes_everything", "Closes everything"),
    Way("closes_everything_in_c", "Closes everything in C", False, False, "crashed", "closed its connection"),
    Way("reads_stdin", "Reads stdin"),
    Way("changes_directory", "Changes directory"),
    Way("changes_signals", "Changes signals"),
    Way("starts_threads", "Starts threads"),
    Way("needs_loop", "Needs a loop"),
    Way("opens_client", "Opens a client", True, True, "raised", "--network", "socket.create_connection("),
    Way("opens_server", "Opens a server", True, True, "raised", "--network", "http.server.HTTPServer("),
    Way("looks_up_host", "Looks up a host", True, True, "raised", "--network", "urlopen("),
    Way("missing_package", "Missing package", True, True, "missing_package", "a_package_that_nobody_has"),
    Way("missing_key", "Missing key"),
    Way("breaks_sys_path", "Breaks sys.path"),
    Way("breaks_sys_modules", "Breaks sys.modules"),
    Way("prints_escapes", "Prints escapes"),
    Way("replaces_process", "Replaces the process", True, True, "exited", "os.exec", "os.execv("),
]
SPAWNED = (
    ("raises_halfway", "forks", "closes_stdout", "spams"),
    ("segfaults", "hangs_in_sleep", "exits_in_c"),
)
"""Those of one project; each that ends its interpreter costs another one."""


def check(loaded: Loaded, *found: Way) -> None:
    """Each way is shown as it is, beside the fine module, and nothing else went wrong."""
    assert loaded.ended
    assert len(loaded.results) == 1
    assert [tool.visible for tool in loaded.consumers["Fine"].tools] == ["add"]
    assert loaded.failures.keys() == {f"ways.{way.module}" for way in found if way.kind}
    for way in found:
        check_way(way, loaded)


def check_way(way: Way, loaded: Loaded) -> None:
    assert (way.agent in loaded.consumers) == way.shown
    if way.shown:
        assert loaded.consumers[way.agent].partial == way.partial
    if way.kind is None:
        return
    failure = loaded.failures[f"ways.{way.module}"]
    assert (failure.kind, failure.path) == (way.kind, f"ways/{way.module}.py")
    assert way.error in failure.error
    if way.line is not None:
        assert failure.line is not None
        source = (BROKEN / "ways" / f"{way.module}.py").read_text().splitlines()
        assert way.line in source[failure.line - 1]


def test_the_table_covers_the_whole_sample_project() -> None:
    modules = {path.stem for path in (BROKEN / "ways").glob("*.py")}
    assert modules - {"__init__", "fine"} == {way.module for way in WAYS}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.module)
def test_a_fork_survives_and_reports(way: Way, forking: Worker, ways: MakeProject) -> None:
    check(forking.load(ways(way.module), timeout=TIMEOUT), way)


@pytest.mark.parametrize("modules", SPAWNED, ids=" ".join)
def test_a_fresh_interpreter_survives_and_reports(
    modules: tuple[str, ...], spawning: Worker, ways: MakeProject
) -> None:
    found = [way for way in WAYS if way.module in modules]
    check(spawning.load(ways(*modules), timeout=SPAWN_TIMEOUT), *found)


def test_all_ways_together_hide_nothing_of_each_other(forking: Worker) -> None:
    loaded = forking.load(BROKEN, timeout=4)
    assert loaded.ended
    assert {way.agent for way in WAYS if way.shown} | {"Fine"} == loaded.consumers.keys()
    assert {f"ways.{way.module}": way.kind for way in WAYS if way.kind} == {
        ref: failure.kind for ref, failure in loaded.failures.items()
    }
    assert {seen.name for seen in loaded.seen} >= {"Never built", "Segfaults", "Hangs in a loop", "Killed"}


def test_the_stack_of_a_hang_names_file_line_and_source(forking: Worker, ways: MakeProject) -> None:
    project = ways("hangs_in_loop")
    stack = forking.load(project, timeout=TIMEOUT).failures["ways.hangs_in_loop"].traceback
    file = project / "ways" / "hangs_in_loop.py"
    assert f'File "{file}", line 14, in <module>\n    wait_for_work()' in stack
    assert f'File "{file}", line 1' in stack.split("<module>")[1]
    assert "inspector" not in stack
    assert "importlib" not in stack


def test_a_module_that_hangs_when_imported_by_another_is_the_one_to_blame(
    forking: Worker, write: Callable[[str, str], Path]
) -> None:
    agent = "from agents import Agent\nagent = Agent(name='{}')\n"
    write("alpha.py", "import beta\n" + agent.format("Alpha"))
    project = write("beta.py", agent.format("Beta") + "import time\ntime.sleep(3600)\n")
    failures = forking.load(project, timeout=TIMEOUT).failures
    assert (failures["beta"].kind, failures["beta"].line) == ("hung", 4)
    assert failures["alpha"].kind == "raised"
    assert "beta is left out" in failures["alpha"].error


def test_what_a_project_left_running_is_ended(forking: Worker, write: Callable[[str, str], Path]) -> None:
    mark = "toolinspect-stray-7f3a"
    project = write(
        "strays.py",
        "import os, subprocess, sys, time\n"
        "from agents import Agent\n"
        f"command = [sys.executable, '-c', 'import time; time.sleep(3600)', '{mark}']\n"
        "subprocess.Popen(command)\n"
        "subprocess.Popen(command, start_new_session=True)\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        os.execv(command[0], command)\n"
        "    os._exit(0)\n"
        "time.sleep(0.3)\n"
        "agent = Agent(name='Strays')\n",
    )
    assert "Strays" in forking.load(project).consumers
    assert processes_with(mark) == []


def test_100_mb_of_output_are_bounded_and_quick(forking: Worker, ways: MakeProject) -> None:
    loaded = forking.load(ways("spams"))
    assert len(loaded.output) < 100 * 1024
    assert sum(log.dropped for log in loaded.logs) > 99 * 1024 * 1024
    assert loaded.output.startswith("All work and no play")
    assert loaded.output.endswith("the end of the spam\n")
    assert loaded.seconds < 15
    status = Path(f"/proc/{forking.session.pid}/status").read_text()
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    assert peak < 400 * 1024


def test_output_of_the_project_and_of_its_children_is_captured(
    forking: Worker, write: Callable[[str, str], Path]
) -> None:
    project = write(
        "talks.py",
        "import os, sys\nfrom agents import Agent\nprint('by print')\nprint('by stderr', file=sys.stderr)\n"
        "os.system('echo by a child')\nos.write(1, b'by descriptor')\nagent = Agent(name='Talks')\n",
    )
    output = forking.load(project).output
    for text in ("by print", "by stderr", "by a child", "by descriptor"):
        assert text in output


def test_escapes_in_the_output_come_as_they_are_for_the_host_to_escape(
    forking: Worker, ways: MakeProject
) -> None:
    assert "\x1b]0;owned\x07" in forking.load(ways("prints_escapes")).output


def test_one_module_does_not_move_the_next(forking: Worker, write: Callable[[str, str], Path]) -> None:
    write("a_moves.py", "import os\nfrom agents import Agent\nos.chdir('/')\na = Agent(name='Moves')\n")
    project = write("b_stays.py", "import os\nfrom agents import Agent\nb = Agent(name=os.getcwd())\n")
    assert str(project) in forking.load(project).consumers


def test_the_network_can_be_allowed(forking: Worker, write: Callable[[str, str], Path]) -> None:
    project = write(
        "serves.py",
        "import socket\nfrom agents import Agent\nserver = socket.create_server(('127.0.0.1', 0))\n"
        "client = socket.create_connection(server.getsockname())\nagent = Agent(name='Serves')\n",
    )
    assert forking.load(project).failures["serves"].kind == "raised"
    assert forking.load(project, network=True).failures == {}


PREDICATE = """
import time
from agents import Agent, function_tool, handoff

{kind} allowed(context, agent):
    {body}

@function_tool(is_enabled=allowed)
def look_up(order: str) -> str:
    "Look up an order."
    return order

agent = Agent(name="Gated", tools=[look_up], handoffs=[handoff(Agent(name="Other"), is_enabled=allowed)])
"""


@pytest.mark.parametrize("body", ["time.sleep(3600)", "while True: pass"])
@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_predicate_that_hangs_leaves_its_tools_unknown(
    kind: str, body: str, forking: Worker, ways: MakeProject, write: Callable[[str, str], Path]
) -> None:
    project = ways()
    write("gated.py", PREDICATE.format(kind=kind, body=body))
    loaded = forking.load(project, timeout=2 * TIMEOUT)
    assert loaded.ended
    assert loaded.failures == {}
    assert {"Fine", "Gated", "Other"} == loaded.consumers.keys()
    for tool in loaded.consumers["Gated"].tools:
        assert (tool.enabled, tool.predicate, tool.predicate_failure) == (None, "gated.allowed", "too_long")


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_predicate_that_crashes_takes_no_other_module_with_it(
    kind: str, forking: Worker, ways: MakeProject, write: Callable[[str, str], Path]
) -> None:
    project = ways()
    write("gated.py", PREDICATE.format(kind=kind, body="import ctypes; ctypes.string_at(0)"))
    loaded = forking.load(project, timeout=TIMEOUT)
    assert loaded.ended
    assert loaded.consumers.keys() == {"Fine", "Gated", "Other"}
    assert [tool.enabled for tool in loaded.consumers["Gated"].tools] == [None, None]
    (note,) = [note for result in loaded.results for note in result.not_inspected]
    assert note.reason.startswith("no predicate was asked again")
    assert note.reason.endswith("at gated.py:6")


def test_output_that_is_still_buffered_comes_before_the_end(
    forking: Worker, write: Callable[[str, str], Path]
) -> None:
    project = write(
        "buffers.py",
        "import io, os, sys, time\nfrom agents import Agent\n"
        "class Slow(io.StringIO):\n"
        "    def flush(self):\n        time.sleep(0.3)\n        os.write(1, self.getvalue().encode())\n"
        "sys.stdout = Slow()\nprint('said last')\nagent = Agent(name='Buffers')\n",
    )
    loaded = forking.load(project)
    assert "Buffers" in loaded.consumers
    assert "said last" in loaded.output


def test_a_stream_that_can_not_be_flushed_costs_nothing(
    forking: Worker, write: Callable[[str, str], Path]
) -> None:
    project = write(
        "buffers.py",
        "import io, sys, time\nfrom agents import Agent\n"
        "class Stuck(io.StringIO):\n    def flush(self):\n        time.sleep(3600)\n"
        "class Exits(io.StringIO):\n    def flush(self):\n        sys.exit(3)\n"
        "sys.stdout, sys.stderr = Stuck(), Exits()\nagent = Agent(name='Buffers')\n",
    )
    loaded = forking.load(project, timeout=5)
    assert ("Buffers" in loaded.consumers, loaded.failures) == (True, {})


def test_a_factory_that_hangs_is_named_and_the_rest_of_its_module_shown(
    forking: Worker, write: Callable[[str, str], Path]
) -> None:
    project = write(
        "bots.py",
        "import time\nfrom agents import Agent\nagent = Agent(name='Made at import')\n"
        "def build() -> Agent:\n    time.sleep(3600)\n    return Agent(name='Never made')\n",
    )
    loaded = forking.load(project, timeout=TIMEOUT)
    assert list(loaded.consumers) == ["Made at import"]
    failure = loaded.failures["bots:build"]
    assert (failure.kind, failure.path, failure.line) == ("hung", "bots.py", 5)
