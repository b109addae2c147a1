"""The migration audit of a directory: everything is read, and nothing of it is run."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from inspector.audit.belonging import belonging
from inspector.audit.declared import Declared
from inspector.audit.drift import drifts
from inspector.audit.judging import Judge
from inspector.audit.modules import Defined, Modules
from inspector.audit.occurrence import Occurrence
from inspector.audit.occurrences import occurrences_in
from inspector.audit.overrides import find_overrides
from inspector.audit.uses import Uses
from inspector.config.loading import load
from inspector.config.references import (
    Glob,
    MalformedReference,
    ModuleReference,
    parse_prompt,
    parse_reference,
)
from inspector.config.schema import Config
from inspector.inspection.holding import collector_paused
from inspector.inspection.target import resolve
from inspector.model import Audit, ListedName, Location, NotRead, OverrideTable
from inspector.sources import data_files
from inspector.sources.decoding import SIZE_LIMIT, Decoded, decoded
from inspector.sources.errors import SourceError
from inspector.sources.python_module import syntax_error
from inspector.sources.repository import repository_files
from inspector.sources.words import has_any

Progress = Callable[[str], None]


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """An audit, and where it was made."""

    root: Path
    """Absolute."""
    config: Config
    config_path: Path | None
    audit: Audit


def audit_project(path: str, config: Path | None = None, progress: Progress = lambda _step: None) -> Audited:
    """Audit the project at a path. Raises TargetError or ConfigError; what can't be read is in `not_read`."""
    target = resolve(path)
    loaded = load(target.project, config.absolute() if config is not None else None)
    with collector_paused():
        return _Run(target.project, loaded.config, loaded.path, progress).audited()


def read_file(root: Path, path: str) -> Decoded | NotRead:
    """One file of the repository, whatever it holds."""
    try:
        with (root / path).open("rb") as file:
            return decoded(file.read(SIZE_LIMIT + 1), path)
    except (OSError, ValueError) as error:
        return NotRead(path=path, reason=f"can't be read ({getattr(error, 'strerror', None) or error})")


class _Run:
    def __init__(self, root: Path, config: Config, config_path: Path | None, progress: Progress) -> None:
        self._root = root
        self._config = config
        self._config_path = config_path
        self._progress = progress
        self._not_read: list[NotRead] = []
        self._lines = 0
        self._files = 0

    def audited(self) -> Audited:
        self._progress("looking for files")
        repository = repository_files(self._root)
        self._not_read.extend(repository.not_read)
        self._progress(f"reading {len(repository.paths):,} files")
        modules = Modules(dict(self._python(repository.paths)))
        self._progress("finding overrides")
        found = find_overrides(modules)
        self._not_read.extend(_unparsed(modules))
        deep = "has expressions that are nested too deep: some of its overrides may not be known"
        self._not_read.extend(NotRead(path=path, reason=deep, partly=True) for path in found.too_deep)
        drift = tuple(drifts(self._tables(modules), found.tools))
        judge = Judge(found.overrides, found.tools, self._config.accepted, {one.function for one in drift})
        declared = Declared(self._config, self._relative(self._config_path), modules, self._prompts())
        uses = Uses(modules)
        self._progress("finding references")
        overrides = judge.judged(
            self._occurrences(repository.paths, modules, judge.names),
            lambda occurrence: belonging(occurrence, declared, uses),
        )
        default = self._config.sets.approval_default
        audit = Audit(
            overrides=overrides,
            drift=drift,
            not_read=tuple(sorted(self._not_read, key=lambda one: (one.path, one.line or 0))),
            files=self._files,
            lines=self._lines,
            approval_default=default if default in ("allow", "deny") else None,  # type: ignore[arg-type]
        )
        return Audited(root=self._root, config=self._config, config_path=self._config_path, audit=audit)

    def _text(self, path: str) -> str | None:
        """Counted once; None for what isn't text."""
        found = read_file(self._root, path)
        if isinstance(found, NotRead):
            self._not_read.append(found)
            return None
        if found.note is not None:
            self._not_read.append(found.note)
        self._files += 1
        self._lines += found.text.count("\n")
        return found.text

    def _python(self, paths: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for path in paths:
            if path.endswith(".py") and (text := self._text(path)) is not None:
                yield path, text

    def _occurrences(
        self, paths: tuple[str, ...], modules: Modules, names: frozenset[str]
    ) -> Iterator[tuple[Occurrence, str]]:
        for path in paths:
            module = modules.at(path) if path in modules else None
            text = module.text if module is not None else None if path.endswith(".py") else self._text(path)
            if text is None or not has_any(text, names):
                continue
            tree = module.tree if module is not None else None
            found, note = occurrences_in(text, path, names, tree)
            if note is not None and not any(note.path == one.path for one in self._not_read):
                self._not_read.append(note)
            yield from ((occurrence, text) for occurrence in found)

    def _relative(self, path: Path | None) -> str | None:
        if path is None or not path.is_relative_to(self._root):
            return None
        return path.relative_to(self._root).as_posix()

    def _prompts(self) -> dict[str, list[str]]:
        """Files behind each glob of prompts, relative to the root."""
        base = self._config_path.parent if self._config_path is not None else self._root
        found: dict[str, list[str]] = {}
        for sets in (self._config.sets, *self._config.sets_of.values()):
            for pattern in sets.prompts:
                try:
                    is_glob = isinstance(parse_prompt(pattern), Glob)
                except MalformedReference:
                    continue
                if is_glob:
                    paths = (self._relative(path) for path in base.glob(pattern))
                    found[pattern] = [path for path in paths if path is not None]
        return found

    def _tables(self, modules: Modules) -> Iterator[OverrideTable]:
        """Override tables of environments; one that can't be read is told, and left out."""
        base = self._config_path.parent if self._config_path is not None else self._root
        for environment, reference in self._config.overrides.items():
            try:
                item = parse_reference(reference)
                if isinstance(item, ModuleReference):
                    entries, location = _of_module(modules, item)
                else:
                    data = data_files.read(base / item.path, item.key, root=self._root)
                    entries, location = data.entries, data.location
            except SourceError as error:
                self._not_read.append(NotRead(path=error.path, line=error.line, reason=error.problem))
                continue
            except MalformedReference:
                continue
            yield OverrideTable(environment=environment, source=reference, entries=entries, location=location)


def _unparsed(modules: Modules) -> Iterator[NotRead]:
    """Modules that may give names and that this Python can't read: their overrides aren't known."""
    for module in modules:
        if module.is_parsed and module.tree is None:
            line, problem = syntax_error(module.text)
            reason = f"isn't Python that can be read: {problem}; its own overrides aren't known"
            yield NotRead(path=module.path, line=line, reason=reason, partly=True)


def _of_module(
    modules: Modules, reference: ModuleReference
) -> tuple[tuple[ListedName, ...], Location | None]:
    """A table that a module has as a plain dict; raises SourceError for any other."""
    path = modules.find("toolinspect.toml", reference.module)
    target = modules.target(path, reference.attribute) if path is not None else None
    if not isinstance(target, Defined):
        raise SourceError(reference.module, None, "isn't in this repository", "name what it holds")
    value = getattr(target.statement, "value", None)
    if not isinstance(value, ast.Dict):
        problem = f"`{reference.attribute}` is no plain dict, so only a run tells what it holds"
        raise SourceError(target.path, target.statement.lineno, problem, "keep it in a data file")
    entries = tuple(
        ListedName(name=key.value, value=item.value, location=Location(target.path, key.lineno))
        for key, item in zip(value.keys, value.values, strict=True)
        if isinstance(key, ast.Constant)
        and isinstance(key.value, str)
        and isinstance(item, ast.Constant)
        and isinstance(item.value, str)
    )
    return entries, Location(target.path, target.statement.lineno)
