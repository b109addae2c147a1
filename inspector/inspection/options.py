"""What a caller asks for, and what the project's config makes of it."""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import msgspec

from inspector.config import Config, ConfigError, load
from inspector.config.fault import Place, dotted
from inspector.config.references import FileReference, Glob
from inspector.config.schema import PositiveSeconds
from inspector.config.toml_places import KeyPath, line_of
from inspector.flags.space import space_of
from inspector.inspection.chosen_scenario import chosen
from inspector.inspection.errors import TargetError
from inspector.inspection.set_uses import module_references, wanted
from inspector.inspection.target import Target, resolve
from inspector.model import Scenario, Space
from inspector.sources.errors import SourceError
from inspector.sources.prompt_files import find as find_prompts
from inspector.watch.relevant import is_relevant
from inspector.wire.messages import LoadRequest

_SEEDS = (1, 2, 3)
"""Hash seeds: each puts the elements of a set into another order."""


class InspectOptions(msgspec.Struct, frozen=True, kw_only=True):
    """A request to inspect; what is None is up to the config."""

    path: str = "."
    """Directory, Python file, `module:attr` or `path/to/file.py:attr`, relative to the current directory."""
    python: str | None = None
    config: Path | None = None
    timeout: float | None = None
    """Seconds."""
    mcp: bool = False
    network: bool = False
    stub_missing: bool = False
    capture: tuple[str, ...] = ()
    """Functions to call up to their first run, as `module:function` or `path/to/file.py:function`."""
    keep_going: bool = False
    """Leave out sets that the config names in vain, and say so in `Inspection.error`, instead of raising."""
    tenant: str | None = None
    """Named tenant to show the project for; findings cover all scenarios whichever is shown."""
    set: tuple[str, ...] = ()
    """Values of flags to show the project with, as `plan=pro`; others have their first value."""
    explore: bool = True
    """Whether the other scenarios are explored, where the config declares flags."""
    seeds: bool = False
    """Load once more under other hash seeds, to see what depends on the order of sets."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """A request with the config applied: everything a load needs."""

    target: Target
    config: Config
    config_path: Path | None
    unused: tuple[str, ...]
    """Config keys that this version reads past."""
    lines: dict[KeyPath, int] = {}
    """Where in the config each key stands."""
    space: Space | None = None
    """Every legal scenario; None where the config declares no flags."""
    scenario: Scenario = Scenario()
    """The one to show."""
    options: InspectOptions

    @property
    def config_name(self) -> str:
        """The config in a sentence."""
        return self.config_path.name if self.config_path is not None else "config"

    @property
    def base(self) -> Path:
        """Directory that paths in the config are relative to."""
        return self.config_path.parent if self.config_path else self.target.project

    @property
    def bases(self) -> list[Path]:
        """Directories that modules are most likely found in."""
        project = self.target.project
        return [project, project / "src", *(self.base / entry for entry in self.config.path)]

    def read_files(self) -> frozenset[Path]:
        """Absolute paths to watch because sets name them: files, and the directories of globs.

        A directory that the project is in isn't among them, since it may hold anything, nor are the files of
        a glob that are watched for their suffix.
        """
        found: set[Path] = set()
        for one in wanted(self.config):
            match one.item:
                case FileReference(path=path):
                    found.add(_absolute(self.base / path))
                case Glob(pattern=pattern) if one.use == "prompts":
                    found.update(self._matching(pattern))
        return frozenset(found)

    def _matching(self, pattern: str) -> Iterator[Path]:
        folder = _absolute(self.base / _before_wildcard(pattern))
        is_around = folder != self.target.project and self.target.project.is_relative_to(folder)
        if not self.target.project.is_relative_to(folder):
            yield folder
        if is_around or not is_relevant(pattern):
            yield from map(_absolute, find_prompts(pattern, self.base))

    def refused(self, key: str, problem: str) -> ConfigError | TargetError:
        """The error for a value that turned out to be wrong; without a config it is the caller's."""
        if self.config_path is None:
            return TargetError(problem)
        return ConfigError(self.config_path, line_of(self.lines, (key,)), key, problem)

    def refused_at(self, place: Place, problem: str) -> ConfigError | TargetError:
        """The same for a value deep in a table."""
        if self.config_path is None:
            return TargetError(problem)
        line = line_of(self.lines, tuple(map(str, place)))
        return ConfigError(self.config_path, line, dotted(place), problem)

    def unreadable(self, place: Place, error: SourceError) -> ConfigError | TargetError:
        """The error for a file that the config names: at its own line if that is known, else at the key."""
        if error.line is None:
            return self.refused_at(place, f"{error.path}: {error.problem}; {error.do}")
        problem = f"{error.problem}; {error.do} (read for `{dotted(place)}`)"
        return ConfigError(self.target.project / error.path, error.line, "", problem)

    def request(self, generation: int) -> LoadRequest:
        """The load to ask the worker for."""
        options, config = self.options, self.config
        return LoadRequest(
            generation=generation,
            project=str(self.target.project),
            target=self.target.part,
            agents=() if self.target.part else config.agents,
            path=tuple(os.path.relpath(self.base / entry, self.target.project) for entry in config.path),
            arguments=config.arguments,
            context=config.context,
            run_config=config.run_config,
            references=module_references(config),
            timeout=options.timeout if options.timeout is not None else config.timeout,
            mcp=options.mcp,
            network=options.network,
            stub_missing=options.stub_missing,
            capture=options.capture,
            flags=tuple(config.flags.items()),
            forbidden=config.forbidden,
            tenants=config.tenants,
            scenario=self.scenario.values,
            tenant=self.scenario.tenant,
            explore=options.explore and self.space is not None,
            seeds=_SEEDS if options.seeds else (),
        )

    def environment(self) -> dict[str, str]:
        """Environment of the project's process. Raises ConfigError for an env-file that can't be read."""
        entries: dict[str, str] = {}
        if self.config.env_file is not None:
            entries |= self._env_file(self.base / self.config.env_file)
        entries |= self.config.env
        for name, value in entries.items():
            if not name or "=" in name or "\0" in name + value:
                raise self.refused("env", f"`{name}` can't be an environment variable")
        return dict(os.environ) | entries

    def _env_file(self, path: Path) -> dict[str, str]:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            problem = getattr(error, "strerror", None) or "isn't UTF-8 text"
            raise self.refused("env-file", f"{path} can't be read ({problem})") from None
        return _entries(path, text)


def settle(options: InspectOptions) -> Settings:
    """Find the target and read its config. Raises TargetError or ConfigError."""
    if options.timeout is not None:
        _check_timeout(options.timeout)
    target = resolve(options.path)
    loaded = load(target.project, options.config.absolute() if options.config else None)
    config = loaded.config
    settings = Settings(
        target=target,
        config=config,
        config_path=loaded.path,
        unused=loaded.unused,
        lines=loaded.lines,
        options=options,
    )
    space = _space(settings)
    scenario = chosen(config, space, options.tenant, options.set)
    settings = msgspec.structs.replace(settings, space=space, scenario=scenario)
    for entry in loaded.config.path:
        if not _exists(settings.base / entry):
            raise settings.refused("path", f"there is no `{entry}` in {settings.base}")
    return settings


def _space(settings: Settings) -> Space | None:
    config = settings.config
    if not config.flags and not config.tenants:
        return None
    try:
        return space_of(config.flags, config.forbidden, config.tenants)
    except ValueError as error:
        raise settings.refused("forbidden", str(error)) from None


def _absolute(path: Path) -> Path:
    return Path(os.path.normpath(path.absolute()))


def _before_wildcard(pattern: str) -> PurePosixPath:
    parts = PurePosixPath(pattern).parts
    return PurePosixPath(*itertools.takewhile(lambda part: not set(part) & set("*?["), parts))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _check_timeout(seconds: float) -> None:
    try:
        msgspec.convert(seconds, PositiveSeconds)
    except msgspec.ValidationError:
        raise TargetError("must be more than 0 and at most 86400 seconds", where="--timeout") from None


def _entries(path: Path, content: str) -> dict[str, str]:
    """`KEY=value` lines; blank lines and `#` comments are skipped, quotes around a value are dropped."""
    entries: dict[str, str] = {}
    for number, line in enumerate(content.splitlines(), start=1):
        text = line.strip().removeprefix("export ")
        if not text or text.startswith("#"):
            continue
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise ConfigError(path, number, "env-file", "expected KEY=value")
        entries[key.strip()] = _unquoted(value.strip())
    return entries


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return value
