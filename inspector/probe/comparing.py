"""How the tools of an agent differ between two builds, as a model sees them."""

from collections import Counter
from typing import Any

from .recorder import agent_name

Consumers = dict[int, dict[str, Any]]
"""id of an agent to what was read of it; agents that could not be read have none."""
Tools = list[tuple[str, str, Any]]
"""(visible name, function or where the agent behind it is built, whether enabled) of an agent's tools."""


def compare(first: Any, second: Any, before: Consumers, after: Consumers, later: str = "second") -> str:
    """How the agent of a `later` build differs, in words; empty when it doesn't.

    Only the registry counts: an agent may have another name at each build.
    """
    old_name = agent_name(first)
    old, new = tools_of(before.get(id(first))), tools_of(after.get(id(second)))
    if old is None or new is None:
        readable = "first" if new is None else later
        return "" if old is new else f"{old_name!r} could be read after the {readable} build only"
    return "" if alike(old, new) else f"{old_name!r}: {changes(old, new, f'the {later} build ')}"


def tools_of(consumer: "dict[str, Any] | None") -> "Tools | None":
    """None for an agent that could not be read."""
    if consumer is None:
        return None
    return [
        (tool["visible"], _behind(tool), tool.get("enabled"))
        for tool in consumer["tools"]
        if tool["origin"] != "mcp"
    ]


def _behind(tool: "dict[str, Any]") -> str:
    """What a tool runs; an agent behind it is known by its place, as its name may be another each time."""
    return f"{tool['path']}:{tool['line']}" if tool.get("target") else tool.get("function") or ""


def alike(old: Tools, new: Tools) -> bool:
    """Equal as far as both are known: a predicate that didn't decide once is no difference."""
    return len(old) == len(new) and all(
        was[:2] == now[:2] and (was[2] == now[2] or None in (was[2], now[2]))
        for was, now in zip(old, new, strict=True)
    )


def changes(old: Tools, new: Tools, who: str = "") -> str:
    """What `who`, with a space behind it, has lost and gained; of tools that are not alike."""
    before, after = (Counter(visible for visible, _, _ in tools) for tools in (old, new))
    gone, come = list((before - after).elements()), list((after - before).elements())
    if gone or come:
        parts = [
            f"{word} {', '.join(map(repr, names))}"
            for word, names in (("lost", gone), ("gained", come))
            if names
        ]
        return who + " and ".join(parts)
    if sorted(map(repr, old)) == sorted(map(repr, new)):
        return "the tools come in another order"
    for was, now in zip(old, new, strict=True):
        if not alike([was], [now]):
            return f"{was[0]!r} is {was[1]} (enabled: {was[2]}), then {now[1]} (enabled: {now[2]})"
    return "the tools differ"
