"""Frozen types that every layer shares; no behaviour beyond what a type can say of itself."""

from inspector.model.discovery import (
    Filled,
    LoadFailure,
    NotInspected,
    SeenInSource,
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
from inspector.model.tool import Contract, Tool

__all__ = [
    "CODES",
    "SEVERITIES",
    "Boundary",
    "Consumer",
    "Contract",
    "Filled",
    "Finding",
    "Junk",
    "LoadFailure",
    "Location",
    "McpServer",
    "NotInspected",
    "Registry",
    "Resolution",
    "RootResult",
    "SdkInfo",
    "SeenInSource",
    "Severity",
    "Tool",
    "Unstable",
    "WouldRun",
]
