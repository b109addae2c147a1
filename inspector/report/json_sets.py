"""`sets` of a consumer in the JSON report: every name that a set holds for it, with or without a tool."""

from collections.abc import Iterator
from typing import Any

from inspector.controls import ConsumerJoin, Listing
from inspector.model import Consumer
from inspector.report.listed import APPROVAL, ENABLE, STOP


def sets_of(consumer: Consumer, join: ConsumerJoin | None) -> dict[str, Any]:
    """Its own names, those of sets bound to it, and those of project-wide sets that mean a row of it."""
    gated = [tool.visible for tool in consumer.tools if tool.approval != "none"]
    return {
        "stop": _names(list(consumer.stop), join, STOP),
        "approval": _names(gated, join, APPROVAL),
        "enable": _names([], join, ENABLE),
        "tool_choice": consumer.tool_choice,
    }


def _names(own: list[str], join: ConsumerJoin | None, kinds: frozenset[str]) -> list[str]:
    """Each name once: the agent's own, then the others in the order of the rows."""
    listings = _listings(join) if join is not None else ()
    return list(dict.fromkeys([*own, *(one.entry.name for one in listings if one.set.kind in kinds)]))


def _listings(join: ConsumerJoin) -> Iterator[Listing]:
    for controls in join.tools.values():
        yield from (*controls.stop, *controls.approval, *controls.enable, *controls.other)
    for ghost in join.ghosts:
        yield from ghost.listings
