"""The real program in a pseudo-terminal, and what its screen shows."""

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pexpect
import pyte

REPOSITORY = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


def _default_signals() -> None:
    """What this process was told to ignore, as under nohup, is none of the program's business."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Terminal:
    """Runs `toolinspect PATH` on a screen of its own; close it when done."""

    def __init__(
        self,
        project: Path,
        *options: str,
        program: Sequence[str] = (sys.executable, "-m", "inspector"),
        columns: int = 140,
        rows: int = 45,
        **variables: str,
    ) -> None:
        environment = (
            os.environ
            | variables
            | {
                "PYTHONPATH": str(REPOSITORY),
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "LANG": "C.UTF-8",
            }
        )
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            # Readline sets the last two for the processes of a parallel run, over the terminal's own size.
            environment.pop(name, None)
        self._child = pexpect.spawn(
            program[0],
            [*program[1:], str(project), *options],
            env=environment,
            dimensions=(rows, columns),
            timeout=PATIENCE,
            preexec_fn=_default_signals,
        )
        self.farewell = b""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_error: object) -> None:
        if not self._child.closed:
            self._child.close(force=True)

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    @property
    def alive(self) -> bool:
        return bool(self._child.isalive())

    def signal(self, number: int) -> None:
        self._child.kill(number)

    def hang_up(self) -> int:
        """Close the terminal under the program; its exit code, negative for a signal."""
        self._child.ptyproc.fileobj.close()
        self._child.closed = self._child.ptyproc.closed = True
        end = time.monotonic() + 10
        while time.monotonic() < end:
            pid, status = os.waitpid(self._child.pid, os.WNOHANG)
            if pid:
                self._child.terminated = self._child.ptyproc.terminated = True
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
        os.kill(self._child.pid, signal.SIGKILL)
        raise AssertionError("outlives its terminal")

    def press(self, keys: str) -> None:
        self._child.send(keys)

    def read(self, seconds: float = 0.02) -> bool:
        """Take in what the program has written; whether it wrote anything."""
        try:
            data = self._child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            return False
        self._stream.feed(data)
        return True

    def until(self, condition: Callable[[str], bool], what: str) -> float:
        """Read until the screen fulfils the condition; seconds that took."""
        start = time.monotonic()
        while not condition(self.text):
            if time.monotonic() - start > PATIENCE:
                raise AssertionError(f"{what}: not on the screen within {PATIENCE} s\n{self.text}")
            self.read()
        return time.monotonic() - start

    def shows(self, wanted: str) -> None:
        self.until(lambda text: wanted in text, repr(wanted))

    def lacks(self, unwanted: str) -> None:
        self.until(lambda text: unwanted not in text, f"no {unwanted!r}")

    def ended(self) -> int | None:
        """Exit code once the program has left; what it wrote last is in `farewell`."""
        self._child.expect(pexpect.EOF, timeout=PATIENCE)
        self.farewell = bytes(self._child.before or b"")
        self._child.close()
        return self._child.exitstatus
