"""Groups of live tools that the SDK can't tell apart by lookup key, and the rule each group belongs to."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from inspector.controls.kinds import BY_NAME
from inspector.model import Consumer, Tool
from inspector.rules.liveness import coexist

CollisionCode = Literal["TI101", "TI102", "TI103", "TI104"]


class Collision(msgspec.Struct, frozen=True, kw_only=True):
    """Two or more live tools of one lookup key, in the consumer's order."""

    code: CollisionCode
    name: str
    tools: tuple[Tool, ...]
    condition: str | None

    @property
    def winner(self) -> Tool | None:
        """The tool that runs; None where every run fails or nobody knows."""
        running = [tool for tool in self.tools if tool.shadowed_by is None]
        return running[0] if len(running) == 1 else None


def collisions(consumer: Consumer) -> Iterator[Collision]:
    """Every group that meets, once, under the one code that fits it best."""
    for code, name, tools in _groups(consumer):
        meeting = coexist(tools)
        if meeting is not None:
            yield Collision(code=code, name=name, tools=tuple(tools), condition=meeting.condition)


def undecided(consumer: Consumer) -> Iterator[tuple[str, tuple[Tool, ...]]]:
    """(name, tools) of groups of which nobody knows whether they meet: predicates gave no answer."""
    for _, name, tools in _groups(consumer):
        unknown = [tool for tool in tools if tool.enabled is None]
        if len(unknown) > 1 and coexist(tools) is None:
            yield name, tuple(tools)


def _groups(consumer: Consumer) -> Iterator[tuple[CollisionCode, str, Sequence[Tool]]]:
    """Live tools of one lookup key, also those of which only one can be there."""
    by_name: dict[str, list[Tool]] = defaultdict(list)
    for tool in consumer.tools:
        if tool.live and tool.origin in BY_NAME:
            by_name[tool.visible].append(tool)
    for name, tools in by_name.items():
        if len(tools) > 1:
            yield from _same_name(name, tools)


def _same_name(name: str, tools: Sequence[Tool]) -> Iterator[tuple[CollisionCode, str, Sequence[Tool]]]:
    function_like = [tool for tool in tools if tool.origin != "handoff"]
    if any(tool.namespace for tool in function_like):
        yield "TI104", name, function_like
        return
    deferred = [tool for tool in function_like if tool.deferred]
    yield "TI104", name, deferred
    bare = [tool for tool in tools if not tool.deferred]
    yield _bare_code(bare), name, bare


def _bare_code(tools: Sequence[Tool]) -> CollisionCode:
    mcp = [tool for tool in tools if tool.origin == "mcp"]
    local = any(tool.origin in ("function", "agent_tool") for tool in tools)
    if mcp and (local or len(servers(mcp)) > 1):
        return "TI103"
    if any(tool.origin == "handoff" for tool in tools):
        return "TI102"
    return "TI101"


def servers(tools: Iterable[Tool]) -> tuple[str, ...]:
    """Distinct names of the MCP servers that the tools come from."""
    return tuple(dict.fromkeys(tool.server or "" for tool in tools if tool.origin == "mcp"))
