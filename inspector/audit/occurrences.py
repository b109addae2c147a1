"""Where names stand in a file, whatever it holds."""

import ast
import re
from collections.abc import Collection
from pathlib import PurePosixPath

from inspector.audit.data_occurrences import in_data
from inspector.audit.notebook_occurrences import in_notebook
from inspector.audit.occurrence import Language, Occurrence
from inspector.audit.python_occurrences import in_python
from inspector.audit.text_occurrences import in_text
from inspector.model import NotRead
from inspector.sources.errors import Malformed

_LANGUAGES: dict[str, Language] = {
    ".py": "python",
    ".pyi": "python",
    ".toml": "toml",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".env": "env",
    ".ini": "ini",
    ".cfg": "ini",
    ".conf": "ini",
    ".properties": "ini",
    ".ipynb": "notebook",
    ".md": "markdown",
    ".mdx": "markdown",
    ".markdown": "markdown",
    ".j2": "jinja",
    ".jinja": "jinja",
    ".jinja2": "jinja",
}
_CALLED: dict[Language, str] = {
    "python": "Python",
    "toml": "TOML",
    "yaml": "YAML",
    "json": "JSON",
    "notebook": "a notebook",
}
_ENV = re.compile(r"\.env(\..+)?$")


def language_of(path: str) -> Language:
    """By the file's name; `text` for whatever has none of the known suffixes."""
    name = PurePosixPath(path).name.lower()
    return "env" if _ENV.match(name) else _LANGUAGES.get(PurePosixPath(name).suffix, "text")


def occurrences_in(
    text: str, path: str, names: Collection[str], tree: ast.Module | None = None
) -> tuple[tuple[Occurrence, ...], NotRead | None]:
    """In the order of the text, with a note where the file isn't what its name says and was read as text.

    `tree` is what a Python module parses to, if that is known.
    """
    language = language_of(path)
    try:
        match language:
            case "python":
                return in_python(text, path, names, tree), None
            case "notebook":
                return in_notebook(text, path, names), None
            case "toml" | "yaml" | "json" | "env" | "ini":
                return in_data(text, path, names, language), None
            case _:
                return in_text(text, path, names, language), None
    except Malformed as error:
        reason = f"isn't {_CALLED.get(language, language)} that can be read: {error.problem}"
        return in_text(text, path, names), NotRead(path=path, line=error.line, reason=reason, partly=True)
