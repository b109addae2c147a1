"""Sentences about who runs when several tools have one name."""

import re

from inspector.controls.presence import any_of, existing
from inspector.model import ALWAYS, Condition, Consumer, SdkInfo
from inspector.rules.collisions import Collision
from inspector.rules.liveness import when
from inspector.rules.owners import owner, owners, subject, subjects

_LISTED = re.compile(r"found[^:]*: (?P<names>.+?)(?:\. |$)")


def failing(collision: Collision, consumer: Consumer, info: SdkInfo) -> Condition:
    """Where no run gets as far as a call of the name."""
    if collision.code == "TI104" or (info.collision_policy == "error" and consumer.kind != "realtime"):
        return ALWAYS
    return any_of(
        existing(form) for form in consumer.forms if mentions(form.resolution.run_error or "", collision.name)
    )


def outcome(collision: Collision, consumer: Consumer, info: SdkInfo) -> str:
    """What this SDK version does with the collision under the project's policy."""
    consumer = _form(collision, consumer)
    if (failure := consumer.resolution.run_error) and mentions(failure, collision.name):
        return f"On SDK {info.sdk} every run fails, whatever the collision policy: {_sentence(failure)}"
    if info.collision_policy == "error" and consumer.kind != "realtime":
        return (
            f"On SDK {info.sdk} with collision policy `error` every run fails before the first model call: "
            f"{_first_sentence(_said(collision, consumer) or 'the name is ambiguous')}{_elsewhere(collision)}"
        )
    return f"{_who_runs(collision, info)} {_strict(collision, consumer, info)}{_elsewhere(collision)}"


def _form(collision: Collision, consumer: Consumer) -> Consumer:
    """What the consumer is in the scenarios that are described."""
    fitting = (form for form in consumer.forms if (existing(form) & collision.described).possible)
    return next(fitting, consumer)


def _said(collision: Collision, consumer: Consumer) -> str | None:
    """What the strict policy says; where the collision isn't always there, only what is about its name."""
    error = consumer.resolution.strict_error
    if error is None or collision.meeting.holds is ALWAYS or mentions(error, collision.name):
        return error
    return None


def _elsewhere(collision: Collision) -> str:
    """Who has the name as well, though not in the scenarios that are described."""
    named = set(map(owner, collision.tools))
    others = [tool for tool in collision.others if owner(tool) not in named]
    return f" In other scenarios `{collision.name}` also names {owners(others)}." if others else ""


def _who_runs(collision: Collision, info: SdkInfo) -> str:
    winner = collision.winner
    if winner is None:
        return f"Which of them runs on SDK {info.sdk} can't be told from here."
    version = f"On SDK {info.sdk}"
    if info.collision_policy != "none":
        version += f" with collision policy `{info.collision_policy}`"
    if collision.meeting.condition is None and (condition := when(winner)) is not None:
        # The others meet anyway, so the finding's own condition doesn't say it.
        version += f", {condition},"
    others = [tool for tool in collision.tools if tool is not winner]
    if all(tool.identity == winner.identity for tool in others):
        copies = "both copies are" if others and others[0].sent else "one copy is"
        return f"{version} {copies} sent to the model, and the last one runs."
    shadowed = subjects(others)
    are = "are" if len(others) > 1 else "is"
    if any(tool.sent for tool in others):
        return (
            f"{version} all of them are sent and {subject(winner)} runs; {shadowed} {are} shadowed and "
            "never called."
        )
    return f"{version} only {subject(winner)} is sent and runs; {shadowed} {are} shadowed and never called."


def _strict(collision: Collision, consumer: Consumer, info: SdkInfo) -> str:
    provider = "a provider that refuses duplicate names rejects the request"
    if consumer.kind == "realtime" or not info.strict_available:
        still_sent = any(tool.sent for tool in collision.tools if tool is not collision.winner)
        return (
            f"The SDK has no strict policy here; {provider}."
            if still_sent
            else "The SDK has no strict policy here."
        )
    error = consumer.resolution.strict_error
    if error and mentions(error, collision.name):
        return f"Collision policy `error` stops the run instead: {_first_sentence(error)}"
    return "Collision policy `error` stops the run with a UserError instead."


def mentions(error: str, name: str) -> bool:
    """Whether an SDK error is about this very name: some versions quote it, others list it after a colon."""
    if any(f"{quote}{name}{quote}" in error for quote in "`'\""):
        return True
    listed = _LISTED.search(error)
    return listed is not None and name in listed["names"].split(", ")


def _first_sentence(text: str) -> str:
    return _sentence(text.partition(". ")[0])


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
