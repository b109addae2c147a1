"""Names in prompts that stand for a tool which the model that reads them doesn't see."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from inspector.controls.mention_grammar import Stance, Standing
from inspector.controls.mention_spans import Span, spans
from inspector.controls.mention_words import Readers, Vocabulary
from inspector.controls.names import Names, Place
from inspector.controls.presence import existing
from inspector.controls.spelling import words
from inspector.controls.tool_words import is_action, is_data, is_toolish, shape
from inspector.model import ALWAYS, Condition, Controls, Location, Prompt, Registry, Unlisted

MissingKind = Literal["function", "variable", "agent", "raw_name", "off", "elsewhere", "unlisted", "nothing"]
_CLEAR = frozenset({"tool", "call", "named"})
_STRONG = frozenset({"tool", "call"})
_ANY = frozenset({"tool", "call", "named", "use", "member", "item"})
_LEFT_ALONE = frozenset({"agent", "raw_name", "off"})
"""Kinds of names that a prompt may say something of without asking for a call."""
_TRANSFER = "transfer_to_"
_MOST_MENTIONS = 20
"""Mentions of one name that are looked at: a text that repeats it without calling for it won't start to."""
_OF_ALL_TRADES = frozenset(
    {"print", "eval", "exec", "open", "input", "range", "main", "len", "max", "min", "sum", "round", "sorted"}
)
"""Calls that prompts of coding agents speak of."""


class MissingTool(msgspec.Struct, frozen=True, kw_only=True):
    """A name in a prompt behind which its readers see no tool."""

    prompt: Prompt
    name: str
    kind: MissingKind
    location: Location | None
    """Of the line it stands on, as closely as the prompt's own location allows."""
    places: tuple[Place, ...] = ()
    """The tools whose function, variable or agent it is, that are off, or that others have."""
    unlisted: Unlisted | None = None
    nearest: str | None = None
    """The visible name most like it."""
    holds: Condition = ALWAYS
    """Where the text is given and the name is missing."""

    @property
    def certain(self) -> bool:
        """Whether the name is known to be something of a tool that the readers have."""
        return self.kind in ("function", "variable", "agent", "raw_name", "off")


def missing_tools(
    registry: Registry, controls: Controls, names: Names | None = None
) -> Iterator[MissingTool]:
    """One for each prompt and name, in the order of the text; `names` is the registry's index."""
    if not controls.prompts:
        return
    names = names or Names(registry)
    vocabulary = Vocabulary(registry, names)
    for prompt in controls.prompts:
        readers = vocabulary.readers(prompt.consumer)
        if readers is not None and readers.tools:
            given = existing(names.consumers.get(prompt.consumer or ""))
            given = given if prompt.holds is None else given & prompt.holds
            yield from _in_prompt(prompt, readers, vocabulary, given)


def _in_prompt(
    prompt: Prompt, readers: Readers, vocabulary: Vocabulary, given: Condition
) -> Iterator[MissingTool]:
    reported: set[str] = set()
    tried: Counter[str] = Counter()
    for span in spans(prompt.text):
        name = span.name
        if name in reported or tried[name] >= _MOST_MENTIONS:
            continue
        missed = given
        if readers.understand(name):
            missed = readers.missed(name, given)
            if not missed.meets(vocabulary.legal):
                continue
        tried[name] += 1
        missing = _missing(prompt, span, readers, vocabulary)
        if missing is None:
            continue
        if missing.places and missing.kind not in ("off", "elsewhere"):
            missed = given & readers.on(missing.places)
        if missed.meets(vocabulary.legal):
            reported.add(name)
            yield msgspec.structs.replace(missing, holds=missed)


def _missing(prompt: Prompt, span: Span, readers: Readers, vocabulary: Vocabulary) -> MissingTool | None:
    name = span.name
    known = readers.behind(name)
    if known is None and (readers.incomplete or span.fenced or not _may_be_called(span, readers)):
        return None
    place = Standing(prompt.text, span, readers.visible)
    if known is not None:
        reason, places = known
        if place.noun or not _is_meant(span, place, readers, reason):
            return None
        if reason in _LEFT_ALONE and (place.negated or place.of_agent(vocabulary.others(prompt.consumer))):
            return None
        if _is_shared(places) and place.stance not in _CLEAR:
            return None
        return _found(prompt, span, reason, places=tuple(places))
    if not _calls_for_a_tool(span, place, readers, vocabulary) or place.noun or place.negated:
        return None
    if place.of_agent(vocabulary.others(prompt.consumer)):
        return None
    elsewhere = vocabulary.elsewhere(name, prompt.consumer)
    if elsewhere:
        return None if place.of_another else _found(prompt, span, "elsewhere", places=tuple(elsewhere))
    unlisted = vocabulary.unlisted.get(name)
    kind: MissingKind = "nothing" if unlisted is None else "unlisted"
    return _found(prompt, span, kind, unlisted=unlisted, nearest=readers.nearest(name))


def _may_be_called(span: Span, readers: Readers) -> bool:
    """Whether a name of unknown meaning can be a tool's at all, wherever it stands."""
    match shape(span.name):
        case "capitals":
            return False
        case "plain":
            return span.marked and span.name not in _OF_ALL_TRADES
        case _:
            return "." not in span.name or readers.has_namespace(span.name.split(".")[0])


def _is_meant(span: Span, place: Standing, readers: Readers, kind: MissingKind) -> bool:
    """Whether a word that is known to be something of a tool is used for it here."""
    stance = place.stance
    if span.name in readers.parameters:
        return stance in _CLEAR
    if "." in span.name:
        return True
    if kind == "agent":
        return (stance in _ANY or span.name.startswith(_TRANSFER)) and not place.of_another
    if kind == "raw_name":
        return stance in _ANY
    if shape(span.name) == "plain":
        return stance in _ANY or (stance == "written" and not span.fenced)
    return stance != "none" or is_toolish(span.name)


def _is_shared(places: Sequence[Place]) -> bool:
    """Whether tools of several visible names go by one word, which then says little of any."""
    return len({tool.visible for _, tool in places}) > 1


def _calls_for_a_tool(span: Span, place: Standing, readers: Readers, vocabulary: Vocabulary) -> bool:
    """Whether an identifier of no known meaning stands where a tool is called for."""
    name, stance = span.name, place.stance
    if name in readers.parameters and stance != "tool":
        return False
    if place.called_tool and (f"{name}_tool" in readers.visible or readers.has_family(name)):
        return False
    known = vocabulary.knows(name)
    match shape(name):
        case "plain":
            return stance in ("tool", "member") or (known and stance in _ANY)
        case "pascal" | "kebab":
            return stance == "tool" or (stance in _ANY and (known or words(name)[-1] == "tool"))
        case _:
            return _is_called(name, stance, known=known, is_agent=vocabulary.is_agent(name))


def _is_called(name: str, stance: Stance, *, known: bool, is_agent: bool) -> bool:
    """Whether a name in snake or camel case reads as a tool's in this place."""
    if is_agent and stance not in _ANY:
        return False
    if stance in _STRONG or name.startswith(_TRANSFER):
        return True
    if known:
        return stance != "none" and (stance != "with" or is_toolish(name))
    match stance:
        case "use" | "parenthesis" | "beside":
            return is_toolish(name)
        case "member" | "item" | "named":
            return not is_data(name)
        case "tools" | "by" | "handoff" | "written":
            return is_action(name)
        case _:
            return False


def _found(
    prompt: Prompt,
    span: Span,
    kind: MissingKind,
    *,
    places: tuple[Place, ...] = (),
    unlisted: Unlisted | None = None,
    nearest: str | None = None,
) -> MissingTool:
    return MissingTool(
        prompt=prompt,
        name=span.name,
        kind=kind,
        location=_line_of(prompt, span.start),
        places=places,
        unlisted=unlisted,
        nearest=nearest,
    )


def _line_of(prompt: Prompt, position: int) -> Location | None:
    place = prompt.location
    if place is None or place.line is None or not prompt.lines_count:
        return place
    return Location(place.path, place.line + prompt.text.count("\n", 0, position))
