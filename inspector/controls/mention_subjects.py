"""Whether a prompt speaks of a tool as another agent's, or as somebody else's."""

import re
from collections.abc import Container, Iterable
from itertools import count

from inspector.controls.enumerations import MARKS, TOOL, after_enumeration
from inspector.controls.spelling import fold

_NO_NAMES = frozenset({"", "a", "i"})
"""Agents of these names are not told from the words."""
_LONGEST_NAME = 5
"""Words of an agent's name that are looked at."""
_WORD = re.compile(r"[^\W_][\w&-]*")
_FILL = (
    r"(?:(?:the|an?|its|their|our|his|her|this|that|old|new|own|right)\s+)*"
    rf"(?:{TOOL}\s+(?:called|named)?\s*)?{MARKS}$"
)
_ADVERBS = r"(?:(?:not|also|then|itself|already|always|only|first|just|\w+ly)\s+)*"
_MODALS = (
    rf"{_ADVERBS}(?:(?:will|can|may|might|should|must|would|could|has|had|to|is|are|was|able|allowed|needs|wants)\s+"
    rf"{_ADVERBS})+"
)
_BASE = r"(?:use|call|invoke|run|execute|trigger|have|apply|employ)"
_PARTICIPLE = r"(?:used|called|invoked|executed|triggered|applied|using|calling|running|invoking)"
_CONJUGATED = (
    rf"{_ADVERBS}(?:uses|calls|invokes|executes|triggers|applies|used|called|invoked|ran|runs|has|had|owns"
    r"|offers|holds)"
)
_DOES = re.compile(
    rf"(?:\s*[:–—-])?\s+(?:{_MODALS}(?:{_BASE}|{_PARTICIPLE})|{_CONJUGATED}|(?P<bare>{_BASE}))\s+{_FILL}",
    re.IGNORECASE,
)
"""The verb of whoever calls the tool, right before its name."""
_CAUSES = re.compile(r"\b(?:have|let|make|see|help|watch)(?:\s+(?:the|our|your|its))?\s*$", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:ask|tell|have|let|get|make|instruct|request|allow|wait for|expect)"
    r"(?:\s+(?:the|our|your|its))?\s*[`'\"*]*$",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\s*(?:will|can|may|should|must|would|has|is|does|uses|calls|runs|handles|looks|takes|manages|checks"
    r"|sends|knows|owns|offers|finds|creates|reads|writes|gets|processes|works)\b(?!.*(?:[,;]|\b(?:you|your|please)\b))",
    re.IGNORECASE,
)
_BEGINNING = re.compile(r"^[\s\-*•#>\d.)]*(?:(?:the|our|your|only)\s+)*[`'\"*]*", re.IGNORECASE)
_POSSESSIVE = re.compile(rf"['’]s?[`*]*\s+{_FILL}", re.IGNORECASE)
_BELONGS = re.compile(
    r"(?:,?\s*(?:which|that)\s+)?"
    r"(?:(?:is|are|was|were|can be|may be|will be|must be|should be)\s+(?:(?:only|\w+ly)\s+)?"
    r"(?:(?:used|called|run|invoked|executed|owned|handled|operated)\s+(?:only\s+)?by"
    r"|(?:available|reserved|meant|intended|exclusive|accessible|visible|there)\s+(?:only\s+)?(?:to|for|on|with)"
    r"|(?:only\s+)?(?:for|with|on))|belongs?\s+to|of|lives? (?:on|with)|sits with)\s+"
    r"(?:(?:only|the|our)\s+)*[`'\"*]*",
    re.IGNORECASE,
)
_IS_OF = re.compile(r"\s*(?:is|are)\s+[`'\"*]*", re.IGNORECASE)
_SOMEBODY = re.compile(
    r"(?:other|another|others|somebody|someone|staff|humans?|admins?|administrators?|supervisors?|specialists?"
    r"|colleagues?|operators?|web ?site|site|web ?page|app|portal|shop|store|dashboard|console|browser)\b"
    r"(?!\s+(?:mcp|server))",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"\b(?:users?|customers?|clients?|callers?|people|visitors?|they|somebody|someone)\s+"
    r"(?:(?:sometimes|often|may|might|can|could|will|would|also|still|(?:wants?|tr(?:y|ies)|needs?|asks?) to"
    r"|\w+ly)\s+)*"
    r"(?:mentions?|names?|asks? (?:you )?(?:for|about|to (?:use|call|run))|wants?|expects?|requests?"
    r"|demands?|knows?|talks? (?:about|of)|refers? to|speaks? of|uses?|calls?|runs?|ha(?:s|ve))\s+"
    rf"{_FILL}"
    rf"|\b(?:asked|talk(?:ing)?|speak(?:ing)?|questions?|told)\s+(?:about|of)\s+{_FILL}",
    re.IGNORECASE,
)
_OF_LIST = frozenset(
    {
        *("s", "agent", "agents", "bot", "team", "tool", "tools", "functions", "has", "have", "can", "use"),
        *("uses", "call", "calls", "these", "the", "following", "own", "owns", "only"),
    }
)


def agent_words(name: str) -> str:
    """An agent's name as it is compared: without case, separators, and the word "agent" at its end."""
    return fold(name).removesuffix("agent")


class OtherAgents:
    """The agents of a project, and those handed off to, but the reader of a prompt; by `agent_words`."""

    def __init__(self, project: Container[str], own: str | None, near: Iterable[str] = ()) -> None:
        self._project = project
        self._own = own
        self._near = frozenset(near)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str) or name in _NO_NAMES or name == self._own:
            return False
        return name in self._project or name in self._near


def of_another(sentence: str, right: str, agents: Container[str]) -> bool:
    """Whether someone else calls, has or speaks of what stands between the two texts.

    `sentence` is what stands before in the same sentence, without other names that are listed with it;
    `agents` holds the `agent_words` of everyone but the reader.
    """
    if _SPOKEN.search(sentence) or _called_by(sentence, agents) or _led_by(sentence, agents):
        return True
    owner = _POSSESSIVE.search(sentence)
    if owner is not None and _ends_in(sentence[: owner.start()], agents) is not None:
        return True
    following = after_enumeration(right)
    if belongs := _BELONGS.match(following):
        owner_text = following[belongs.end() :]
        return _SOMEBODY.match(owner_text) is not None or _begins_with(owner_text, agents) is not None
    if said := _IS_OF.match(following):
        end = _begins_with(following[said.end() :], agents)
        return end is not None and following[said.end() + end :].startswith(("'s", "’s"))
    return False


def heads_another(line: str, agents: Container[str]) -> bool:
    """Whether a heading says that the list below is another agent's: "Billing's tools:"."""
    begin = _BEGINNING.match(line)
    rest = line[begin.end() :] if begin else line
    end = _begins_with(rest, agents)
    if end is None:
        return False
    return all(word.lower() in _OF_LIST for word in re.findall(r"\w+", rest[end:]))


def _called_by(sentence: str, agents: Container[str]) -> bool:
    """Whether an agent is the subject of the verb before the name."""
    does = _DOES.search(sentence)
    if does is None:
        return False
    before = sentence[: does.start()]
    start = _ends_in(before, agents)
    if start is None:
        return False
    return does["bare"] is None or _CAUSES.search(before, 0, start) is not None


def _led_by(sentence: str, agents: Container[str]) -> bool:
    """Whether the sentence begins with an agent that does something."""
    begin = _BEGINNING.match(sentence)
    rest = sentence[begin.end() :] if begin else sentence
    end = _begins_with(rest, agents)
    return end is not None and _LEADS.match(rest, end) is not None


def _ends_in(text: str, agents: Container[str]) -> int | None:
    """Where the agent's name begins that the text ends with."""
    found = list(_WORD.finditer(text))[-_LONGEST_NAME:]
    if not found or text[found[-1].end() :].strip("`'\"*()[] "):
        return None
    name = ""
    for word in reversed(found):
        name = fold(word.group()) + name
        if name.removesuffix("agent") in agents and _is_name(name, text[: word.start()], word.group()):
            return word.start()
    return None


def _begins_with(text: str, agents: Container[str]) -> int | None:
    """Where the longest agent's name ends that the text begins with."""
    name, end, first = "", None, ""
    for number, word in zip(count(), _WORD.finditer(text)):
        if number == _LONGEST_NAME or (number == 0 and word.start() > 0):
            break
        first = first or word.group()
        name += fold(word.group())
        if name.removesuffix("agent") in agents and _is_name(name, "", first):
            end = word.end()
    return end


def _is_name(name: str, before: str, first: str) -> bool:
    """Whether it is written as a name, and not as the everyday word that an agent is named after."""
    return name.endswith("agent") or first[0].isupper() or "_" in first or _ASKS.search(before) is not None
