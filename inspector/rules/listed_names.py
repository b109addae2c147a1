"""What the rules over control sets share: names that no tool has, and findings about an entry of a list."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.controls.matching import Held
from inspector.controls.names import Absence, Names, Place
from inspector.model import Consumer, Controls, ControlSet, Finding, ListedName, Location, SetKind, Tool
from inspector.rules.findings import about_consumer
from inspector.rules.owners import owner


class Miss(msgspec.Struct, frozen=True):
    """An entry of a set that stands for no tool, and why."""

    held: Held
    entry: ListedName
    absence: Absence


def held_sets(controls: Controls, names: Names, *kinds: SetKind) -> Iterator[Held]:
    """The sets of these kinds, but for those of consumers that are not part of this load."""
    for control in controls.sets:
        if control.kind in kinds and (control.consumer is None or control.consumer in names.consumers):
            yield Held(control, names)


def misses(held: Held, names: Names) -> Iterator[Miss]:
    """Names of the set that no tool in scope has, on or off, each once.

    Without an explanation they only count where every tool that may be meant is known.
    """
    seen: set[str] = set()
    for entry in held.control.entries:
        if entry.name in seen or held.knows(entry):
            continue
        seen.add(entry.name)
        if entry.name in held.scope.visible:
            continue
        absence = names.absence(entry.name, held.control.consumer)
        if held.scope.complete or absence.explained:
            yield Miss(held, entry, absence)


def about_entry(
    code: str,
    held: Held,
    entry: ListedName,
    names: Names,
    *,
    message: str,
    fix: str,
    tools: Iterable[tuple[str, str]] = (),
    ghost: bool = False,
    condition: str | None = None,
) -> Finding:
    """A finding about one entry: located at the entry, then at the tools, given by consumer id and key."""
    control = held.control
    consumer = names.consumers[control.consumer] if control.consumer is not None else None
    places = placed(tools, names)
    own = [tool for holder, tool in places if consumer is not None and holder == consumer.id]
    finding = about_consumer(
        code,
        consumer,
        names=(entry.name,),
        message=message,
        fix=fix,
        locations=(entry_location(control, entry, consumer), *(tool.location for _, tool in places)),
        condition=condition,
        tools=own,
    )
    others = tuple((holder, tool.key) for holder, tool in places if consumer is None or holder != consumer.id)
    return msgspec.structs.replace(finding, touches=others, ghost=entry.name if ghost else None)


def entry_location(control: ControlSet, entry: ListedName, consumer: Consumer | None) -> Location | None:
    """Where an entry stands, as near as is known."""
    return entry.location or control.location or (consumer.location if consumer is not None else None)


def placed(tools: Iterable[tuple[str, str]], names: Names) -> list[Place]:
    """The tools of (consumer id, tool key) pairs."""
    return [
        (holder, tool) for holder, key in tools for tool in names.consumers[holder].tools if tool.key == key
    ]


def explained(miss: Miss, names: Names) -> str:
    """What the listed name is instead, with the code and its place, to go after "`name` is "."""
    absence = miss.absence
    if not absence.explained:
        return absence.reason
    owners = list(dict.fromkeys(owner(tool) for _, tool in placed(absence.tools[:1], names)))
    return f"the {absence.reason}, {owners[0]}" if owners else f"the {absence.reason}"


def claim(miss: Miss, names: Names) -> str:
    """A sentence's beginning that says why the name is wrong: "`x` in … is the function behind `y`, …"."""
    control, absence = miss.held.control, miss.absence
    subject = f"`{miss.entry.name}` in {called(control)}"
    if miss.held.is_pattern(miss.entry):
        return f"The pattern {subject} matches no visible name{_of_scope(control, names)}"
    if miss.held.by_id:
        return f"{subject} is no tool's business id, while the other names there are"
    if absence.explained:
        return f"{subject} is {explained(miss, names)}"
    match absence.kind:
        case "elsewhere":
            return f"{subject} names no tool of {_named(control, names)}: {absence.reason}"
        case "unlisted":
            return f"{subject} names a tool that is built, but in no agent's list"
        case _:
            return f"{subject} names no tool{_of_scope(control, names)}"


def called(control: ControlSet) -> str:
    """A set in a sentence: its reference between backticks, or what it is on an agent."""
    return control.source if not control.key else f"`{control.source}`"


def instead(miss: Miss, names: Names) -> str | None:
    """The one visible name that was most likely meant; None where that is open."""
    absence = miss.absence
    if absence.nearest is not None:
        return absence.nearest
    if not absence.explained:
        return None
    visible = {tool.visible for _, tool in placed(absence.tools, names)}
    return visible.pop() if len(visible) == 1 else None


def replaced(miss: Miss, names: Names) -> str:
    """The fix for a list of visible names: "Write `y` there", or what to do where nothing is near."""
    meant = instead(miss, names)
    if miss.absence.explained:
        choice = f"`{meant}`" if meant else "the visible name"
        place = entry_location(miss.held.control, miss.entry, None)
        by_code = place is None or place.path.endswith(".py")
        return f"List {choice}, or build the list from `tool.name`." if by_code else f"Write {choice} there."
    if miss.absence.kind == "unlisted":
        return "Give the tool to an agent, or take the name out."
    if meant:
        return f"Write `{meant}` if that is meant, or take the name out."
    return "Take the name out, or write the name that the model sees."


def behind(miss: Miss, names: Names) -> Sequence[Tool]:
    """The distinct tools that the listed name most likely means."""
    tools = {tool.visible: tool for _, tool in placed(miss.absence.tools, names)}
    if not tools and miss.absence.nearest is not None:
        near = miss.held.scope.visible[miss.absence.nearest]
        tools = {tool.visible: tool for _, tool in near}
    return tuple(tools.values())


def _named(control: ControlSet, names: Names) -> str:
    return f"`{names.consumers[control.consumer].name}`" if control.consumer is not None else "any agent"


def _of_scope(control: ControlSet, names: Names) -> str:
    return f" of {_named(control, names)}"
