"""Extraction in this very process, decoded as the host decodes it."""

from dataclasses import dataclass
from typing import Any

import msgspec

from inspector.model import Consumer, NotInspected
from inspector.probe import extract


@dataclass
class Found:
    agent: Any
    id: str
    path: str | None = None
    line: int | None = None
    partial: bool = False


class Sites:
    """A recorder that knows where some objects were built."""

    def __init__(self, tools: dict[int, tuple[str, int]] | None = None) -> None:
        self.tools = tools or {}


@dataclass
class Extraction:
    consumers: list[Consumer]
    notes: list[NotInspected]

    @property
    def only(self) -> Consumer:
        (consumer,) = self.consumers
        return consumer


def read(
    *found: object,
    project: str = "/project",
    sites: dict[int, tuple[str, int]] | None = None,
    **request: object,
) -> Extraction:
    """`extract.read` of agents or `Found`s; the dicts pass through JSON and the host's types."""
    items = [each if isinstance(each, Found) else Found(each, str(vars(each)["name"])) for each in found]
    consumers, notes = extract.read(items, recorder=Sites(sites), project=project, request=request)
    return Extraction(
        msgspec.json.decode(msgspec.json.encode(consumers), type=list[Consumer], strict=True),
        msgspec.json.decode(msgspec.json.encode(notes), type=list[NotInspected], strict=True),
    )
