"""`sets` of a consumer in the JSON report: the visible names that are controlled, and names of no tool."""

from collections.abc import Iterator
from typing import Any

from inspector.controls import ConsumerJoin, Listing
from inspector.controls.gating import gates
from inspector.model import Consumer
from inspector.report.listed import APPROVAL, ENABLE, STOP


def sets_of(consumer: Consumer, join: ConsumerJoin | None) -> dict[str, Any]:
    """Names from the agent itself, from sets bound to it, and from project-wide ones that mean a row of it.

    - `stop`: the agent's own stop names as it lists them, then what declared stop lists name.
    - `approval`: what is gated, by the tool itself or by a table; not what a table waves through.
    - `enable`: what a switch names, whether it stands on on or off.

    A listed pattern or business id stands as the visible names that it means; a name of no tool stays itself.
    """
    listed = list(_listed(consumer, join)) if join is not None else []
    gated = [tool.visible for tool in consumer.tools if tool.approval != "none"]
    gated += [name for name, one in listed if one.set.kind in APPROVAL and gates(one.entry.value)]
    return {
        "stop": list(dict.fromkeys([*consumer.stop, *_of(STOP, listed)])),
        "approval": list(dict.fromkeys(gated)),
        "enable": list(dict.fromkeys(_of(ENABLE, listed))),
        "tool_choice": consumer.tool_choice,
    }


def _of(kinds: frozenset[str], listed: list[tuple[str, Listing]]) -> list[str]:
    return [name for name, one in listed if one.set.kind in kinds]


def _listed(consumer: Consumer, join: ConsumerJoin) -> Iterator[tuple[str, Listing]]:
    """What each entry is called in the report, in the order of the rows."""
    for tool in consumer.tools:
        controls = join.of(tool.key)
        for one in (*controls.stop, *controls.approval, *controls.enable):
            if one.set.kind in STOP and not one.set.key:
                continue  # The agent's own, which stand as it lists them.
            # Of a hosted server only the row is known, not the tools whose names its policy holds.
            yield one.entry.name if one.set.kind == "hosted_approval" else tool.visible, one
    for ghost in join.ghosts:
        yield from ((ghost.name, one) for one in ghost.listings)
