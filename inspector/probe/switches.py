"""Predicates of tools and handoffs, decided over all scenarios."""

import dataclasses
import re
from collections.abc import Hashable
from typing import Any

from . import deadline, sdk
from .decisions import UNSTABLE
from .extract import Askable
from .inquiry import Asked, Inquiry, Outcome
from .plain import error_text, is_a
from .predicates import stubbed
from .source import identity_of, unwrap
from .stub_objects import package_of

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
    found = await inquiry.decided(identity_of(predicate.own), ask, code=code, key=_alike)
    made = {
        "consumer": askable.item.id,
        "tools": predicate.keys,
        "decision": found.decision,
        "outcomes": found.outcomes,
    }
    if found.differing is None:
        return made, None
    answers = ", then ".join(map(_said, found.differing[1:]))
    place = askable.reading.place(predicate.own) or {"path": None, "line": None}
    name = askable.reading.qualified(predicate.own)
    difference = f"{UNSTABLE.removeprefix('it ')}: {answers}"
    return made, {"ref": name, "difference": difference, **place}


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
    proven = None if asked.context_failed else failure
    answer = {"enabled": None, "error": error, "failure": proven}
    return Outcome(answer, too_long=failure == "too_long")


def _alike(answer: dict[str, Any]) -> Hashable:
    """Errors are one that differ in addresses and numbers alone."""
    return answer["enabled"], answer["failure"], _VARYING.sub("0", answer["error"] or "")


def _said(answer: dict[str, Any]) -> str:
    if answer["enabled"] is None:
        return str(answer["error"])
    return "on" if answer["enabled"] else "off"
