"""The keys of `[tool.toolinspect]` and their types."""

from typing import Annotated, Any, Literal

import msgspec

PositiveSeconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]
"""A finite time of at most a day: timers overflow on much more."""
FindingCode = Annotated[str, msgspec.Meta(pattern=r"^TI[0-9]{3}$")]


class Config(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """One project's settings; every field stands for the key of the same name, `_` written as `-`."""

    agents: tuple[str, ...] = ()
    """What to inspect, as `pkg.mod:attr_or_factory` or `path/to/file.py:attr`; empty: discover."""
    python: str | None = None
    """Interpreter of the project, relative to the config's directory."""
    path: tuple[str, ...] = ()
    """Directories added to the project's sys.path, relative to the config's directory."""
    env: dict[str, str] = {}
    """Environment variables for the project's process."""
    env_file: str | None = None
    """File of `KEY=value` lines; `env` wins over it."""
    context: str = ""
    """`pkg.mod:callable` whose result is the run context of predicates and dynamic approvals."""
    run_config: str = ""
    """`pkg.mod:attr` of a RunConfig, for its collision policy."""
    timeout: PositiveSeconds = 20.0
    """Seconds that loading one import root may take."""
    ignore: tuple[FindingCode, ...] = ()
    """Codes of findings that are reported as suppressed."""
    per_consumer_ignores: dict[str, tuple[FindingCode, ...]] = {}
    """The same by consumer, keyed by its id or name."""
    severity: dict[FindingCode, Literal["error", "warning", "info"]] = {}
    """Severities that replace a rule's default."""
    arguments: dict[str, dict[str, Any]] = {}
    """Arguments for factories, by factory reference."""


PLANNED = frozenset(
    {
        "workflows",
        "flags",
        "forbidden",
        "tenants",
        "sets",
        "sets-of",
        "overrides",
        "ids",
        "risk",
        "run",
        "scope",
    }
)
"""Keys of the format that this version reads past, and says so."""
