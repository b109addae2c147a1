"""Find a project's config, read it and check it."""

import re
from pathlib import Path
from typing import Any

import msgspec
import tomli

from inspector.config.errors import ConfigError
from inspector.config.likeness import most_like
from inspector.config.positions import KeyPath, key_lines, line_of
from inspector.config.schema import PLANNED, Config
from inspector.model import CODES, SEVERITIES

OWN_FILE = "toolinspect.toml"
PYPROJECT = "pyproject.toml"
_TABLE: KeyPath = ("tool", "toolinspect")
_AT = re.compile(r" - at `\$(?P<path>.*)`$")


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """A checked config, where it came from, and the keys that were read past."""

    config: Config
    path: Path | None = None
    unused: tuple[str, ...] = ()
    lines: dict[KeyPath, int] = {}
    """The line of each key, by its path below the table of the config."""


def load(project: Path, explicit: Path | None = None) -> Loaded:
    """The config of `project`: `explicit`, else its toolinspect.toml, else its pyproject.toml.

    Raises ConfigError where a file can't be read or a key is unknown or of a wrong type.
    """
    path = explicit or _find(project)
    if path is None:
        return Loaded(config=Config())
    text = _read(path)
    lines = key_lines(text)
    prefix = _TABLE if path.name == PYPROJECT else ()
    table = _table(path, text, lines, prefix)
    unused = tuple(key for key in table if key in PLANNED)
    wanted = {key: value for key, value in table.items() if key not in PLANNED}
    own = {key[len(prefix) :]: line for key, line in lines.items() if key[: len(prefix)] == prefix}
    config = _convert(path, own, wanted)
    _check_codes(path, own, config)
    return Loaded(config=config, path=path, unused=unused, lines=own)


def _find(project: Path) -> Path | None:
    for path in (project / OWN_FILE, project / PYPROJECT):
        try:
            if path.is_file():
                return path
        except OSError as error:
            raise ConfigError(path, None, "", f"can't be read ({error.strerror})") from None
    return None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            path, None, "", f"can't be read ({error.strerror}); name another with --config"
        ) from None
    except UnicodeDecodeError as error:
        raise ConfigError(path, None, "", f"isn't UTF-8 (byte {error.start}); save it as UTF-8") from None


def _table(path: Path, text: str, lines: dict[KeyPath, int], prefix: KeyPath) -> dict[str, Any]:
    try:
        table: Any = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise ConfigError(path, error.lineno, "", f"isn't valid TOML: {error.msg}") from None
    for key in prefix:
        table = table.get(key, {}) if isinstance(table, dict) else {}
    if not isinstance(table, dict):
        raise ConfigError(path, line_of(lines, prefix), ".".join(prefix), "must be a table")
    return table


def _convert(path: Path, lines: dict[KeyPath, int], table: dict[str, Any]) -> Config:
    known = [field.encode_name for field in msgspec.structs.fields(Config)]
    for key in table:
        if key not in known:
            nearest = most_like(key, [*known, *PLANNED])
            hint = f"; did you mean `{nearest}`?" if nearest else f"; known keys: {', '.join(sorted(known))}"
            place: KeyPath = (key,)
            if key == _TABLE[0] and path.name != PYPROJECT:
                place = _TABLE
                hint = f"; keys of {path.name} stand without the prefix `tool.toolinspect`"
            raise ConfigError(path, line_of(lines, place), key, f"no such key{hint}")
    for key, value in table.items():
        try:
            _check_severities(path, lines, value if key == "severity" else None)
            msgspec.convert({key: value}, Config)
        except msgspec.ValidationError as error:
            raise ConfigError(path, line_of(lines, (key,)), key, _problem(str(error))) from None
    return msgspec.convert(table, Config)


def _check_severities(path: Path, lines: dict[KeyPath, int], table: object) -> None:
    if not isinstance(table, dict):
        return
    for code, severity in table.items():
        if severity not in SEVERITIES:
            choices = ", ".join(f"`{one}`" for one in SEVERITIES)
            raise ConfigError(
                path,
                line_of(lines, ("severity", code)),
                "severity",
                f"{code} can't be {severity!r}; choose one of {choices}",
            )


def _check_codes(path: Path, lines: dict[KeyPath, int], config: Config) -> None:
    """A code that doesn't exist would silence or regrade nothing, without a word."""
    named: list[tuple[KeyPath, str]] = [(("ignore",), code) for code in config.ignore]
    for consumer, codes in config.per_consumer_ignores.items():
        named += [(("per-consumer-ignores", consumer), code) for code in codes]
    named += [(("severity", code), code) for code in config.severity]
    for key, code in named:
        if code not in CODES:
            nearest = most_like(code, CODES)
            hint = f"; did you mean {nearest}?" if nearest else ""
            raise ConfigError(path, line_of(lines, key), key[0], f"there is no finding {code}{hint}")


def _problem(message: str) -> str:
    """msgspec's text without its JSON path, in words of TOML."""
    text = _AT.sub("", message)
    for theirs, ours in (
        ("`object`", "a table"),
        ("`array`", "a list"),
        ("`str`", "a string"),
        ("`float`", "a number"),
        ("`int`", "a number"),
        ("`bool`", "true or false"),
    ):
        text = text.replace(theirs, ours)
    if "matching regex" in text:
        return "expected finding codes such as TI303"
    return text[0].lower() + text[1:]
