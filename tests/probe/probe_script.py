"""Runs a few lines with the probe at hand in a process of their own: they fork, kill, or hang."""

import subprocess
import sys
import textwrap
from pathlib import Path

TOP = Path(__file__).parents[2]


def passes(body: str, *arguments: str, seconds: float = 30) -> str:
    """Run `body`, which must end well; what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(body), *arguments],
        cwd=TOP,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
