"""Whether a prompt says of a tool that it is not there, or is not to be called."""

import re

from inspector.controls.enumerations import MARKS, TOOL, after_enumeration

_REFUSAL = re.compile(
    r"\b(?:do not|don['’]?t|never|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t|unable to|not"
    r"|nor|neither|(?P<leave>avoid|without|refrain(?:ing)? from|abstain(?:ing)? from|forbidden (?:to|from)"
    r"|prohibited from|(?:stop|quit)(?=\s+(?:using|calling|running|invoking))))"
    r"(?:\s*,[^,.]{1,40},)?\s+(?P<between>(?:\w+\s+){0,3})(?:(?:the|an?|any|this|that|these|those)\s+)?"
    rf"(?:{TOOL}\s+)?{MARKS}$",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:skip|forget|fail|omit|neglect|hesitate|miss|overlook|ignore|refuse|before|until|unless|without"
    r"|avoid|refrain)",
    re.IGNORECASE,
)
"""Words that turn a refusal round: "never skip calling", "don't answer before calling"."""
_NOT = re.compile(
    r"\b(?:not|never|cannot|no one|nobody|\w+n['’]t)\b(?!.*(?:,|\b(?:and|or|but)\b))", re.IGNORECASE
)
_EXCEPT = re.compile(
    r"\b(?:until|unless|before|except|more than|twice|again|multiple|without|if|when)\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"[.!?;](?:\s|$)|\n\s*\n|,\s*(?:but\s+|just\s+)?(?:use|call|hand|instead|say|tell|ask|rather)\b",
    re.IGNORECASE,
)
_FILL = (
    r"(?:(?:an?|the|any|such|more|old|former|working|separate|direct|own)\s+)*"
    rf"(?:{TOOL}\s+(?:called|named)?\s*)?"
)
_ABSENCE = re.compile(
    r"\b(?:no|no longer(?:\s+(?:an?|the|any|have|has|use|uses|call|calls))*"
    r"|(?:instead of|rather than)(?:\s+(?:using|calling))?|in place of|unlike|lacks?|lacking|no access to"
    r"|isn['’]t|aren['’]t)"
    rf"\s+{_FILL}{MARKS}$",
    re.IGNORECASE,
)
"""What is said of a tool that is not there, or no more."""
_CALLED = r"(?:used|called|run|invoked|executed|triggered)"
_STATE = (
    r"(?:(?:not|n['’]t)\s+(?:(?:yet|currently|directly|actually|ever|always)\s+)?"
    r"(?:there\b|here\b|for you\b|yours\b|available|supported|allowed"
    r"|permitted|implemented|enabled|accessible|offered|provided|part of|exist)"
    r"|no longer|unavailable|unsupported|removed|deleted|retired|dropped|deprecated|disabled|discontinued"
    r"|gone\b|forbidden|prohibited|off[- ]limits|missing\b(?!\s+(?:an?|the|its|some)\b)|obsolete"
    r"|(?:switched|turned) off|out of (?:service|bounds)|decommissioned|none of your|replaced|renamed)"
)
_GONE = re.compile(
    rf"(?:[:;,.(–—-]+\s*)?(?:(?:which|that|it|this|they|those|but|and|as|since|because|though|tool)\s+){{0,3}}"
    r"(?:(?:is|are|was|were|has been|have been|had been|got|does|do|did)\s*)?"
    rf"(?:(?:now|currently|also|since)\s+)?(?:{_STATE}"
    r"|you\s+(?:do not|don['’]t)\s+have\s+(?:it|one|them|that)\b|you have no such"
    r"|(?:there is\s+)?no such tool)",
    re.IGNORECASE,
)
"""What follows the name of a tool that is not there."""
_UNTOUCHED = re.compile(
    r"(?:is\s+|are\s+|to\s+)?(?:must|should|may|can|could)?\s*(?:not|never|n['’]t)\s+(?:ever\s+)?(?:to\s+)?"
    rf"be\s+(?:\w+ly\s+)?{_CALLED}"
    r"|you\s+(?:can(?:not|['’]t)|must not|may not)\s+(?:use|call|run)\s+(?:it|that|them)\b",
    re.IGNORECASE,
)
_BARS = re.compile(
    r"\b(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot|can['’]t|avoid)"
    r"\s*"
    r"(?:(?:ever|\w+ly)\s+)?(?:(?:use|using|call|calling|run|running|invoke|touch|do|have|try)\b(?!\s+to\b)|[:*_]|$)"
    r"|\b(?:not allowed|forbidden|prohibited|no access|unavailable|not available|removed|deprecated|retired"
    r"|no longer|disabled|off[- ]limits|don['’]?ts)\b",
    re.IGNORECASE,
)


def bars(heading: str) -> bool:
    """Whether the list below a heading is one of what is not to be called."""
    return _BARS.search(heading) is not None


def denied(sentence: str, right: str) -> bool:
    """Whether the model is told to leave alone, or that it lacks, what stands between the two texts.

    `sentence` is what stands before in the same sentence, without other names that are listed with it.
    """
    following = after_enumeration(right)
    if _ABSENCE.search(sentence) or _GONE.match(following):
        return True
    clause = _CLAUSE_END.split(right)[0]
    if _EXCEPT.search(clause):
        return False
    return _refused(sentence) or _UNTOUCHED.match(following) is not None


def _refused(sentence: str) -> bool:
    refusal = _REFUSAL.search(sentence)
    if refusal is None or _AGAINST.search(refusal["between"]):
        return False
    return not (refusal["leave"] and _NOT.search(sentence, 0, refusal.start()))
