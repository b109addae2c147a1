"""Which files hold data, and how each format is read."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from inspector.sources.env_nodes import parse_env, parse_names
from inspector.sources.json_nodes import parse_json
from inspector.sources.nodes import Node
from inspector.sources.toml_nodes import parse_toml
from inspector.sources.yaml_nodes import parse_yaml

Format = Literal["toml", "yaml", "json", "env", "txt"]
_SUFFIXES: dict[str, Format] = {
    ".toml": "toml",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".env": "env",
    ".txt": "txt",
}
_PARSERS: dict[Format, Callable[[str], Node]] = {
    "toml": parse_toml,
    "yaml": parse_yaml,
    "json": parse_json,
    "env": parse_env,
    "txt": parse_names,
}


def format_of(path: Path) -> Format | None:
    """The format by the file's name; `.env`, `.env.production` and `prod.env` are one; None: no data file."""
    name = path.name.lower()
    if name == ".env" or name.startswith(".env."):
        return "env"
    return _SUFFIXES.get(path.suffix.lower())


def parse(text: str, form: Format) -> Node:
    """Raises `errors.Malformed`."""
    return _PARSERS[form](text)
