"""Predicates of tools and handoffs, decided over all scenarios."""

import dataclasses
import re
from collections.abc import Hashable
from typing import Any

from . import deadline, sdk
from .decisions import UNSTABLE, Decided
from .extract import Askable
from .inquiry import Asked, Inquiry, Outcome, answers_otherwise
from .plain import error_text, is_a
from .predicates import Said, stubbed
from .source import identity_of, unwrap
from .stub_objects import package_of

_ON = {True: "on", False: "off"}
_VARYING = re.compile(r"0x[0-9a-fA-F]+|[0-9]+")
Made = tuple[dict[str, Any], "dict[str, Any] | None"]
"""Something explored, and an `Unstable` where it doesn't stand still."""


@dataclasses.dataclass
class Predicate:
    """One `is_enabled` of an agent."""

    flag: Any
    """As the SDK calls it: for a handoff its wrapper."""
    own: Any
    """The project's callable."""
    keys: list[str]
    """Of the tools that it decides about."""


def predicates_of(askable: Askable) -> list[Predicate]:
    """Those that are callable, each once."""
    found: dict[tuple[int, ...], Predicate] = {}
    for entry in askable.own:
        if not (entry.is_function or entry.is_handoff):
            continue
        flag = getattr(entry.tool, "is_enabled", True)
        own = sdk.predicate_behind(entry.tool)
        if callable(flag) and callable(own):
            found.setdefault(identity_of(own), Predicate(flag, own, [])).keys.append(entry.data["key"])
    return list(found.values())


async def switch(inquiry: Inquiry, askable: Askable, predicate: Predicate) -> Made:
    """A `Switch`."""
    agent = askable.item.agent

    async def ask(asked: Asked) -> Outcome:
        return await _answer(inquiry, asked, predicate.flag, agent)

    code = getattr(unwrap(predicate.own), "__code__", None)
    identity = identity_of(predicate.own)
    said = askable.said.get((identity, id(agent)))
    found = await inquiry.decided(identity, ask, code=code, key=_alike, said=said)
    made = {
        "consumer": askable.item.id,
        "tools": predicate.keys,
        "decision": found.decision,
        "outcomes": found.outcomes,
    }
    difference = _difference(found, said)
    if not difference:
        return made, None
    place = askable.reading.place(predicate.own) or {"path": None, "line": None}
    name = askable.reading.qualified(predicate.own)
    return made, {"ref": name, "what": "Answers", "difference": difference, **place}


def _difference(found: Decided, said: Said | None) -> str:
    """How its answers differ under the same flags, in words; empty where they don't."""
    if found.differing is not None:
        answers = ", then ".join(map(_shown, found.differing[1:]))
        return f"{UNSTABLE.removeprefix('it ')}: {answers}"
    if said is None or not answers_otherwise(found, said):
        return ""
    before = " and ".join(dict.fromkeys(_ON[answer] for answer in said.answers if answer is not None))
    return (
        f"answers differently when it is asked again under the same flags: {before} when it was loaded, then "
        f"{_shown(found.outcomes[0])}, so something remembers earlier calls"
    )


async def _answer(inquiry: Inquiry, asked: Asked, flag: Any, agent: Any) -> Outcome:
    key = identity_of(flag)
    try:
        answer = await inquiry.questions.ask(key, asked.seconds, flag, asked.context, agent)
        package = package_of(answer)
        if package is not None:
            return _unknown(asked, stubbed(package), "stubbed")
        if not is_a(answer, bool):
            answer = await inquiry.questions.ask(bool, asked.seconds, bool, answer)
    except deadline.TooLong as error:
        return _unknown(asked, error_text(error), "too_long")
    except BaseException as error:
        return _unknown(asked, error_text(error), "raised")
    return Outcome({"enabled": answer, "error": None, "failure": None})


def _unknown(asked: Asked, error: str, failure: str) -> Outcome:
    if asked.context_error:
        error, failure = f"the context itself failed here: {asked.context_error}", "raised"
    return Outcome({"enabled": None, "error": error, "failure": failure}, too_long=failure == "too_long")


def _alike(answer: dict[str, Any]) -> Hashable:
    """Errors are one that differ in addresses and numbers alone."""
    error = answer["error"]
    return answer["enabled"], answer["failure"], error and _VARYING.sub("0", error)


def _shown(answer: dict[str, Any]) -> str:
    if answer["enabled"] is None:
        return str(answer["error"])
    return _ON[bool(answer["enabled"])]
