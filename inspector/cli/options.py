"""Options that the commands share."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter

from inspector.inspection import InspectOptions
from inspector.model import Batch

Format = Literal["text", "json"]
FailOn = Literal["error", "warning", "info", "never"]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class LoadOptions:
    """What to load."""

    python: str | None = None
    """Interpreter of the project. Default: the config's, else the project's .venv, else this one."""
    config: Path | None = None
    """Config file to use in place of the project's own; what it names is relative to its directory."""
    timeout: float | None = None
    """Seconds that loading one import root may take. Default: the config's, else 20."""
    mcp: Annotated[bool, Parameter(negative="")] = False
    """Start MCP servers and list their tools."""
    network: Annotated[bool, Parameter(negative="")] = False
    """Let the project open outgoing connections while it is loaded."""
    stub_missing: Annotated[bool, Parameter(negative="")] = False
    """Put stand-ins in place of packages that aren't installed and of keys that aren't set."""
    capture: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=False)] = ()
    """Call `module:function` up to its first model call, and show what it built. Repeatable."""

    def to_inspect(self, path: str, *, keep_going: bool = False, seeds: bool = False) -> InspectOptions:
        """The part that decides what is loaded."""
        return InspectOptions(
            path=path,
            python=self.python,
            config=self.config,
            timeout=self.timeout,
            mcp=self.mcp,
            network=self.network,
            stub_missing=self.stub_missing,
            capture=self.capture,
            keep_going=keep_going,
            seeds=seeds,
            explore=False,
        )


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Options(LoadOptions):
    """What to load, under which flags, and how to report it."""

    tenant: str | None = None
    """Tenant of the config whose scenario is shown. Default: each flag's first value."""
    assign: Annotated[tuple[str, ...], Parameter(name="--set", negative="", consume_multiple=False)] = ()
    """Show the scenario with `flag=value`; other flags have their first value. Repeatable."""

    def to_inspect(self, path: str, *, keep_going: bool = False, seeds: bool = False) -> InspectOptions:
        """The same with the scenario that is shown; all others are explored."""
        asked = super().to_inspect(path, keep_going=keep_going, seeds=seeds)
        return msgspec.structs.replace(asked, tenant=self.tenant, set=self.assign, explore=True)

    poll: Annotated[bool, Parameter(negative="")] = False
    """Look for changed files by polling, for mounts that report no events; the app only."""
    format: Format | None = None
    """Report format; text by default."""
    output: Path | None = None
    """Write the report to this file in place of stdout."""
    fail_on: FailOn = "error"
    """Mildest severity that makes the exit code 1."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class FlagsOptions(Options):
    """What to load, under which flags, and how much of the presence table to print."""

    all: Annotated[bool, Parameter(negative="")] = False
    """List also the tools that are in every scenario."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class AuditOptions:
    """What of the audit to write, or to change."""

    config: Path | None = None
    """Config file to use in place of the project's own; what it names is relative to its directory."""
    batch: Batch | None = None
    """Only this batch: 1 approval, 2 stop lists, 3 the rest."""
    all: Annotated[bool, Parameter(negative="")] = False
    """List also overrides that nothing refers to, and places where the old name is right."""
    diff: Annotated[bool, Parameter(negative="")] = False
    """Print what --fix would change, as a unified diff."""
    fix: Annotated[bool, Parameter(negative="")] = False
    """Write the visible names, or `tool.name`, where it is sure that an old name is a mistake."""
    force: Annotated[bool, Parameter(negative="")] = False
    """Fix even though git knows of changes that aren't committed, or there is no git repository."""
    format: Literal["text", "json", "markdown", "csv"] = "text"
    """Report format."""
    output: Path | None = None
    """Write the report to this file in place of stdout."""
    fail_on: FailOn = "error"
    """Mildest severity that makes the exit code 1: batches 1 and 2 and drift are errors, batch 3 warnings."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class InitOptions(LoadOptions):
    """What to load and where to write the starter."""

    output: Path | None = None
    """Write to this file in place of the project's toolinspect.toml."""
