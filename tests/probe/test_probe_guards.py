"""What a guarded process is refused, and what it may still do; each case in a process of its own."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
PRELUDE = """
import asyncio, errno, os, socket, sys, threading
from inspector.probe import channel, guards
guards.install_hook()
shield = frozenset((channel.private(1),))
guards.apply(network={network}, shield=shield)

def refused(act, *args):
    try:
        act(*args)
    except ConnectionRefusedError as error:
        assert "--network" in str(error), error
    else:
        raise AssertionError("not refused")
"""


def guarded(body: str, *, network: bool = False) -> "subprocess.CompletedProcess[str]":
    code = PRELUDE.format(network=network) + textwrap.dedent(body)
    return subprocess.run(
        [sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, timeout=30, check=False
    )


def passes(body: str, *, network: bool = False) -> None:
    done = guarded(body, network=network)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "call",
    [
        "socket.socket().connect, ('127.0.0.1', 9)",
        "socket.socket(socket.AF_INET6).connect, ('::1', 9)",
        "socket.create_connection, ('127.0.0.1', 9)",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto, b'x', ('127.0.0.1', 9)",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg, [b'x'], [], 0, ('127.0.0.1', 9)",
        "socket.socket().bind, ('127.0.0.1', 0)",
        "socket.socket().listen",
        "socket.create_server, ('127.0.0.1', 0)",
        "socket.getaddrinfo, 'example.com', 80",
        "socket.gethostbyname, 'example.com'",
        "socket.gethostbyname_ex, 'example.com'",
        "__import__('_socket').socket().connect, ('127.0.0.1', 9)",
    ],
)
def test_network_is_refused_with_the_option_that_allows_it(call: str) -> None:
    passes(f"refused({call})")


def test_a_refused_connect_ex_returns_its_error_number() -> None:
    passes("assert socket.socket().connect_ex(('127.0.0.1', 9)) == errno.ECONNREFUSED")


def test_asyncio_is_refused_too() -> None:
    passes(
        """
        refused(asyncio.run, asyncio.open_connection("127.0.0.1", 9))
        async def serve():
            await asyncio.start_server(print, "127.0.0.1", 0)
        try:
            asyncio.run(serve())
        except OSError as error:
            assert "--network" in str(error)
        """
    )


def test_what_stays_on_the_machine_is_allowed(tmp_path: Path) -> None:
    passes(
        f"""
        left, right = socket.socketpair()
        left.send(b"x")
        assert right.recv(1) == b"x"
        server = socket.socket(socket.AF_UNIX)
        server.bind({str(tmp_path / "s")!r})
        server.listen()
        socket.socket(socket.AF_UNIX).connect({str(tmp_path / "s")!r})
        assert socket.getaddrinfo("localhost", 80) and socket.getaddrinfo("10.0.0.1", 80)
        assert asyncio.run(asyncio.sleep(0, "loop")) == "loop"
        """
    )


def test_network_can_be_allowed() -> None:
    passes(
        """
        server = socket.create_server(("127.0.0.1", 0))
        client = socket.create_connection(server.getsockname())
        assert socket.socket().connect_ex(server.getsockname()) == 0
        """,
        network=True,
    )


def test_os_exit_unwinds_in_the_main_thread_only() -> None:
    passes(
        """
        try:
            os._exit(3)
        except SystemExit as error:
            assert "os._exit(3)" in str(error)
        """
    )
    assert guarded("threading.Thread(target=os._exit, args=(4,)).start()").returncode == 4


def test_os_exit_in_a_fork_ends_the_fork() -> None:
    passes(
        """
        child = os.fork()
        if child == 0:
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        """
    )


def test_the_process_is_not_replaced_but_a_fork_may_be() -> None:
    passes(
        """
        try:
            os.execv(sys.executable, [sys.executable, "-c", "1/0"])
        except SystemExit as error:
            assert "os.exec" in str(error)
        child = os.fork()
        if child == 0:
            os.execv(sys.executable, [sys.executable, "-c", "raise SystemExit(9)"])
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
        """
    )


def test_closing_all_descriptors_spares_the_shielded_ones() -> None:
    done = guarded(
        """
        answers, = shield
        os.closerange(3, 4096)
        for fd in range(3, 300):
            try:
                os.close(fd)
            except OSError:
                pass
        os.write(answers, b"still here")
        """
    )
    assert done.stdout == "still here"


def test_surroundings_are_restored_between_modules(tmp_path: Path) -> None:
    passes(
        f"""
        import json
        around = guards.Surroundings()
        around.restore()
        before, path = os.getcwd(), list(sys.path)
        own = sys.modules["json.decoder"] = type(sys)("a stand-in of the project's")
        os.chdir({str(tmp_path)!r})
        sys.path.clear()
        sys.argv[:] = ["x", "--serve"]
        sys.stdout.close()
        os.close(2)
        del sys.modules["json"]
        around.restore()
        assert (os.getcwd(), sys.path, sys.argv) == (before, path, ["-c"])
        assert sys.modules["json"] is json
        assert sys.modules["json.decoder"] is own
        print("to the log again", flush=True)
        os.write(2, b"and here")
        """
    )


def test_reimported_modules_give_way_to_the_first_ones() -> None:
    passes(
        """
        import json, importlib
        around = guards.Surroundings()
        around.restore()
        del sys.modules["json"]
        assert importlib.import_module("json") is not json
        around.restore()
        assert sys.modules["json"] is json
        """
    )
