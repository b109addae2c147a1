"""Options that the commands share."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from inspector.inspection import InspectOptions

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

    def to_inspect(self, path: str, *, keep_going: bool = False) -> InspectOptions:
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
        )


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Options(LoadOptions):
    """What to load and how to report it."""

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
class InitOptions(LoadOptions):
    """What to load and where to write the starter."""

    output: Path | None = None
    """Write to this file in place of the project's toolinspect.toml."""
