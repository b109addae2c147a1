"""Imports the SDK, never a package of the project that has its name."""

import importlib
import importlib.util
import os
import pkgutil
import platform
import sys
import traceback
from types import ModuleType
from typing import Any, Dict, List, Optional

from . import paths

PLACEHOLDER_KEY = "sk-toolinspect-placeholder"


class SdkUnavailable(Exception):
    """The interpreter can't serve; `code` as in the `fatal` message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def set_environment() -> None:
    """Before the SDK or a project is imported: no tracing, and a key for clients built at import."""
    os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"
    os.environ["PYTHONUNBUFFERED"] = "1"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ.setdefault("OPENAI_API_KEY", PLACEHOLDER_KEY)


def import_sdk(project: str) -> None:
    """Import `agents` and the probe's readers; raises SdkUnavailable."""
    set_environment()
    path = list(sys.path)
    try:
        sdk = _import_agents(outside(path, project)) or _import_agents(path)
        if sdk is None:
            raise SdkUnavailable("no-sdk", _no_sdk_text())
        _import_probe()
    finally:
        sys.path[:] = path
    sys.dont_write_bytecode = True


def describe() -> Dict[str, Any]:
    """The `ready` message, once the SDK is imported."""
    from . import sdk

    return {
        "type": "ready",
        "sdk": sdk.version(),
        "python": platform.python_version(),
        "executable": sys.executable,
        "strict_available": sdk.strict_available(),
    }


def outside(path: List[str], project: str) -> List[str]:
    """The entries of `path` that hold installed packages, not the project's own modules."""
    prefix = os.path.realpath(project)
    installed = tuple(os.path.realpath(each) for each in (sys.prefix, sys.base_prefix))
    return [
        entry
        for entry in path
        if not paths.in_project(prefix, os.path.realpath(entry or "."))
        or any(paths.within(each, os.path.realpath(entry)) for each in installed if each != prefix)
    ]


def _import_agents(path: List[str]) -> Optional[ModuleType]:
    """The SDK as found along `path`; None where there is none, or only another package of its name."""
    sys.path[:] = path
    importlib.invalidate_caches()
    try:
        module = importlib.import_module("agents")
    except ModuleNotFoundError as error:
        _forget()
        if error.name == "agents":
            return None
        raise SdkUnavailable("sdk-broken", _broken_text(error)) from error
    except BaseException as error:
        _forget()
        raise SdkUnavailable("sdk-broken", _broken_text(error)) from error
    if hasattr(module, "Runner") and hasattr(module, "FunctionTool"):
        return module
    _forget()
    return None


def _import_probe() -> None:
    """All of the probe's modules, so that no fork imports any for itself."""
    for _, name, _ in pkgutil.iter_modules([os.path.dirname(__file__)]):
        importlib.import_module("." + name, __package__)


def _forget() -> None:
    for name in [name for name in sys.modules if name == "agents" or name.startswith("agents.")]:
        del sys.modules[name]


def _no_sdk_text() -> str:
    return f"openai-agents is not installed for {sys.executable}; install it there or choose another --python"


def _broken_text(error: BaseException) -> str:
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return f"importing openai-agents failed in {sys.executable}:\n{text}"
