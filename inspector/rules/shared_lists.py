"""TI604: agents that hold one `tools` list object."""

from collections import defaultdict
from collections.abc import Iterator

from inspector.model import Consumer, Finding, Registry
from inspector.rules.catalogue import CATALOGUE
from inspector.rules.owners import join

_NOT_LISTED = frozenset({"mcp", "handoff", "workflow"})


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per list, on the first agent that holds it.

    Empty lists stay silent: agents without tools are often cloned, and nothing crosses between them yet.
    """
    holders: dict[int, list[Consumer]] = defaultdict(list)
    for consumer in registry.consumers:
        if consumer.tools_list and _filled(consumer):
            holders[consumer.tools_list].append(consumer)
    for consumers in holders.values():
        if len(consumers) > 1:
            yield _finding(consumers)


def _filled(consumer: Consumer) -> bool:
    return any(tool.origin not in _NOT_LISTED for tool in consumer.tools) or any(
        junk.where == "tools" for junk in consumer.junk
    )


def _finding(consumers: list[Consumer]) -> Finding:
    rule = CATALOGUE["TI604"]
    first = consumers[0]
    named = join([f"`{one.name}` ({one.location or one.id})" for one in consumers])
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=rule.severity,
        consumer=first.id,
        consumer_name=first.name,
        names=tuple(dict.fromkeys(one.name for one in consumers)),
        message=(
            f"{named} hold the same `tools` list object, as `clone()` and a shared constant leave it: a "
            "tool that is "
            "appended to one of them appears on all."
        ),
        fix="Pass each agent a list of its own: `clone(tools=list(agent.tools))`, or `tools=[*COMMON]`.",
        locations=tuple(dict.fromkeys(place for one in consumers if (place := one.location) is not None)),
        tools=tuple(tool.key for tool in first.tools if tool.origin not in _NOT_LISTED),
    )
