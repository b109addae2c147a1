"""Callable instructions, decided over all scenarios."""

from typing import Any

from . import deadline
from .extract import Askable
from .inquiry import Asked, Inquiry, Outcome
from .instructions import told
from .plain import error_text, is_a
from .source import identity_of
from .stub_objects import package_of
from .switches import Made


def has_telling(askable: Askable) -> bool:
    """Whether the agent's instructions are to be called."""
    value = getattr(askable.item.agent, "instructions", None)
    return not is_a(value, str) and callable(value) and package_of(value) is None


async def telling(inquiry: Inquiry, askable: Askable) -> Made:
    """A `Telling`. Texts may well say what time it is, so one that changes by itself is no `Unstable`."""
    agent = askable.item.agent
    identity = identity_of(agent.instructions)

    async def ask(asked: Asked) -> Outcome:
        return await _told(inquiry, asked, agent, identity)

    said = askable.said.get(("instructions", id(agent)))
    found = await inquiry.decided(identity, ask, fickle=False, said=said)
    return {"consumer": askable.item.id, "decision": found.decision, "outcomes": found.outcomes}, None


async def _told(inquiry: Inquiry, asked: Asked, agent: Any, identity: tuple[int, ...]) -> Outcome:
    key = ("instructions", *identity)
    too_long = False
    try:
        given = await inquiry.questions.ask(key, asked.seconds, agent.get_system_prompt, asked.context)
        text, error = told(given)
    except deadline.TooLong as raised:
        text, error, too_long = None, error_text(raised), True
    except BaseException as raised:
        text, error = None, error_text(raised)
    return Outcome({"text": text, "error": error}, too_long=too_long)
