"""What the rules over control sets share: names that no tool has, and findings about an entry of a list."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.controls.matching import HeldSet
from inspector.controls.names import Absence, Place
from inspector.controls.presence import doubt, existing
from inspector.model import Condition, Consumer, ControlSet, Finding, ListedName, Location, Tool
from inspector.rules import findings
from inspector.rules.findings import about_consumer
from inspector.rules.owners import owner


class Miss(msgspec.Struct, frozen=True):
    """An entry of a set that stands for no tool, and why."""

    held: HeldSet
    entry: ListedName
    absence: Absence


def misses(held: HeldSet) -> Iterator[Miss]:
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
        absence = held.absence(entry)
        if held.scope.complete or absence.explained:
            yield Miss(held, entry, absence)


def about_entry(
    code: str,
    held: HeldSet,
    entry: ListedName,
    *,
    message: str,
    fix: str,
    tools: Iterable[tuple[str, str]] = (),
    ghost: bool = False,
    condition: str | None = None,
    holds: Condition | None = None,
    described: Condition | None = None,
) -> Finding:
    """A finding about one entry: located at the entry, then at the tools, given by consumer id and key.

    It holds where the set is this one, or as given.
    """
    control = held.control
    consumer = held.names.consumers[control.consumer] if control.consumer is not None else None
    places = held.names.placed(tools)
    own = [tool for holder, tool in places if consumer is not None and holder == consumer.id]
    finding = about_consumer(
        code,
        consumer,
        names=(entry.name,),
        message=message,
        fix=fix,
        locations=(
            entry_location(control, entry, consumer),
            *(place for _, tool in places for place in tool.places),
            _heir(control, entry, consumer),
        ),
        condition=condition,
        tools=own,
    )
    others = tuple((holder, tool.key) for holder, tool in places if consumer is None or holder != consumer.id)
    finding = msgspec.structs.replace(finding, touches=others, ghost=entry.name if ghost else None)
    why = control.doubt or doubt(consumer, *(own if holds is not None else ()))
    return findings.held(finding, standing(held) if holds is None else holds, doubt=why, described=described)


def standing(held: HeldSet) -> Condition:
    """Where the set is this one, and its consumer is there."""
    control = held.control
    consumer = held.names.consumers[control.consumer] if control.consumer is not None else None
    return existing(consumer) if control.holds is None else control.holds & existing(consumer)


def _heir(control: ControlSet, entry: ListedName, consumer: Consumer | None) -> Location | None:
    """The agent, where its list is written outside of its construction: a clone's, or a constant's."""
    place = entry.location or control.location
    if consumer is None or control.key or control.kind not in ("stop", "tool_choice") or place is None:
        return None
    return consumer.location if _before(place, consumer) else None


def _before(place: Location, consumer: Consumer) -> bool:
    return place.path != consumer.path or (place.line or 0) < (consumer.line or 0)


def entry_location(control: ControlSet, entry: ListedName, consumer: Consumer | None) -> Location | None:
    """Where an entry stands, as near as is known."""
    return entry.location or control.location or (consumer.location if consumer is not None else None)


def explained(miss: Miss) -> str:
    """What the listed name is instead, with the code and its place, to go after "`name` is "."""
    absence = miss.absence
    if not absence.explained:
        return absence.reason
    owners = [owner(tool) for _, tool in miss.held.names.placed(absence.tools[:1])]
    return f"the {absence.reason}, {owners[0]}" if owners else f"the {absence.reason}"


def claim(miss: Miss) -> str:
    """A sentence's beginning that says why the name is wrong: "`x` in … is the function behind `y`, …"."""
    held, absence = miss.held, miss.absence
    subject = f"`{miss.entry.name}` in {called(held.control)}"
    if held.is_pattern(miss.entry):
        return (
            f"The pattern {subject} matches no {'business id' if held.by_id else 'visible name'}{_of(held)}"
        )
    if absence.explained:
        return f"{subject} is {explained(miss)}"
    match absence.kind:
        case "elsewhere":
            return f"{subject} names no tool of {_named(held)}: {absence.reason}"
        case "unlisted":
            return f"{subject} names a tool that is built, but in no agent's list"
        case _ if held.by_id:
            return f"{subject} is no tool's business id, while the other names there are"
        case _:
            return f"{subject} names no tool{_of(held)}"


def called(control: ControlSet) -> str:
    """A set in a sentence: its reference between backticks, or what it is on an agent."""
    return control.source if not control.key else f"`{control.source}`"


def matched_by(held: HeldSet) -> str:
    """What the set's names are looked up among."""
    return "business ids" if held.by_id else "visible names"


def instead(miss: Miss) -> str | None:
    """The one name that was most likely meant, an id in a set of ids; None where that is open."""
    absence = miss.absence
    if absence.nearest is not None:
        return absence.nearest
    if not absence.explained:
        return None
    tools = [tool for _, tool in miss.held.names.placed(absence.tools)]
    meant = {tool.business_id if miss.held.by_id else tool.visible for tool in tools}
    return meant.pop() if len(meant) == 1 else None


def replaced(miss: Miss) -> str:
    """The fix for a list of names: "Write `y` there", or what to do where nothing is near."""
    meant, kind = instead(miss), miss.absence.kind
    if kind == "unlisted":
        return "Give the tool to an agent, or take the name out."
    if miss.absence.explained:
        return _identified(miss, meant) if miss.held.by_id else _listed(miss, meant)
    if meant:
        return f"Write `{meant}` if that is meant, or take the name out."
    wanted = "a tool's business id" if miss.held.by_id else "the name that the model sees"
    return f"Take the name out, or write {wanted}."


def behind(miss: Miss) -> Sequence[Place]:
    """The tools that the listed name most likely means, one of each visible name on each consumer."""
    held, nearest = miss.held, miss.absence.nearest
    places = held.names.placed(miss.absence.tools)
    if not places and nearest is not None:
        places = (held.scope.ids if held.by_id else held.scope.visible)[nearest]
    return tuple({(holder, tool.visible): (holder, tool) for holder, tool in places}.values())


def distinct(places: Iterable[Place]) -> list[Tool]:
    """The tools of these places, one of each visible name."""
    return list({tool.visible: tool for _, tool in places}.values())


def _listed(miss: Miss, meant: str | None) -> str:
    choice = f"`{meant}`" if meant else "the visible name"
    place = entry_location(miss.held.control, miss.entry, None)
    by_code = place is None or place.path.endswith(".py")
    return f"List {choice}, or build the list from `tool.name`." if by_code else f"Write {choice} there."


def _identified(miss: Miss, meant: str | None) -> str:
    """What to do in a set of business ids, where a tool may have none yet."""
    tools = distinct(behind(miss))
    if meant:
        return f"Write `{meant}` there, the business id of `{tools[0].visible}`."
    if all(tool.business_id is None for tool in tools):
        return f"Give `{tools[0].visible}` a business id, and write that there."
    return "Write the business id of the tool that is meant there."


def _named(held: HeldSet) -> str:
    consumer = held.control.consumer
    return f"`{held.names.consumers[consumer].name}`" if consumer is not None else "any agent"


def _of(held: HeldSet) -> str:
    return f" of {_named(held)}"
