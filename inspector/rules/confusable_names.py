"""TI106: visible names that differ only in case or separators."""

from collections import defaultdict
from collections.abc import Iterator

from inspector.controls.kinds import RENAMED_TYPES
from inspector.controls.presence import first_known, present
from inspector.controls.spelling import fold
from inspector.model import Consumer, Finding, Tool
from inspector.rules.findings import about_tools, held
from inspector.rules.liveness import coexist_by_name
from inspector.rules.owners import join, owner


def check(consumer: Consumer) -> Iterator[Finding]:
    """One finding per group of names that fold to the same letters."""
    folded: dict[str, dict[str, list[Tool]]] = defaultdict(lambda: defaultdict(list))
    for tool in consumer.tools:
        if tool.live and tool.type not in RENAMED_TYPES:
            folded[fold(tool.visible)][tool.visible].append(tool)
    for names in folded.values():
        if len(names) > 1:
            yield from _group(consumer, names)


def _group(consumer: Consumer, names: dict[str, list[Tool]]) -> Iterator[Finding]:
    meeting = coexist_by_name(consumer, list(names.values()))
    if meeting is None:
        return
    described, held_there = present(consumer, names, meeting.holds)
    tools = tuple(map(first_known, held_there.values()))
    listed = join([f"`{tool.visible}` of {owner(tool)}" for tool in tools])
    finding = about_tools(
        "TI106",
        consumer,
        tools,
        names=held_there,
        message=(
            f"{listed} on `{consumer.name}` differ only in case or separators: the SDK sees different tools, "
            "while a model or a reader easily takes one for the other."
        ),
        fix="Rename one so that it says what sets it apart.",
        condition=meeting.condition,
    )
    yield held(finding, meeting.holds, doubt=meeting.doubt, described=described)
