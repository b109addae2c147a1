"""What tells tools of one visible name apart."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from inspector.model import Tool
from inspector.model.tool import Approval

_APPROVALS: dict[Approval, str] = {
    "none": "needs no approval",
    "static": "needs approval",
    "dynamic": "approval by a function",
    "table": "approval by a table",
}


def told_apart(tools: Iterable[Tool]) -> dict[str, str]:
    """By key, for those that share their name with another: as `orders.refund` or `refund, needs approval`.

    The end of the function's name, as much of it as it takes; the approval where that differs and the
    function doesn't; at last the place.
    """
    named: dict[str, list[Tool]] = defaultdict(list)
    for tool in tools:
        named[tool.visible].append(tool)
    found: dict[str, str] = {}
    for alike in named.values():
        if len(alike) > 1:
            found |= _apart(alike)
    return found


def _apart(tools: Sequence[Tool]) -> dict[str, str]:
    told = _functions(tools)
    for more in (_approval, _place):
        same: dict[str, list[Tool]] = defaultdict(list)
        for tool in tools:
            same[told[tool.key]].append(tool)
        for alike in same.values():
            if len({more(tool) for tool in alike}) > 1:
                told |= {tool.key: f"{told[tool.key]}, {more(tool)}" for tool in alike}
    return told


def _functions(tools: Sequence[Tool]) -> dict[str, str]:
    names = [(tool.function or tool.type).split(".") for tool in tools]
    longest, different = max(map(len, names)), len(set(map(tuple, names)))
    least = next(
        size for size in range(1, longest + 1) if len({tuple(one[-size:]) for one in names}) == different
    )
    return {tool.key: ".".join(parts[-least:]) for tool, parts in zip(tools, names, strict=True)}


def _approval(tool: Tool) -> str:
    return _APPROVALS[tool.approval]


def _place(tool: Tool) -> str:
    return str(tool.location) if tool.location is not None else ""
