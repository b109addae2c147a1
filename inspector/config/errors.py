"""What is wrong with a config, said so that it can be put right."""

from pathlib import Path


class ConfigError(Exception):
    """A config that can't be used; its text names file, line, key and what to do."""

    def __init__(self, path: Path, line: int | None, key: str, problem: str) -> None:
        self.path = path
        self.line = line
        self.key = key
        where = str(path) if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {key}: {problem}" if key else f"{where}: {problem}")
