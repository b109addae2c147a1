"""TI301: a description that hides a docstring which says something else."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from inspector.controls.presence import live
from inspector.model import Consumer, Finding, Registry, Tool
from inspector.rules.docstrings import descriptive
from inspector.rules.excerpts import excerpt
from inspector.rules.findings import about_tools, held
from inspector.rules.holdings import doubt_of, somewhere
from inspector.rules.owners import owner
from inspector.rules.wording import contents

_SAYS_SO = re.compile(
    r"description_override|name_override|\bnot the (?:tool(?:'s)? )?description\b"
    r"|\b(?:docstring|description|text|wording)\b[^.]{0,40}\boverrid"
    r"|\boverrid\w*\b[^.]{0,40}\b(?:docstring|description|text|wording)\b"
    r"|\b(?:models?|llms?|gpt)\b[^.]{0,20}"
    r"\b(?:sees?|reads?|gets?|knows?|receives?|is (?:given|told|shown|sent))\b"
    r"|\b(?:not|never|isn't|aren't)\b[^.]{0,30}\b(?:shown|sent|visible|seen|read|meant|passed|exposed)\b"
    r"[^.]{0,30}\b(?:models?|llms?|gpt)\b"
    r"|\b(?:for|to) (?:developers?|maintainers?|programmers?|engineers?|human readers)\b"
    r"|\b(?:internal|developer|maintainer|implementation)s?'?s? "
    r"(?:notes?|docs?|documentation|docstring|comment)\b",
    re.IGNORECASE,
)
"""A docstring that says it isn't what the model is given."""
_WORD = re.compile(r"[^\W_]+")
_ALIKE = 0.7
_ALIKE_SAME_VERB = 0.6
"""Share of the shorter text's words that the longer one repeats when both word the same thing.

Fewer will do where both begin with the same verb, unless the text is so short that every word matters.
"""
_SHORT = 5
_SYNONYMS = {
    word: words[0]
    for words in (
        ("get", "fetch", "retriev", "find", "look", "lookup", "return", "read", "query", "load", "search"),
        ("creat", "add", "mak", "new", "generat", "build", "open", "attach"),
        ("delet", "remov"),
        ("updat", "chang", "modify", "edit"),
        ("show", "display", "list", "print"),
        ("run", "execut", "perform", "do"),
        ("calculat", "comput"),
    )
    for word in words
}
"""Stems of verbs that docstrings use for one another."""
_SAYS_NOTHING = frozenset({"tool", "function", "use", "up", "when", "you", "user", "need", "want"})
_SHOWN = 60


def check_registry(registry: Registry) -> Iterator[Finding]:
    """One finding per function and description, on the first consumer that has it."""
    first: dict[tuple[object, str], tuple[Consumer, Tool]] = {}
    more: dict[tuple[object, str], list[tuple[Consumer, Tool]]] = {}
    for consumer in registry.consumers:
        for tool in consumer.tools:
            if tool.docstring is None or not tool.live or tool.origin != "function":
                continue
            key: tuple[object, str] = (tool.function or tool.identity, tool.description)
            if key in first:
                more.setdefault(key, []).append((consumer, tool))
            elif hides(tool):
                first[key] = (consumer, tool)
    for key, (consumer, tool) in first.items():
        finding = _finding(consumer, tool)
        others = tuple((other.id, same.key) for other, same in more.get(key, ()) if other.id != consumer.id)
        finding = msgspec.structs.replace(finding, touches=others)
        holders = [(consumer, tool), *more.get(key, ())]
        yield held(finding, somewhere(holders, live), doubt=doubt_of(holders))


def hides(tool: Tool) -> bool:
    """Whether the model is given a description while the function's docstring says something else.

    A tool whose invoker the SDK did not build has a description of its own anyway, and hides nothing.
    """
    if not tool.docstring or not tool.description.strip() or tool.contract.failure == "unknown":
        return False
    if tool.description in tool.docstring:
        return False
    described = descriptive(tool.docstring)
    description = _letters(tool.description)
    if not described or description in _letters(tool.docstring) or _letters(described) in description:
        return False
    return not _same(described, tool.description) and not _SAYS_SO.search(tool.docstring)


def _letters(text: str) -> str:
    """Words without case, punctuation and layout, each between spaces."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _same(docstring: str, description: str) -> bool:
    """Whether one is a longer, shorter or slightly different wording of the other."""
    given = _meaning(description)
    return any(_covered(given, _meaning(text)) for text in (docstring, _first_sentence(docstring)))


def _covered(one: Sequence[str], other: Sequence[str]) -> bool:
    if not one or not other:
        return one == other
    fewer = min(len({*one}), len({*other}))
    alike = _ALIKE_SAME_VERB if one[0] == other[0] and fewer >= _SHORT else _ALIKE
    return len({*one} & {*other}) >= alike * fewer


def _meaning(text: str) -> Sequence[str]:
    """Stems of the words that carry meaning, in order, with one stem for all verbs of a kind."""
    stems = [_SYNONYMS.get(stem, stem) for stem in contents(text)]
    return [stem for stem in stems if stem not in _SAYS_NOTHING]


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?])\s|\n\s*\n", text, maxsplit=1)[0]


def _finding(consumer: Consumer, tool: Tool) -> Finding:
    docstring = descriptive(tool.docstring or "")
    return about_tools(
        "TI301",
        consumer,
        (tool,),
        names=(tool.visible,),
        message=(
            f"The model reads {excerpt(tool.description, _SHOWN)} for `{tool.visible}` on `{consumer.name}`, "
            f"while the docstring of {owner(tool)} says {excerpt(docstring, _SHOWN)}: whoever edits the "
            "docstring changes nothing for the model."
        ),
        fix=(
            "Drop the explicit description so that the docstring is used, let the docstring say the same, or "
            "note in it that the model sees another description."
        ),
    )
