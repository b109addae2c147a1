"""What a conversation knows about the company it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

BETAS = ("exports", "warehouse", "voice")


@dataclass(frozen=True)
class Workspace:
    """One company's settings, as they were when the conversation began."""

    name: str | None
    plan: str
    region: str
    sso: bool
    features: frozenset[str]

    @property
    def paid(self) -> bool:
        return self.plan != "free"

    def has(self, feature: str) -> bool:
        """Whether the company takes part in a beta."""
        return feature in self.features


def open_workspace(flags: Mapping[str, Any], tenant: str | None) -> Workspace:
    """The workspace of a company from its row of the flag service."""
    return Workspace(
        name=tenant,
        plan=flags["plan"],
        region=flags["region"],
        sso=flags["sso"],
        features=frozenset(beta for beta in BETAS if flags[f"beta_{beta}"]),
    )
