"""TI104: namespaced and deferred tools that the SDK refuses on every run."""

from collections.abc import Iterator, Sequence

from inspector.controls.presence import any_of, doubt, live
from inspector.model import Consumer, Finding, SdkInfo, Tool
from inspector.rules.collisions import Collision
from inspector.rules.findings import about_tools, held
from inspector.rules.liveness import when
from inspector.rules.owners import owner, owners


def check(consumer: Consumer, groups: Sequence[Collision], info: SdkInfo) -> Iterator[Finding]:
    """One finding per qualified name."""
    for group in groups:
        if group.code == "TI104":
            claim, fix = _clash(group)
            finding = about_tools(
                "TI104",
                consumer,
                (*group.tools, *group.others),
                names=(group.name,),
                message=f"On `{consumer.name}` {claim}. {_always_raises(info)}",
                fix=fix,
                condition=group.meeting.condition,
            )
            yield held(finding, group.meeting.holds, doubt=group.meeting.doubt, described=group.described)
    yield from _reserved_shapes(consumer, info)


def _clash(group: Collision) -> tuple[str, str]:
    name = group.name
    namespaced = [tool for tool in group.tools if tool.namespace]
    if not namespaced:
        return (
            f"two deferred tools are called `{name}`: {owners(group.tools)}",
            "Rename one of the deferred tools, or put one into a namespace.",
        )
    dotted = [tool for tool in group.tools if not tool.namespace]
    if dotted:
        return (
            f"`{name}` is both the dotted name of {owners(dotted)} and, in namespace "
            f"`{namespaced[0].namespace}`, {owners(namespaced)}",
            f"Rename `{name}` of {owner(dotted[0])}: a dot is for namespaces only.",
        )
    namespaces = {tool.namespace for tool in namespaced}
    if len(namespaces) > 1:
        return (
            f"`{name}` can be read in more than one way: {owners(namespaced)}",
            "Keep dots out of namespaces and tool names.",
        )
    return (
        f"namespace `{namespaced[0].namespace}` holds `{namespaced[0].name}` more than once: "
        f"{owners(namespaced)}",
        "Rename one of them, or list it once.",
    )


def _reserved_shapes(consumer: Consumer, info: SdkInfo) -> Iterator[Finding]:
    reserved: dict[str, list[Tool]] = {}
    for tool in consumer.tools:
        if tool.live and tool.namespace is not None and tool.namespace == tool.name:
            reserved.setdefault(tool.visible, []).append(tool)
    for tools in reserved.values():
        tool = tools[0]
        finding = about_tools(
            "TI104",
            consumer,
            (tool,),
            names=(tool.visible,),
            message=(
                f"On `{consumer.name}` {owner(tool)} has the name of its namespace: `{tool.visible}` is "
                "reserved for "
                f"deferred tools. {_always_raises(info)}"
            ),
            fix="Rename the namespace or the tool.",
            condition=when(tool),
        )
        yield held(finding, any_of(live(consumer, one) for one in tools), doubt=doubt(consumer, *tools))


def _always_raises(info: SdkInfo) -> str:
    return f"SDK {info.sdk} raises a UserError on every run, whatever the collision policy."
