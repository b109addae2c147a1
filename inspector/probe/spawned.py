"""A generation in a fresh interpreter, where there is no fork or none is wanted."""

import json
import os
import sys
import time
from typing import List

from . import channel, guards, processes, startup
from .generation import Generation
from .seeds import depend_on_hashes


def main(argv: List[str]) -> None:
    """Read one job from stdin, with the descriptor of the stack file as last argument.

    Ends without an answer where it is only to try a hash seed, and no source looks as if one mattered.
    """
    requests, answers = channel.take_standard_streams()
    with open(requests, "rb") as stream:
        job = json.loads(stream.read())
    processes.die_with_parent(job["parent"])
    if job["request"].get("seed") is not None and not depend_on_hashes(job["sources"]):
        return
    started = time.monotonic()
    guards.install_hook()
    startup.import_sdk(job["request"]["project"])
    took = time.monotonic() - started
    channel.write_all(answers, b"I" + channel.encode({"started": took}))
    stack = channel.private(int(argv[argv.index("--root") + 1]))
    os.close(int(argv[argv.index("--root") + 1]))
    sys.stdout.flush()
    Generation(job["job"], job["request"], answers=answers, stack=stack).run(job["seconds"])
