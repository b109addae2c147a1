"""`python program.py SOCKET ARGUMENTS…`: `python -m inspector ARGUMENTS…` whose workers the nursery forks."""

import os
import runpy
import sys

from forked_workers import subprocess_with

from inspector.workers import session


def main(address: str, *arguments: str) -> None:
    session.subprocess = subprocess_with(lambda: address)
    sys.path[0] = os.getcwd()
    sys.argv[1:] = arguments
    runpy.run_module("inspector", run_name="__main__", alter_sys=True)


main(*sys.argv[1:])
