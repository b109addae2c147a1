"""Writes into a project's config why an old name may stay where it is."""

from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from inspector.config.errors import ConfigError
from inspector.config.loading import OWN_FILE, PYPROJECT
from inspector.inspection.writing import replace_file

_TABLE = "accepted"


def accept(root: Path, config_path: Path | None, key: str, reason: str) -> Path:
    """Add a key of `accepted` with its reason; gives the file, made where the project has no config.

    All else in it stays as it is written. Raises ConfigError where it can't be read or written.
    """
    path = config_path or root / OWN_FILE
    try:
        text = path.read_bytes().decode("utf-8") if path.exists() else ""
        document: Any = tomlkit.parse(text)
        table = document
        for name in ("tool", "toolinspect") if path.name == PYPROJECT else ():
            table = table.setdefault(name, tomlkit.table(is_super_table=name == "tool"))
        table.setdefault(_TABLE, tomlkit.table())[key] = reason
        replace_file(path, tomlkit.dumps(document).encode("utf-8"))
    except OSError as error:
        raise ConfigError(path, None, _TABLE, f"can't be written ({error.strerror})") from None
    except (TOMLKitError, UnicodeDecodeError, TypeError, AttributeError) as error:
        raise ConfigError(path, None, _TABLE, f"can't be added to: {error}") from None
    return path
