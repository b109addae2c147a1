"""Starts the zygote anew, in its own place, once the packages that it holds in memory are out of date."""

import os
import sys
import tempfile
from typing import Dict, List, NoReturn

from . import paths
from .boot import __file__ as BOOT

PENDING = "--pending"


def stamps(path: List[str]) -> Dict[str, int]:
    """Modification time by package directory: installing, upgrading or removing a package changes it."""
    found = {}
    for entry in path:
        if paths.installed(entry):
            try:
                found[entry] = os.stat(entry).st_mtime_ns
            except OSError:
                continue
    return found


def renew(argv: List[str], requests: int, messages: int, pending: bytes) -> NoReturn:
    """Become a fresh zygote on the same descriptors; `pending` is input that it must still obey."""
    with tempfile.TemporaryFile() as file:
        file.write(pending)
        file.flush()
        kept = os.dup(file.fileno())
    os.set_inheritable(kept, True)
    os.set_blocking(requests, True)
    os.dup2(requests, 0)
    os.dup2(messages, 1)
    options = [option for option in argv if not option.startswith(PENDING)]
    os.execv(sys.executable, [sys.executable, BOOT, *options, f"{PENDING}={kept}"])


def take_pending(argv: List[str]) -> bytes:
    """The input left by the zygote before, if there was one."""
    for option in argv:
        if option.startswith(PENDING + "="):
            fd = int(option.partition("=")[2])
            os.lseek(fd, 0, os.SEEK_SET)
            with open(fd, "rb") as file:
                return file.read()
    return b""
