"""Find a project's config, read it and check it."""

from pathlib import Path
from typing import Any, NoReturn

import msgspec
import tomli

from inspector.config import declarations, legality
from inspector.config.errors import ConfigError
from inspector.config.fault import Fault, dotted
from inspector.config.open_sets import gathered
from inspector.config.schema import PLANNED, Config
from inspector.config.toml_places import KeyPath, line_of, places

OWN_FILE = "toolinspect.toml"
PYPROJECT = "pyproject.toml"
_TABLE: KeyPath = ("tool", "toolinspect")


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """A checked config, where it came from, and the keys that have no effect."""

    config: Config
    path: Path | None = None
    unused: tuple[str, ...] = ()
    """Keys that are there and checked, and that this version does nothing with."""
    lines: dict[KeyPath, int] = {}
    """The line of each key and list element, by its path below the table of the config."""

    @property
    def exists(self) -> bool:
        """Whether the project has a config: a file of its own, or a table in pyproject.toml."""
        return self.path is not None and (self.path.name != PYPROJECT or () in self.lines)


def load(project: Path, explicit: Path | None = None) -> Loaded:
    """The config of `project`: `explicit`, else its toolinspect.toml, else its pyproject.toml.

    Raises ConfigError where the file can't be read, a key is unknown or of a wrong type, a value isn't legal
    or a reference is malformed. What references name isn't looked at.
    """
    path = explicit or _find(project)
    if path is None:
        return Loaded(config=Config())
    text = _read(path)
    prefix = _TABLE if path.name == PYPROJECT else ()
    document = _parsed(path, text)
    lines = places(text)
    table = _table(path, document, lines, prefix)
    own = {key[len(prefix) :]: line for key, line in lines.items() if key[: len(prefix)] == prefix}
    try:
        config = _checked(table, path)
    except Fault as fault:
        _refuse(path, own, fault)
    return Loaded(config=config, path=path, unused=tuple(key for key in table if key in PLANNED), lines=own)


def _find(project: Path) -> Path | None:
    for path in (project / OWN_FILE, project / PYPROJECT):
        try:
            path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise ConfigError(path, None, "", f"can't be read ({error.strerror})") from None
        return path
    return None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(
            path, None, "", f"can't be read ({error.strerror}); name another with --config"
        ) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(path, line, "", f"isn't UTF-8 (byte {error.start}); save it as UTF-8") from None


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise ConfigError(path, error.lineno, "", f"isn't valid TOML: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        # Too many levels, or digits of a number.
        raise ConfigError(path, None, "", f"can't be read as TOML: {error}") from None


def _table(path: Path, document: object, lines: dict[KeyPath, int], prefix: KeyPath) -> dict[str, Any]:
    for depth, key in enumerate(prefix, start=1):
        document = document.get(key, {}) if isinstance(document, dict) else None
        if not isinstance(document, dict):
            raise ConfigError(
                path, line_of(lines, prefix[:depth]), ".".join(prefix[:depth]), "must be a table"
            )
    if not isinstance(document, dict):
        raise ConfigError(path, None, "", "must be a table")
    return document


def _checked(table: dict[str, Any], path: Path) -> Config:
    """Raises Fault."""
    if _TABLE[0] in table and path.name != PYPROJECT:
        problem = f"no such key; keys of {path.name} stand without the prefix `{'.'.join(_TABLE)}`"
        raise Fault((_TABLE[0],), problem, line_at=_TABLE)
    try:
        config = msgspec.convert(gathered(table), Config)
    except msgspec.ValidationError as error:
        # Only here, since a config that is right needs no second look.
        from inspector.config.shape import first_fault

        raise (first_fault(table) or Fault((), str(error))) from None
    legality.check(config)
    declarations.check(config)
    return config


def _refuse(path: Path, lines: dict[KeyPath, int], fault: Fault) -> NoReturn:
    line = line_of(lines, tuple(str(part) for part in fault.line_at))
    raise ConfigError(path, line, dotted(fault.place), fault.problem) from None
