"""TI303: tools of one consumer whose descriptions say the same."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from inspector.controls.presence import any_of, first_known, present
from inspector.model import Consumer, Finding, Tool
from inspector.rules.excerpts import excerpt
from inspector.rules.findings import about_tools, held
from inspector.rules.liveness import Coexistence, coexist_by_name
from inspector.rules.owners import join, owner, quoted
from inspector.rules.wording import gist, sense

_HANDOFF = re.compile(r"Handoff to the .*? agent to handle the request\.\s*", re.DOTALL)
"""What the SDK puts before an agent's own `handoff_description`."""
_PREAMBLE = re.compile(
    r"^(?:please )?(?:(?:use|call) )?(?:(?:this|the|a|an) )?(?:tool|function)"
    r"(?: (?:that|which|is used to|can be used to|used to|to|for|will))? (?=\w)",
    re.IGNORECASE,
)
_TOOL = re.compile("tool|function", re.IGNORECASE)
_BEGINNING = 24
"""Characters within which a preamble names the tool as such."""
_SHOWN = 70
_Named = dict[str, list[Tool]]
"""Tools that tell the model one thing, by visible name."""


def check(consumer: Consumer) -> Iterator[Finding]:
    """One finding per group of descriptions that differ at most in order, inflection and small words.

    Tools of one name are another rule's, and so is a text that is missing.
    """
    if len(consumer.tools) < 2:
        return
    by_gist: dict[frozenset[str], list[tuple[str, Tool]]] = defaultdict(list)
    for tool in consumer.tools:
        text = _own(tool) if tool.live else ""
        if text:
            by_gist[gist(text)].append((text, tool))
    groups: dict[Hashable, _Named] = defaultdict(lambda: defaultdict(list))
    for candidates in by_gist.values():
        for text, tool in candidates if len(candidates) > 1 else ():
            groups[sense(text) or text][tool.visible].append(tool)
    for alike in _servers_together([named for named in groups.values() if len(named) > 1]):
        meetings = [
            meeting for named in alike if (meeting := coexist_by_name(consumer, list(named.values())))
        ]
        if meetings:
            yield _together(consumer, alike, meetings)


def _together(consumer: Consumer, alike: Sequence[_Named], meetings: Sequence[Coexistence]) -> Finding:
    sure = [meeting for meeting in meetings if meeting.condition is None] or meetings
    holds = any_of(meeting.holds for meeting in sure)
    named = {name: tools for one in alike for name, tools in one.items()}
    described, there = present(consumer, named, holds)
    tools = tuple(map(first_known, there.values()))
    return held(
        _finding(consumer, tools, sure[0].condition),
        holds,
        doubt=next((meeting.doubt for meeting in sure if meeting.doubt), ""),
        described=described,
    )


def _own(tool: Tool) -> str:
    """The description without what the SDK says by default, and without "This tool is used to"."""
    text = tool.description.strip()
    if tool.origin == "handoff":
        text = _HANDOFF.sub("", text, count=1).strip()
    return _PREAMBLE.sub("", text, count=1) if _TOOL.search(text, 0, _BEGINNING) else text


def _servers_together(groups: Sequence[_Named]) -> Iterator[Sequence[_Named]]:
    """The groups, those of tools that the same MCP servers have in common together."""
    common: dict[frozenset[str | None], list[_Named]] = defaultdict(list)
    for named in groups:
        tools = [tool for one in named.values() for tool in one]
        raw = {tool.raw_name for tool in tools}
        if all(tool.origin == "mcp" for tool in tools) and len(raw) == 1:
            common[frozenset(tool.server for tool in tools)].append(named)
        else:
            yield (named,)
    yield from common.values()


def _finding(consumer: Consumer, tools: Sequence[Tool], condition: str | None) -> Finding:
    names = [tool.visible for tool in tools]
    servers = list(dict.fromkeys(tool.server or "" for tool in tools))
    if len(tools) > len(servers) > 1 and all(tool.origin == "mcp" for tool in tools):
        what = (
            f"The MCP servers {quoted(servers)} of `{consumer.name}` describe {quoted(names)} alike: only "
            "the names tell a model whose tool is whose."
        )
        return about_tools(
            "TI303",
            consumer,
            tools,
            names=names,
            message=what,
            fix=(
                "Filter out the tools that one of them doesn't need (`tool_filter=`), or tell the servers "
                "apart in the agent's instructions."
            ),
            condition=condition,
        )
    listed = join([f"`{tool.visible}` of {owner(tool)}" for tool in tools])
    return about_tools(
        "TI303",
        consumer,
        tools,
        names=names,
        message=(
            f"{listed} on `{consumer.name}` {'both' if len(tools) == 2 else 'all'} tell the model "
            f"{excerpt(_own(tools[0]), _SHOWN)}: nothing but the name says which one to call."
        ),
        fix="Let each description say what sets its tool apart, or keep one of them.",
        condition=condition,
    )
