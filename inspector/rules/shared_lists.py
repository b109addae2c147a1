"""TI604: agents that hold one `tools` list object."""

from collections import defaultdict
from collections.abc import Iterator

from inspector.controls.kinds import ELSEWHERE
from inspector.controls.presence import any_of, doubt, existing, two_of
from inspector.model import Condition, Consumer, Finding, Registry
from inspector.rules.findings import about_consumer, held
from inspector.rules.owners import join


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per list, on the first agent that holds it.

    Empty lists stay silent: agents without tools are often cloned, and nothing crosses between them yet.
    """
    holders: dict[int, dict[str, list[Consumer]]] = defaultdict(lambda: defaultdict(list))
    for consumer in registry.consumers:
        if _filled(consumer):
            for form in consumer.forms:
                if form.tools_list:
                    holders[form.tools_list][consumer.id].append(form)
    by_id = {consumer.id: consumer for consumer in registry.consumers}
    sharing: dict[tuple[str, ...], list[Condition]] = defaultdict(list)
    for forms in holders.values():
        if len(forms) > 1:
            sharing[tuple(forms)].append(two_of(any_of(map(existing, held)) for held in forms.values()))
    for identifiers, conditions in sharing.items():
        consumers = [by_id[one] for one in identifiers]
        if (holds := any_of(conditions)).possible:
            yield held(_finding(consumers), holds, doubt=doubt(*consumers))


def _filled(consumer: Consumer) -> bool:
    return any(tool.origin not in ELSEWHERE for tool in consumer.tools) or any(
        junk.where == "tools" for junk in consumer.junk
    )


def _finding(consumers: list[Consumer]) -> Finding:
    first = consumers[0]
    named = join([f"`{one.name}` ({one.location or one.id})" for one in consumers])
    return about_consumer(
        "TI604",
        first,
        names=(one.name for one in consumers),
        message=(
            f"{named} hold the same `tools` list object, as `clone()` and a shared constant leave it: a "
            "tool that is "
            "appended to one of them appears on all."
        ),
        fix="Pass each agent a list of its own: `clone(tools=list(agent.tools))`, or `tools=[*COMMON]`.",
        locations=(one.location for one in consumers),
        tools=(tool for tool in first.tools if tool.origin not in ELSEWHERE),
    )
