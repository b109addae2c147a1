"""TI107: overridden tools that are called like the function behind another."""

from collections import defaultdict
from collections.abc import Iterator

from inspector.controls.presence import any_of, live
from inspector.model import ALWAYS, Condition, Consumer, Finding, Tool
from inspector.rules.findings import about_tools, held
from inspector.rules.liveness import coexist
from inspector.rules.owners import owner

_GENERIC = frozenset(
    {
        *("wrapper", "wrapped", "inner", "decorator", "decorated", "impl", "implementation"),
        *("func", "function", "fn", "callable", "callback", "closure", "handler", "<lambda>"),
        *("tool", "tool_fn", "tool_func", "tool_function", "invoke", "run", "call", "execute", "main"),
    }
)
"""Names that decorators, factories and adapter classes give to every function they make."""


def check(consumer: Consumer) -> Iterator[Finding]:
    """One finding per pair; a mutual pair is one error, not two warnings."""
    by_function, alone = _overridden_by_function_name(consumer)
    if len(by_function) < 2:
        return
    reported: set[frozenset[str]] = set()
    for holders in by_function.values():
        for taker in holders:
            for other in by_function.get((taker.namespace, taker.name), ()):
                pair = frozenset((taker.key, other.key))
                if taker.function != other.function and other.name != taker.name and pair not in reported:
                    reported.add(pair)
                    yield from _pair(consumer, taker, other, alone[taker.key] & alone[other.key])


def _overridden_by_function_name(
    consumer: Consumer,
) -> tuple[dict[tuple[str | None, str], list[Tool]], dict[str, Condition]]:
    """Overridden tools by namespace and own function name, without those whose function name says nothing.

    And by their keys where their function goes by no other name at the same time.
    """
    same: dict[str | None, list[Tool]] = defaultdict(list)
    candidates = [
        tool for tool in consumer.tools if tool.live and tool.origin == "function" and tool.overridden
    ]
    for tool in candidates:
        same[tool.function].append(tool)
    alone: dict[str, Condition] = {}
    found: dict[tuple[str | None, str], list[Tool]] = defaultdict(list)
    for tool in candidates:
        name = tool.function_name
        if name and not _says_nothing(name):
            others = [other for other in same[tool.function] if other.visible != tool.visible]
            where = ~any_of(live(consumer, other) for other in others) if others else ALWAYS
            if where.possible:
                alone[tool.key] = where
                found[tool.namespace, name].append(tool)
    return found, alone


def _says_nothing(function_name: str) -> bool:
    return function_name in _GENERIC or function_name.strip("_").lower() in _GENERIC


def _pair(consumer: Consumer, taker: Tool, other: Tool, within: Condition) -> Iterator[Finding]:
    meeting = coexist(consumer, (taker, other), within)
    if meeting is None:
        return
    mutual = taker.function_name == other.name
    if mutual:
        claim = (
            f"`{taker.visible}` runs {owner(taker)} and `{other.visible}` runs {owner(other)} on "
            f"`{consumer.name}`: "
            "each carries the other's function name."
        )
    else:
        claim = (
            f"`{taker.visible}` on `{consumer.name}` runs {owner(taker)}, while the function named "
            f"`{other.function_name}` is {owner(other)}, which the model sees as `{other.visible}`."
        )
    finding = about_tools(
        "TI107",
        consumer,
        (taker, other),
        names=(taker.visible, other.visible),
        message=f"{claim} A list kept by function name controls the wrong tool.",
        fix=(
            "Swap the overrides, or rename the functions after what the model sees."
            if mutual
            else (
                f"Rename function `{other.function_name}`, or choose another override than `{taker.visible}`."
            )
        ),
        condition=meeting.condition,
        severity="error" if mutual else "warning",
    )
    yield held(finding, meeting.holds, doubt=meeting.doubt)
