"""JSON lines between host and probe: requests go down, tagged messages come up.

The probe has no msgspec and writes plain dicts; the shapes below are the contract it is held to.
"""

from typing import Any

import msgspec

from inspector.model import FlagValue, RootExploration, RootResult


class LoadRequest(msgspec.Struct, frozen=True, kw_only=True, tag_field="op", tag="load"):
    """Load the project once more; each request has its own, growing generation number."""

    generation: int
    project: str
    """Absolute path of the project directory."""
    target: str = ""
    """Restricts the load: empty for all, a path relative to the project, or `module:attr`."""
    agents: tuple[str, ...] = ()
    """References from the config; when given, only they are loaded."""
    path: tuple[str, ...] = ()
    """Directories added to the project's sys.path, relative to the project."""
    arguments: dict[str, dict[str, Any]] = {}
    context: str = ""
    run_config: str = ""
    references: tuple[str, ...] = ()
    """Control sets, tables and texts to read, as `pkg.mod:attr`."""
    timeout: float = 20.0
    """Seconds that one import root may take."""
    mcp: bool = False
    network: bool = False
    stub_missing: bool = False
    """Put stand-ins in place of packages that aren't installed, and placeholders for missing keys."""
    capture: tuple[str, ...] = ()
    """Functions to call up to their first run, as `module:function` or `path/to/file.py:function`."""
    flags: tuple[tuple[str, tuple[FlagValue, ...]], ...] = ()
    """Every flag with its values, the default first."""
    forbidden: tuple[dict[str, FlagValue], ...] = ()
    """Combinations of flags that can't occur."""
    tenants: dict[str, dict[str, FlagValue]] = {}
    """Values of flags by tenant; a flag that one leaves out has its first value."""
    scenario: dict[str, FlagValue] = {}
    """Values to load with; a flag that is left out has its first value."""
    tenant: str = ""
    """Tenant to load for, by name; `scenario` is what it has then."""
    explore: bool = False
    """Whether to explore the other scenarios, of flags or tenants, once the root has been read."""
    builds: int = 256
    """Builds that one factory may take; more than that are sampled."""
    seeds: tuple[int, ...] = ()
    """Hash seeds to load once more with, each in a fresh interpreter; `RootDone.seed` tells which."""


class QuitRequest(msgspec.Struct, frozen=True, kw_only=True, tag_field="op", tag="quit"):
    """End the worker and everything it started."""


class CancelRequest(msgspec.Struct, frozen=True, kw_only=True, tag_field="op", tag="cancel"):
    """End the load of this generation; nothing more comes of it."""

    generation: int


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="ready"):
    """The SDK is imported; loads can start."""

    sdk: str
    python: str
    executable: str
    strict_available: bool


class Fatal(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="fatal"):
    """The worker can't serve this project at all."""

    code: str
    """no-sdk, sdk-broken, no-python."""
    message: str


class Scanned(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="scanned"):
    """The static scan is done and the roots are known."""

    generation: int
    modules: int
    constructions: int
    missing: tuple[str, ...] = ()
    """Targets and configured references that name no file of the project."""
    uncaptured: dict[str, tuple[str, ...]] = {}
    """References to capture that name no function, each with the nearest ones that exist."""


class Progress(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="progress"):
    """What a generation is doing right now."""

    generation: int
    root: str
    step: str
    """As `importing support.agents`."""


class Log(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="log"):
    """Output of the project or its children: raw, to be escaped before showing."""

    generation: int
    root: str
    text: str
    dropped: int = 0
    """Bytes left out before this text because the project wrote too much."""


class RootDone(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="root"):
    """One import root is read, or failed as its result says."""

    generation: int
    result: RootResult
    seed: int | None = None
    """The hash seed, of a load that only serves to compare."""


class Explored(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="explored"):
    """A part of what exploring a root has shown; comes after the root's `RootDone`, before `Done`."""

    generation: int
    part: RootExploration


class Done(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="done"):
    """Every root of this generation has answered."""

    generation: int


Request = LoadRequest | CancelRequest | QuitRequest
Message = Ready | Fatal | Scanned | Progress | Log | RootDone | Explored | Done

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def encode(request: Request) -> bytes:
    """One request as a line with its newline."""
    return _encoder.encode(request) + b"\n"


def decode(line: bytes) -> Message:
    """One message from a line; raises msgspec.DecodeError or msgspec.ValidationError."""
    return _decoder.decode(line)
