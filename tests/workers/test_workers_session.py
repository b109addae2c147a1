"""A session with a worker: loads that replace each other, ends without leftovers, workers that die."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from workers_cases import BROKEN, Worker, is_alive, processes_with, wait_until

from inspector.wire.messages import Done, Fatal, LoadRequest, Progress, RootDone
from inspector.workers import endings, session
from inspector.workers.interpreter import InterpreterError
from inspector.workers.session import ProtocolError, SessionClosed, WorkerDied, WorkerSession

Write = Callable[[str, str], Path]
AGENT = "from agents import Agent\nagent = Agent(name={!r})\n"
HANG = AGENT.format("Hangs") + "import time\ntime.sleep(3600)\n"


def wait_for_import(messages: object) -> None:
    """Read messages until a module is being imported."""
    for message in messages:  # type: ignore[attr-defined]
        if isinstance(message, Progress) and message.step.startswith("importing"):
            return


def test_a_newer_load_ends_the_older_one(worker: Worker, write: Write) -> None:
    project = write("slow.py", HANG)
    older = worker.request(project, timeout=60)
    wait_for_import(older)
    hanging = endings.descendants(worker.session.pid or 0)
    assert hanging
    write("slow.py", AGENT.format("Quick"))
    assert "Quick" in worker.load(project).consumers
    assert not any(isinstance(message, RootDone | Done) for message in older)
    assert not any(map(is_alive, hanging))


def test_cancel_ends_a_hanging_load_from_another_thread(worker: Worker, write: Write) -> None:
    project = write("slow.py", HANG)
    messages = worker.request(project, timeout=60)
    wait_for_import(messages)
    hanging = endings.descendants(worker.session.pid or 0)
    threading.Timer(0.2, worker.session.cancel).start()
    began = time.monotonic()
    assert not any(isinstance(message, Done) for message in messages)
    assert time.monotonic() - began < 2
    assert wait_until(lambda: not any(map(is_alive, hanging)))
    pid = worker.session.pid
    write("slow.py", AGENT.format("Quick"))
    assert "Quick" in worker.load(project).consumers
    assert worker.session.pid == pid


@pytest.mark.usefixtures("started_workers")
def test_close_ends_everything_within_two_seconds(worker: Worker, write: Write) -> None:
    mark = "toolinspect-close-91b2"
    project = write(
        "slow.py",
        "import subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)', '{mark}'], "
        "start_new_session=True)\n" + HANG,
    )
    wait_for_import(worker.request(project, timeout=60))
    assert wait_until(lambda: len(processes_with(mark)) == 1)
    pids = [worker.session.pid or 0, *endings.descendants(worker.session.pid or 0)]
    assert len(pids) >= 3
    began = time.monotonic()
    worker.session.close()
    assert time.monotonic() - began < 2
    assert not any(map(is_alive, pids))
    assert processes_with(mark) == []


def test_close_ends_a_worker_that_does_not_listen(worker: Worker, write: Write) -> None:
    project = write("slow.py", HANG)
    wait_for_import(worker.request(project, timeout=60))
    pid = worker.session.pid or 0
    pids = [pid, *endings.descendants(pid)]
    os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    worker.session.close()
    assert time.monotonic() - began < 2
    assert wait_until(lambda: not any(map(is_alive, pids)))


def test_close_ends_the_iterator_of_a_load(worker: Worker, write: Write) -> None:
    messages = worker.request(write("slow.py", HANG), timeout=60)
    wait_for_import(messages)
    worker.session.close()
    assert not any(isinstance(message, Done) for message in messages)
    with pytest.raises(SessionClosed):
        worker.session.start()
    with pytest.raises(SessionClosed):
        worker.request(BROKEN)


HOST = """
import sys
from pathlib import Path
from inspector.wire.messages import LoadRequest, Progress
from inspector.workers.session import WorkerSession

session = WorkerSession(Path(sys.argv[1]), Path(sys.executable))
for message in session.load(LoadRequest(generation=1, project=sys.argv[1], timeout=60)):
    if isinstance(message, Progress):
        print(session.pid, flush=True)
        if sys.argv[2] == "leave":
            break
"""


@pytest.mark.parametrize("how", ["leave", "be killed"])
def test_no_process_outlives_its_host(how: str, write: Write) -> None:
    mark = "toolinspect-host-55c0"
    project = write(
        "slow.py",
        "import subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)', '{mark}'], "
        "start_new_session=True)\n" + HANG,
    )
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, str(project), how],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(BROKEN.parents[1])},
    )
    assert host.stdout is not None
    pid = int(host.stdout.readline())
    if how == "be killed":
        assert wait_until(lambda: len(processes_with(mark)) == 1)
        pids = [pid, *endings.descendants(pid)]
        host.kill()
    else:
        pids = [pid]
    host.wait(10)
    host.stdout.close()
    assert wait_until(lambda: not any(map(is_alive, pids)))
    assert wait_until(lambda: processes_with(mark) == [])


def test_nothing_outlives_a_killed_worker(worker: Worker, write: Write) -> None:
    messages = worker.request(write("slow.py", HANG), timeout=60)
    wait_for_import(messages)
    pid = worker.session.pid or 0
    generations = endings.descendants(pid)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerDied) as died:
        list(messages)
    assert died.value.status == -signal.SIGKILL
    assert wait_until(lambda: not any(map(is_alive, generations)))


def test_the_load_after_a_death_starts_another_worker(worker: Worker, write: Write) -> None:
    project = write("quick.py", AGENT.format("Quick"))
    worker.load(project)
    os.kill(worker.session.pid or 0, signal.SIGKILL)
    assert wait_until(lambda: worker.session.pid is None)
    assert "Quick" in worker.load(project).consumers


def test_a_worker_that_fails_to_start_says_why(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "boot.py"
    broken.write_text("raise SystemError('the probe is damaged')")
    monkeypatch.setattr(session, "BOOT", broken)
    with pytest.raises(WorkerDied, match="the probe is damaged") as died:
        list(worker.request(tmp_path))
    assert died.value.status == 1
    assert "Traceback" in died.value.log
    assert "the probe is damaged" in worker.session.worker_log


def test_a_line_that_is_no_message_is_an_error_with_that_line(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chatty = tmp_path / "boot.py"
    chatty.write_text("import time\nprint('good morning', flush=True)\ntime.sleep(60)")
    monkeypatch.setattr(session, "BOOT", chatty)
    with pytest.raises(ProtocolError, match="good morning"):
        list(worker.request(tmp_path))
    assert wait_until(lambda: processes_with(str(chatty)) == [])


def test_an_interpreter_without_the_sdk_is_fatal_and_says_which(tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(bare)], check=True)
    with WorkerSession(tmp_path, bare / "bin" / "python") as own:
        messages = list(own.load(LoadRequest(generation=1, project=str(tmp_path))))
    assert len(messages) == 1
    assert isinstance(messages[0], Fatal)
    assert messages[0].code == "no-sdk"
    assert str(bare) in messages[0].message


@pytest.mark.usefixtures("started_workers")
def test_a_package_of_the_project_called_agents_is_not_taken_for_the_sdk(write: Write) -> None:
    write("agents/__init__.py", "raise RuntimeError('this is not the SDK')\n")
    project = write("main.py", AGENT.format("Quick"))
    environment = {**os.environ, "PYTHONPATH": str(project)}
    with WorkerSession(project, Path(sys.executable), env=environment) as own:
        loaded = Worker(own).load(project)
    assert "Quick" in loaded.consumers


@pytest.mark.parametrize(("mode", "loads"), [("forking", 3), ("spawning", 2)])
def test_a_reload_sees_new_code_of_equal_size_in_the_same_second(
    mode: str, loads: int, request: pytest.FixtureRequest, write: Write
) -> None:
    worker: Worker = request.getfixturevalue(mode)
    project = write("bot.py", AGENT.format("Name 0"))
    for number in range(1, loads + 1):
        assert f"Name {number - 1}" in worker.load(project).consumers
        write("bot.py", AGENT.format(f"Name {number}"))
        os.utime(project / "bot.py", (1_700_000_000, 1_700_000_000))


def test_a_stale_bytecode_file_is_not_believed(forking: Worker, write: Write) -> None:
    project = write("bot.py", AGENT.format("Old"))
    os.utime(project / "bot.py", (1_700_000_000, 1_700_000_000))
    subprocess.run([sys.executable, "-m", "compileall", "-q", "bot.py"], cwd=project, check=True)
    write("bot.py", AGENT.format("New"))
    os.utime(project / "bot.py", (1_700_000_000, 1_700_000_000))
    assert "New" in forking.load(project).consumers


def test_inspecting_writes_nothing_into_the_project(forking: Worker, write: Write) -> None:
    write("package/__init__.py", "")
    project = write("package/bot.py", AGENT.format("Quick"))
    before = sorted(project.rglob("*"))
    assert "Quick" in forking.load(project).consumers
    assert sorted(project.rglob("*")) == before


def test_each_import_root_answers(forking: Worker, write: Write) -> None:
    write("one/main.py", AGENT.format("One"))
    write("two-b/main.py", AGENT.format("Two"))
    project = write("three/main.py", HANG)
    loaded = forking.load(project, timeout=1)
    assert len(loaded.results) == 3
    assert {"One", "Two"} <= loaded.consumers.keys()
    assert [failure.kind for failure in loaded.failures.values()] == ["hung"]


def test_sources_changed_by_a_fix_are_picked_up_after_a_failure(forking: Worker, write: Write) -> None:
    project = write("bot.py", "from agents import Agent\nagent = Agent(name='Quick'\n")
    assert [failure.kind for failure in forking.load(project).failures.values()] == ["syntax"]
    write("bot.py", AGENT.format("Quick"))
    loaded = forking.load(project)
    assert (loaded.failures, list(loaded.consumers)) == ({}, ["Quick"])


@pytest.mark.usefixtures("started_workers")
def test_a_third_party_module_is_imported_once_for_all_later_loads(tmp_path: Path, write: Write) -> None:
    site = tmp_path / "lib" / "site-packages"
    site.mkdir(parents=True)
    (site / "heavy_parts.py").write_text("import os\nPID = os.getpid()\n")
    (site / "thready_parts.py").write_text(
        "import os, threading, time\nPID = os.getpid()\n"
        "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
    )
    project = write(
        "bot.py",
        "import heavy_parts, thready_parts, os\nfrom agents import Agent\n"
        "agent = Agent(name=f'{heavy_parts.PID == os.getpid()} {thready_parts.PID == os.getpid()}')\n",
    )
    environment = {**os.environ, "PYTHONPATH": str(site)}
    with WorkerSession(project, Path(sys.executable), env=environment) as own:
        worker = Worker(own)
        assert list(worker.load(project).consumers) == ["True True"]

        def loads_with_parts_already_there() -> bool:
            time.sleep(0.3)
            return list(worker.load(project).consumers) == ["False True"]

        assert wait_until(loads_with_parts_already_there, seconds=10)


def test_a_project_module_goes_before_a_preloaded_one_of_its_name(tmp_path: Path, write: Write) -> None:
    site = tmp_path / "lib" / "site-packages"
    site.mkdir(parents=True)
    (site / "parts.py").write_text("NAME = 'Installed'\n")
    text = "import parts\nfrom agents import Agent\nagent = Agent(name=parts.NAME)\n"
    project = write("bot.py", text)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    with WorkerSession(project, Path(sys.executable), env=environment) as own:
        worker = Worker(own)
        for _ in range(3):
            assert list(worker.load(project).consumers) == ["Installed"]
            time.sleep(0.2)
        write("parts.py", "NAME = 'Own'\n")
        assert list(worker.load(project).consumers) == ["Own"]


@pytest.mark.usefixtures("started_workers")
def test_an_upgraded_package_is_seen_although_it_was_preloaded(tmp_path: Path, write: Write) -> None:
    site = tmp_path / "lib" / "site-packages"
    site.mkdir(parents=True)
    (site / "parts.py").write_text("VERSION = '1'\n")
    project = write(
        "bot.py", "import parts\nfrom agents import Agent\nagent = Agent(name='With ' + parts.VERSION)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(site)}
    with WorkerSession(project, Path(sys.executable), env=environment) as own:
        worker = Worker(own)
        for _ in range(3):
            assert list(worker.load(project).consumers) == ["With 1"]
            time.sleep(0.2)
        pid = own.pid
        (site / "parts.py.new").write_text("VERSION = '2'\n")
        (site / "parts.py.new").rename(site / "parts.py")
        assert list(worker.load(project).consumers) == ["With 2"]
        assert own.pid == pid
        assert own.worker_log == ""


def test_a_project_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(InterpreterError, match="nowhere"):
        WorkerSession(tmp_path / "nowhere" / "at-all", Path(sys.executable)).start()


def test_a_worker_that_does_not_read_holds_nobody_up(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = tmp_path / "boot.py"
    deaf.write_text("import time\ntime.sleep(60)")
    monkeypatch.setattr(session, "BOOT", deaf)
    began = time.monotonic()
    messages = worker.request(tmp_path, arguments={"desk": {"text": "x" * (1 << 20)}})
    worker.session.cancel()
    assert list(messages) == []
    assert time.monotonic() - began < 1
    worker.session.close()
    assert time.monotonic() - began < 3
    assert wait_until(lambda: processes_with(str(deaf)) == [])


@pytest.mark.usefixtures("started_workers")
@pytest.mark.parametrize("how", ["closed", "died"])
def test_nothing_stays_open_of_a_worker_that_ended(how: str, write: Write) -> None:
    project = write("quick.py", AGENT.format("Quick"))
    before = len(os.listdir("/proc/self/fd"))
    own = WorkerSession(project, Path(sys.executable))
    Worker(own).load(project)
    assert len(os.listdir("/proc/self/fd")) == before + 3
    if how == "died":
        os.kill(own.pid or 0, signal.SIGKILL)
        assert wait_until(lambda: own.pid is None)
    else:
        own.close()
    assert wait_until(lambda: len(os.listdir("/proc/self/fd")) == before)
    own.close()


def test_a_system_without_fork_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(InterpreterError, match="needs a POSIX system"):
        WorkerSession(tmp_path, Path(sys.executable)).start()


def test_references_of_the_config_that_mean_nothing_are_told(forking: Worker, write: Write) -> None:
    project = write("bot.py", AGENT.format("Quick"))
    (result,) = forking.load(project, run_config="bot:CONFIG", context="nowhere:context").results
    assert result.collision_policy is None
    assert result.context_failed
    assert result.unresolved == (
        ("run-config", "`bot:CONFIG`: `bot` has no attribute `CONFIG`"),
        ("context", "`nowhere:context`: there is no module `nowhere`"),
    )
    (result,) = forking.load(project).results
    assert (result.collision_policy, result.context_failed, result.unresolved) == (None, False, ())


def test_the_policy_of_the_run_config_is_told(forking: Worker, write: Write) -> None:
    config = "from agents import RunConfig\nCONFIG = RunConfig(tool_name_collision_policy='error')\n"
    project = write("bot.py", AGENT.format("Quick") + config)
    (result,) = forking.load(project, run_config="bot:CONFIG").results
    assert (result.collision_policy, result.unresolved) == ("error", ())
