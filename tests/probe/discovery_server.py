"""A process that imports the SDK once and answers each request from a fork of itself, as the worker does."""

import contextlib
import gc
import importlib
import json
import os
import sys
import traceback
import types


def main() -> None:
    probe, *_ = sys.argv[1:]
    package = types.ModuleType("_toolinspect_probe")
    package.__path__ = [probe]
    sys.modules["_toolinspect_probe"] = package
    importlib.import_module("_toolinspect_probe.startup").import_sdk("/nowhere")
    gc.freeze()
    answers = os.dup(1)
    os.dup2(2, 1)
    for line in sys.stdin:
        with os.fdopen(os.dup(answers), "w") as out:
            out.write(json.dumps(_answer(json.loads(line))) + "\n")


def _answer(request: dict) -> dict:
    from _toolinspect_probe import scan

    found = scan.scan_project(
        request["project"],
        target=request.get("target", ""),
        extra_path=request.get("path", ()),
        agents=request.get("agents", ()),
        capture=request.get("capture", ()),
    )
    jobs = json.loads(json.dumps(found.roots))
    return {
        "jobs": jobs,
        "missing": found.missing,
        "uncaptured": found.uncaptured,
        "constructions": found.constructions,
        "results": [_forked(job, request) for job in jobs] if request.get("load", True) else [],
    }


def _forked(job: dict, request: dict) -> dict:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as out:
            out.write(json.dumps(_load(job, request)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return json.loads(text)


def _load(job: dict, request: dict) -> dict:
    from _toolinspect_probe import exploration, loading

    parts: list[dict] = []
    steps: list[str] = []
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    owner = os.getpid()

    def stay_owner() -> None:
        """A fork that the project made leaves here, as it does in the worker."""
        if os.getpid() != owner:
            os._exit(0)

    def progress(step: str) -> None:
        stay_owner()
        steps.append(step)

    def explored(part: dict, finished: int) -> None:
        stay_owner()
        parts.append(part)

    try:
        with contextlib.redirect_stdout(sys.stderr):
            load = loading.Loading(job, request, progress)
            result = load.run()
            if request.get("explore"):
                exploring = exploration.Exploration(load, progress)
                exploring.run(explored)
    except (Exception, SystemExit, KeyboardInterrupt):  # noqa: BLE001 - the test shows it
        stay_owner()
        return {"crash": traceback.format_exc()}
    stay_owner()
    return {**result, "steps": steps, "parts": parts}


main()
