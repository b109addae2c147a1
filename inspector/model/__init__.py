"""Frozen types that every layer shares; no behaviour beyond what a type can say of itself."""

from inspector.model.control import (
    ApprovalDefault,
    Controls,
    ControlSet,
    ListedName,
    OverrideTable,
    Prompt,
    ReadReference,
    SetKind,
    Suggestion,
)
from inspector.model.discovery import (
    Filled,
    LoadFailure,
    NotInspected,
    SeenInSource,
    Unlisted,
    Unstable,
    WouldRun,
)
from inspector.model.finding import CODES, SEVERITIES, Finding, Severity
from inspector.model.location import Location
from inspector.model.registry import (
    Boundary,
    Consumer,
    Junk,
    McpServer,
    Registry,
    Resolution,
    RootResult,
    SdkInfo,
)
from inspector.model.tool import Contract, Parameter, Tool

__all__ = [
    "CODES",
    "SEVERITIES",
    "ApprovalDefault",
    "Boundary",
    "Consumer",
    "Contract",
    "ControlSet",
    "Controls",
    "Filled",
    "Finding",
    "Junk",
    "ListedName",
    "LoadFailure",
    "Location",
    "McpServer",
    "NotInspected",
    "OverrideTable",
    "Parameter",
    "Prompt",
    "ReadReference",
    "Registry",
    "Resolution",
    "RootResult",
    "SdkInfo",
    "SeenInSource",
    "SetKind",
    "Severity",
    "Suggestion",
    "Tool",
    "Unlisted",
    "Unstable",
    "WouldRun",
]
