"""Whether a tool is called for where an identifier stands in a prompt."""

import re
from collections.abc import Container
from functools import cached_property
from typing import Literal

from inspector.controls.enumerations import MARKS, TOOL, after_enumeration, before_enumeration
from inspector.controls.mention_denials import bars, denied
from inspector.controls.mention_lists import heading, place_in_list
from inspector.controls.mention_spans import Span
from inspector.controls.mention_subjects import heads_another, of_another
from inspector.controls.tool_words import is_toolish

Stance = Literal[
    "tool",
    "tools",
    "call",
    "named",
    "use",
    "by",
    "member",
    "item",
    "beside",
    "parenthesis",
    "handoff",
    "with",
    "written",
    "none",
]
"""How clearly a tool is meant, from "the X tool" and "call X" down to no sign of one."""

_REACH = 160
_NEAR = 80
_BREAK = re.compile(r"\n[ \t]*\n|\n[ \t]*(?=[-*•–▪◦+#>]|\d+[.)])")
_SENTENCE_END = re.compile(r"[.!?;](?:\s|$)|\n\s*\n")
_BLANKS = re.compile(r"\s+")
_TOOLS = r"(?:tools|functions|herramientas|funciones|ferramentas|outils|fonctions|werkzeuge|funktionen)"
_TOOL_AFTER = re.compile(
    rf"{MARKS}\s*(?:(?P<plural>{_TOOLS}\b)|{TOOL}\b|ツール|関数|工具|函数|を(?:使|呼|用))"
    r"(?!-\w)(?!['’]?s?\s+(?:calls?|outputs?|results?|responses?|tables?)\b)",
    re.IGNORECASE,
)
_MORE_TOOLS = re.compile(
    rf"(?:[`'\"*]*\s*(?:,(?:\s*(?:and|or)\b)?|\band\b|\bor\b|&|/)\s*[`'\"*]*[A-Za-z]\w*){{1,8}}[`'\"*]*\s+{_TOOLS}\b",
    re.IGNORECASE,
)
"""The rest of an enumeration that ends in "tools"."""
_FILL = (
    r"(?:(?:the|a|an|your|our|this|that|these|those|either|both|only|also|first|then|immediately|always|just"
    r"|exactly|directly|again|appropriate|provided|available|custom|following|new|specialized|la|el|las|los"
    r"|le|les|das|die|der|os|as|o|il|агент)\s+)*"
    rf"(?:{TOOL}\s*(?:called|named|like|such as|llamad[ao]|namens)?\s*[:,(]?\s*)?"
    rf"(?:(?:called|named|like|such as|either|one of|e\.g\.,?)\s*)?{MARKS}\s*$"
)
_CALL = re.compile(
    r"(?:\b(?:call|calling|invoke|invoking|execute|executing|trigger|triggering|calls? to|llama(?:r)?(?: a)?"
    r"|invoca(?:r)?|you(?:['’]ve| have)?(?: already)? (?:called|invoked|executed|used)"
    r"|chame|chamar|appelle[rz]?|rufe?|вызови|вызывай(?:те)?)\s+|(?:调用|調用|呼叫)\s*)" + _FILL,
    re.IGNORECASE,
)
_USE = re.compile(
    r"(?:\b(?:use|using|utili[sz]e|utili[sz]ing|leverage|leveraging|run|running|employ|try|prefer"
    r"|consult|(?:rely|relying) on|start with|default to|usa(?:r|ndo)?"
    r"|utiliza(?:r|ndo)?|use[mn]?|verwende|nutze|используй(?:те)?)\s+|(?:使用|用)\s*)" + _FILL,
    re.IGNORECASE,
)
_USE_TOOL = re.compile(
    rf"\b(?:use|using|utili[sz]e|utili[sz]ing|run|try|usa|utiliza|verwende|nutze)\s+(?:\w+\s+){{0,2}}?{TOOL}\s*"
    rf"(?:called|named|like|such as|:)?\s*[:,(]?\s*{MARKS}\s*$",
    re.IGNORECASE,
)
_TOOL_BEFORE = re.compile(
    rf"\b(?:the|a|an|your|following|available|this|these|tu|la|las|el)\s+(?:\w+\s+)?{TOOL}\s*"
    rf"(?:called|named|like|such as|is|are|include|includes)?\s*[:,(]?\s*{MARKS}\s*$"
    rf"|\b{TOOL}(?: names?)?\s*:\s*{MARKS}\s*$|\b{_TOOLS}\s*\(\s*{MARKS}$",
    re.IGNORECASE,
)
_BY = re.compile(
    rf"(?:\b(?:via|through|by(?: calling| using)?)\s+(?:the\s+)?|(?:→|->|=>|⇒)\s*){MARKS}\s*$", re.IGNORECASE
)
_AND = re.compile(
    rf"\b(?:use|using|call|calling)\b.*(?:,|\b(?:and|or|then))\s+(?:then\s+|or\s+)?{MARKS}$", re.IGNORECASE
)
_PURPOSE = re.compile(rf"{MARKS}\s+(?:to|for|when|whenever|if|before|after)\b", re.IGNORECASE)
_HANDOFF = re.compile(
    r"\b(?:hand(?:s|ing)?(?:\s+\w+){0,4}?[- ]?off|handoff|pass|transfer|delegate|route|escalate|forward)\b"
    rf"(?:\s+\w+){{0,6}}?\s+(?:to|using|via|with)\s+(?:the\s+)?{MARKS}\s*$",
    re.IGNORECASE,
)
_WITH = re.compile(rf"\bwith\s+(?:the\s+)?{MARKS}$", re.IGNORECASE)
_BEFORE: tuple[tuple[re.Pattern[str], Stance], ...] = (
    (_CALL, "call"),
    (_USE_TOOL, "named"),
    (_HANDOFF, "handoff"),
    (_USE, "use"),
    (_TOOL_BEFORE, "named"),
    (_BY, "by"),
    (_WITH, "with"),
)
"""What may stand before a name, clearest first."""
_PARENTHESIS = re.compile(
    rf"\w[`'\"*]*\s*\(\s*(?:use|using|via|call|calls|with|tool|e\.g\.,?|i\.e\.,?)?:?\s*{MARKS}$",
    re.IGNORECASE,
)
_LISTED_NAME = re.compile(r"\b(?!(?:and|or|then|tools?)\b)[A-Za-z_]\w*")
_CLOSED = re.compile(rf"{MARKS}\s*(?:tool|function)?\s*\)")
_NOUN_AFTER = re.compile(
    rf"{MARKS}\s*(?:(?:input|output|json|data|schema|context)\s+)?(?:fields?|columns?|parameters?|params?"
    r"|arguments?|args?|keys?|attributes?|propert(?:y|ies)|variables?|values?|flags?|tables?|tags?|formats?"
    r"|schemas?|models?|objects?|types?|enums?|status(?:es)?|states?|scenarios?|sections?|templates?|syntax"
    r"|styles?|librar(?:y|ies)|packages?|modules?|endpoints?|databases?|files?|director(?:y|ies)|folders?"
    r"|headers?|modes?|settings?|options?|class(?:es)?|convention|strings?|naming|placeholders?|mcp|servers?"
    r"|collections?|index(?:es)?|environment|env|identifiers?|names?|signal|event)\b",
    re.IGNORECASE,
)
_SOURCE = re.compile(rf"\b(?:from|by|of)\s+(?:the\s+)?{MARKS}\s*$", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:agents?|bots?|specialists?|experts?|sub-?agents?|teams?|they|it|who|which|he|she)\s+"
    r"(?:(?:(?:will|can|may|should|must|would|to|is able to|are able to|has access to|have access to)\s+)+"
    r"(?:\w+ly\s+|then\s+|also\s+)?(?:use|call|invoke|run|have|leverage)|uses|calls|invokes|runs|has|have|owns)\s+"
    + _FILL,
    re.IGNORECASE,
)


class Standing:
    """What the words around an identifier say of it; the rarer questions are only answered when asked."""

    def __init__(self, text: str, span: Span, visible: Container[str]) -> None:
        """`visible` holds the names that make a list one of tools."""
        self._text, self._start = text, span.start
        self._left, self._right = _left(text, span.start), text[span.after : span.after + _REACH]
        self._sentence = _SENTENCE_END.split(self._left)[-1]
        self.stance = _stance(self._left, self._sentence, self._right)
        if self.stance == "none":
            self.stance = place_in_list(text, span, visible) or "none"
        if span.call and self.stance in ("with", "none"):
            self.stance = "written"

    @property
    def called_tool(self) -> bool:
        """Whether the word "tool" follows."""
        return self._right.lstrip("`'\"* ").lower().startswith("tool")

    @property
    def noun(self) -> bool:
        """Whether it is called a field, table, file or the like."""
        return _NOUN_AFTER.match(self._right) is not None

    @cached_property
    def negated(self) -> bool:
        """Whether the model is told to leave it alone, or that there is no such tool."""
        return denied(self._said_before, self._right) or (self._heading is not None and bars(self._heading))

    def of_agent(self, agents: Container[str]) -> bool:
        """Whether it is said of what one of these agents does or has, or of what people speak of."""
        return of_another(self._said_before, self._right, agents) or (
            self._heading is not None and heads_another(self._heading, agents)
        )

    @property
    def of_another(self) -> bool:
        """Whether it is said of what some agent does, by whatever name."""
        return _OTHER.search(self._said_before) is not None

    @cached_property
    def _said_before(self) -> str:
        return before_enumeration(self._sentence)

    @cached_property
    def _heading(self) -> str | None:
        return heading(self._text, self._start)


def _stance(left: str, sentence: str, right: str) -> Stance:
    """By the words to the left and right alone; the other names of an enumeration are looked through."""
    before = before_enumeration(left)
    if (noun := _TOOL_AFTER.match(right)) and not _SOURCE.search(left):
        return "tools" if noun["plural"] else "tool"
    near = max(0, len(before) - _NEAR)
    for pattern, stance in _BEFORE:
        if pattern.search(before, near):
            return stance
    if _MORE_TOOLS.match(right):
        return "tools"
    if _AND.search(sentence) and _PURPOSE.match(right):
        return "by"
    if _in_parenthesis(left, before, right):
        return "parenthesis"
    return "none"


def _in_parenthesis(left: str, before: str, right: str) -> bool:
    """Whether it stands in a parenthesis, alone or between backticks with other names of tools."""
    if _PARENTHESIS.search(left) and _CLOSED.match(right):
        return True
    following = after_enumeration(right)
    if not (left.endswith("`") and _PARENTHESIS.search(before) and _CLOSED.match(following)):
        return False
    others = left[len(before) :] + right[: len(right) - len(following)]
    return all(is_toolish(name) for name in _LISTED_NAME.findall(others))


def _left(text: str, start: int) -> str:
    """What stands before, on one line, back to the last paragraph or list item."""
    left = text[max(0, start - _REACH) : start]
    if "\n" in left:
        left = left[max((match.end() for match in _BREAK.finditer(left)), default=0) :]
    return _BLANKS.sub(" ", left)
