"""TI106: visible names that differ only in case or separators."""

from collections import defaultdict
from collections.abc import Iterator

from inspector.controls.kinds import RENAMED_TYPES
from inspector.controls.spelling import fold
from inspector.model import Consumer, Finding, Tool
from inspector.rules.findings import about_tools
from inspector.rules.liveness import coexist
from inspector.rules.owners import join, owner


def check(consumer: Consumer) -> Iterator[Finding]:
    """One finding per group of names that fold to the same letters."""
    folded: dict[str, dict[str, Tool]] = defaultdict(dict)
    for tool in consumer.tools:
        if tool.live and tool.type not in RENAMED_TYPES:
            names = folded[fold(tool.visible)]
            if tool.visible not in names or names[tool.visible].enabled is None:
                names[tool.visible] = tool
    for names in folded.values():
        if len(names) > 1:
            yield from _group(consumer, names)


def _group(consumer: Consumer, names: dict[str, Tool]) -> Iterator[Finding]:
    tools = tuple(names.values())
    meeting = coexist(tools)
    if meeting is None:
        return
    listed = join([f"`{name}` of {owner(tool)}" for name, tool in names.items()])
    yield about_tools(
        "TI106",
        consumer,
        tools,
        names=names,
        message=(
            f"{listed} on `{consumer.name}` differ only in case or separators: the SDK sees different tools, "
            "while a model or a reader easily takes one for the other."
        ),
        fix="Rename one so that it says what sets it apart.",
        condition=meeting.condition,
    )
