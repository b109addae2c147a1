"""Processes are ended once, without waiting for what can't be ended and without hitting anyone else."""

from probe_script import passes

REFUSED = """
import os, signal, subprocess, time
from inspector.probe import processes

stubborn = subprocess.Popen(["sleep", "60"])
real_kill = os.kill

def kill(pid, number):
    if pid == stubborn.pid:
        raise PermissionError("as for a program of another user")
    real_kill(pid, number)

os.kill = kill
"""


def test_a_child_that_may_not_be_killed_is_waited_for_no_longer_than_a_second() -> None:
    passes(
        REFUSED
        + """
began = time.monotonic()
assert processes.reap(stubborn.pid) is None
assert time.monotonic() - began < 2
real_kill(stubborn.pid, signal.SIGKILL)
"""
    )


def test_strays_are_ended_although_one_of_them_refuses() -> None:
    passes(
        REFUSED
        + """
strays = [subprocess.Popen(["sleep", "60"]) for _ in range(3)]
began = time.monotonic()
processes.kill_strays()
assert time.monotonic() - began < 0.9
assert processes.children_by_parent()[os.getpid()] == [stubborn.pid]
real_kill(stubborn.pid, signal.SIGKILL)
"""
    )


def test_looking_at_an_ended_child_leaves_its_number_taken() -> None:
    passes(
        """
import os, signal, subprocess, time
from inspector.probe import processes

for command, status in (["true"], 0), (["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -9 $$"], -9):
    process = subprocess.Popen(command)
    pid = process.pid
    while processes.peek(pid) is None:
        time.sleep(0.01)
    assert processes.peek(pid) == status
    assert os.path.exists(f"/proc/{pid}")
    assert processes.reap(pid) == status
    assert not os.path.exists(f"/proc/{pid}")
"""
    )


def test_a_generation_is_signalled_before_it_is_reaped_and_never_after() -> None:
    passes(
        """
import os, time
from inspector.probe import launch, processes

def run(answers, stack):
    if os.fork() == 0:
        time.sleep(60)
    os._exit(4)

child = launch.fork(run)
while child.poll() is None:
    time.sleep(0.01)
group = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and os.getpgid(int(pid)) == child.pid]
assert len(group) == 2, group
child.kill()
assert child.status == 4
assert not os.path.exists(f"/proc/{child.pid}")
processes.kill = processes.kill_group = os.kill = os.killpg = None
child.kill()
child.close()
"""
    )
