"""Placeholders for the keys and addresses that a project asks its environment for."""

import os
import re
import sys
from types import FrameType
from typing import Any, Callable

from .stub_objects import Stub

PLACEHOLDER = "toolinspect-placeholder"
ADDRESS = "http://localhost:9"
NUMBER = "1"

_OWN = os.path.dirname(os.path.abspath(__file__))
_EXPECTED = re.compile(
    r"(^|_)(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS|PAT|URL|URI|ENDPOINT|DSN|API_BASE"
    r"|(MODEL|DEPLOYMENT)(_NAME)?)S?(_ID)?$",
    re.I,
)
_ADDRESS = re.compile(r"(^|_)(URL|URI|ENDPOINT|API_BASE)S?$", re.I)
_NUMBER = re.compile(r"(^|_)(PORT|TIMEOUT|LIMIT|COUNT|SIZE|MAX|MIN|SECONDS|RETRIES|TEMPERATURE|ID)$", re.I)


def give_placeholders(owns: "Callable[[str], bool]", given: "dict[str, None]") -> None:
    """From now on project code finds what it demands of `os.environ`; names that were made up go to `given`.

    `os.environ[name]` demands any name, `os.getenv(name)` without a default one that looks like a key, an
    address or a model. Libraries see the environment as it is.
    """

    def asked_by_project() -> bool:
        frame: "FrameType | None" = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename.startswith((_OWN, os.__file__, "<frozen os")):
            frame = frame.f_back
        return frame is not None and owns(frame.f_code.co_filename)

    def made_up(name: str) -> str:
        given[name] = None
        if _ADDRESS.search(name):
            return ADDRESS
        return NUMBER if _NUMBER.search(name) else PLACEHOLDER

    class Environment(type(os.environ)):  # type: ignore[misc]
        def __getitem__(self, key: Any) -> Any:
            try:
                return super().__getitem__(key)
            except KeyError:
                if isinstance(key, str) and asked_by_project():
                    return made_up(key)
                raise

        def get(self, key: Any, default: Any = None) -> Any:
            try:
                return super().__getitem__(key)
            except KeyError:
                wanted = (
                    default is None and isinstance(key, str) and key.isidentifier() and _EXPECTED.search(key)
                )
                return made_up(key) if wanted and asked_by_project() else default

        def pop(self, key: Any, *default: Any) -> Any:
            if key not in self and default:
                return default[0]
            return super().pop(key, *default)

        def setdefault(self, key: Any, value: Any) -> Any:
            if key not in self:
                self[key] = value
            return self[key]

    environ: Any = os.environ
    encode = environ.encodevalue
    environ.encodevalue = lambda value: encode(str(value) if isinstance(value, Stub) else value)
    environ.__class__ = Environment
