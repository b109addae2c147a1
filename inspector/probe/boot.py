"""Entry point of every worker process; loads the probe under a private package name.

`boot.py [--spawn]` serves requests on stdin; `boot.py --root FD` does one job given on stdin.
Only what any Python 3 understands stands here, so that a too old interpreter can say so.
"""

import os
import sys

PACKAGE = "_toolinspect_probe"
OLDEST = (3, 10)


def _leave_own_directory(here):  # type: (str) -> None
    """Take the script's directory off sys.path: its files must hide no module of the project."""
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != here]


def _too_old():  # type: () -> None
    text = "the project's Python is %d.%d; toolinspect needs %d.%d or newer" % (sys.version_info[:2] + OLDEST)
    sys.stdout.write('{"type": "fatal", "code": "no-python", "message": "%s"}\n' % text)
    sys.stdout.flush()


def main(argv):  # type: (list[str]) -> None
    here = os.path.dirname(os.path.abspath(__file__))
    _leave_own_directory(here)
    if sys.version_info < OLDEST:
        _too_old()
        return
    import importlib
    import importlib.util

    path = os.path.join(here, "__init__.py")
    spec = importlib.util.spec_from_file_location(PACKAGE, path, submodule_search_locations=[here])
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = package
    spec.loader.exec_module(package)
    entry = "spawned" if "--root" in argv else "zygote"
    importlib.import_module(PACKAGE + "." + entry).main(argv)


if __name__ == "__main__":
    main(sys.argv[1:])
