"""What becomes of a consumer's tools when others of them are on: which run, and which are sent."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from inspector.controls.kinds import slot
from inspector.model import Consumer, Resolution, Tool

Slots = dict[tuple[str, ...], list[Tool]]


class Unsettled(Exception):
    """Only the SDK can tell."""


def settled(before: Consumer, tools: Sequence[Tool], *, policy: str, run_error: str | None) -> Consumer:
    """A consumer with tools of which others are on than `before`; `run_error` is what listing them raises.

    The strict policy's own words are only known for what is shown: elsewhere they are left out. Raises
    Unsettled where every run may fail for a reason that only the SDK can put into words.
    """
    if run_error == before.resolution.run_error and _live(tools) == _live(before.tools):
        return msgspec.structs.replace(before, tools=tuple(_with_fates(before, tools)))
    slots = _slots(tools)
    rivals = {key: group for key, group in slots.items() if len(group) > 1}
    strict = before.kind != "realtime" and any(key[0] == "name" for key in rivals)
    if before.resolution.wire_error or any(map(_is_searched, tools)):
        raise Unsettled
    if run_error is None and (
        before.resolution.run_error
        or _is_refused(tools, slots)
        or any(tool.precedence is None for group in rivals.values() for tool in group)
        or (strict and policy == "error")
    ):
        raise Unsettled
    winners = {key: min(group, key=lambda tool: tool.precedence or 0) for key, group in rivals.items()}
    shadowed = {
        tool.key: winners[key].key
        for key, group in rivals.items()
        for tool in group
        if tool is not winners[key] and winners[key].precedence is not None
    }
    return msgspec.structs.replace(
        before,
        tools=tuple(_fated(tool, shadowed.get(tool.key), blocked=run_error is not None) for tool in tools),
        resolution=Resolution(run_error=run_error),
    )


def _live(tools: Iterable[Tool]) -> list[tuple[str, bool | None]]:
    return [(tool.key, tool.enabled) for tool in tools if tool.live]


def _with_fates(before: Consumer, tools: Sequence[Tool]) -> Iterable[Tool]:
    """The tools as they were sent and shadowed before."""
    fates = {tool.key: tool for tool in before.tools}
    for tool in tools:
        known = fates.get(tool.key)
        if known is None or (known.sent, known.shadowed_by) == (tool.sent, tool.shadowed_by):
            yield tool
        else:
            yield msgspec.structs.replace(tool, sent=known.sent, shadowed_by=known.shadowed_by)


def _fated(tool: Tool, shadowed_by: str | None, *, blocked: bool) -> Tool:
    sent = tool.live and not blocked and (shadowed_by is None or tool.sent_if_shadowed)
    if (sent, shadowed_by) == (tool.sent, tool.shadowed_by):
        return tool
    return msgspec.structs.replace(tool, sent=sent, shadowed_by=shadowed_by)


def _slots(tools: Iterable[Tool]) -> Slots:
    """Live tools by what they must share to get in each other's way.

    Left out are those of which it depends on several unknown predicates which one runs.
    """
    live: Slots = defaultdict(list)
    unknown: dict[tuple[str, ...], set[int | None]] = defaultdict(set)
    for tool in tools:
        key = slot(tool)
        if key is not None and tool.live:
            live[key].append(tool)
            if tool.enabled is None:
                unknown[key].add(tool.predicate_identity)
    return {
        key: [tool for tool in group if tool.enabled or len(unknown[key]) < 2] if key in unknown else group
        for key, group in live.items()
    }


def _is_searched(tool: Tool) -> bool:
    """Whether the converter looks at it together with others."""
    return tool.deferred or tool.type in ("ToolSearchTool", "ComputerTool")


def _is_refused(tools: Iterable[Tool], slots: Slots) -> bool:
    """Whether some dotted name may be read in more than one way."""
    namespaced = {tool.visible for tool in tools if tool.live and tool.namespace is not None}
    return any(key[:2] == ("name", "bare") and key[-1] in namespaced for key in slots)
