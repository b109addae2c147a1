"""Which tools the model receives and which one runs, as the installed SDK decides it."""

import re
from collections.abc import Hashable
from typing import Any

from . import sdk
from .entries import Entry
from .plain import error_text, text

_ASKED = 100
"""Rivals of one name up to which the SDK is asked for each of their places: it takes time by their square."""
_FIRST_RUNS = ("ShellTool", "ApplyPatchTool", "LocalShellTool", "ComputerTool")


def settle(
    entries: list[Entry], *, realtime: bool, policy: str, run_error: str | None
) -> dict[str, str | None]:
    """Sets `sent`, `shadowed_by` and what holds in other scenarios; returns `strict_error` and `run_error`.

    `run_error` is what listing the tools has raised already. Where every run fails nothing is sent.
    """
    decided = _decided(entries)
    tools = [entry for entry in decided if not entry.is_handoff]
    handoffs = [entry for entry in decided if entry.is_handoff]
    if run_error is None:
        run_error = _refusal(tools, handoffs, realtime=realtime)
    strict_error = None if realtime else _strict_refusal(tools, handoffs)
    kept = decided if realtime else _kept(tools, handoffs)
    _mark_shadowed(decided, kept, realtime=realtime, refused=run_error or "")
    blocked = run_error is not None or (policy == "error" and strict_error is not None)
    dropped = {id(entry) for entry in decided} - {id(entry) for entry in kept}
    for entry in entries:
        entry.data["sent"] = entry.enabled is not False and not blocked and id(entry) not in dropped
        entry.data["precedence"], entry.data["sent_if_shadowed"] = None, False
    for entry, place, sent in ranked(entries, realtime=realtime, refused=run_error or ""):
        entry.data["precedence"], entry.data["sent_if_shadowed"] = place, sent
    return {"strict_error": strict_error, "run_error": run_error}


def _decided(entries: list[Entry]) -> list[Entry]:
    """The live entries, without those of which it depends on several unknown predicates which one runs."""
    unknown: dict[Hashable, set[Hashable]] = {}
    for index, entry in enumerate(entries):
        if entry.enabled is None:
            slot = _slot(entry) or ("own", index)
            unknown.setdefault(slot, set()).add(entry.predicate)
    open_slots = {slot for slot, predicates in unknown.items() if len(predicates) > 1}
    return [
        entry
        for entry in entries
        if entry.enabled is not False and not (entry.enabled is None and _slot(entry) in open_slots)
    ]


def _slot(entry: Entry) -> tuple[str, ...] | None:
    """What two entries must share to get in each other's way; None for those that never do."""
    if entry.is_function or entry.is_handoff:
        return None if entry.key is None else ("name", *entry.key)
    if entry.kind in _FIRST_RUNS:
        return ("type", entry.kind)
    return ("custom", entry.data["name"]) if entry.kind == "CustomTool" else None


def _refusal(tools: list[Entry], handoffs: list[Entry], *, realtime: bool) -> str | None:
    """What setting up a run raises for these, whatever the policy."""
    try:
        sdk.check_tools([entry.tool for entry in tools])
        if realtime:
            sdk.check_realtime([entry.tool for entry in tools], [entry.tool for entry in handoffs])
    except Exception as error:
        return message(error)
    return None


def _strict_refusal(tools: list[Entry], handoffs: list[Entry]) -> str | None:
    if not sdk.strict_available():
        return None
    try:
        sdk.resolve([entry.tool for entry in tools], [entry.tool for entry in handoffs], "error")
    except Exception as error:
        return message(error)
    return None


def _kept(tools: list[Entry], handoffs: list[Entry]) -> list[Entry]:
    """The entries that the SDK gives to the model under the `warn` policy; all where it refuses the set."""
    try:
        resolved = sdk.resolve([entry.tool for entry in tools], [entry.tool for entry in handoffs], "warn")
    except Exception:
        return [*tools, *handoffs]
    return [*_matched(tools, resolved[0]), *_matched(handoffs, resolved[1])]


def _matched(entries: list[Entry], objects: list[Any]) -> list[Entry]:
    """The entries that a kept subsequence consists of; of one object listed twice the SDK keeps the last."""
    found: list[Entry] = []
    rest = list(objects)
    for entry in reversed(entries):
        if rest and rest[-1] is entry.tool:
            rest.pop()
            found.append(entry)
    return found[::-1]


def _mark_shadowed(decided: list[Entry], kept: list[Entry], *, realtime: bool, refused: str) -> None:
    """Names the winner of every group, but of those that the SDK refuses to run at all."""
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in decided:
        slot = _slot(entry)
        if slot is not None:
            groups.setdefault(slot, []).append(entry)
    retained = {id(entry) for entry in kept}
    for slot, members in groups.items():
        if len(members) < 2 or _names(refused, members[0].data["visible"]):
            continue
        candidates = [entry for entry in members if id(entry) in retained] or members
        winner = _winner(slot, candidates, realtime=realtime)
        for entry in members:
            if entry is not winner:
                entry.data["shadowed_by"] = winner.data["key"]


def ranked(entries: list[Entry], *, realtime: bool, refused: str = "") -> list[tuple[Entry, int, bool]]:
    """(entry, precedence, whether it is sent although another one runs) of all that may ever meet a rival.

    Each group is resolved as if all of it were there, then without the one that runs, and so on. Left out are
    groups that no run gets along with; `refused` is what the SDK has said against the whole set.
    """
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in entries:
        slot = _slot(entry)
        if slot is not None and not _never_there(entry):
            groups.setdefault(slot, []).append(entry)
    found = []
    for slot, members in groups.items():
        if len(members) < 2 or _is_refused(members, refused, realtime=realtime):
            continue
        sent = {id(entry) for entry in _kept_of(members, realtime=realtime)}
        left = members
        for place in range(len(members)):
            candidates = _kept_of(left, realtime=realtime) if len(left) <= _ASKED else left
            winner = _winner(slot, candidates, realtime=realtime)
            found.append((winner, place, place > 0 and id(winner) in sent))
            left = [entry for entry in left if entry is not winner]
    return found


def _is_refused(group: list[Entry], refused: str, *, realtime: bool) -> bool:
    tools = [entry for entry in group if not entry.is_handoff]
    handoffs = [entry for entry in group if entry.is_handoff]
    return (
        _names(refused, group[0].data["visible"]) or _refusal(tools, handoffs, realtime=realtime) is not None
    )


def _never_there(entry: Entry) -> bool:
    """Whether it is off for good: by a plain False, no predicate."""
    return entry.enabled is False and entry.predicate is None


def _kept_of(group: list[Entry], *, realtime: bool) -> list[Entry]:
    """What the model is given of a group that is all there."""
    if realtime:
        return group
    tools = [entry for entry in group if not entry.is_handoff]
    return _kept(tools, [entry for entry in group if entry.is_handoff]) or group


def _winner(slot: tuple[str, ...], candidates: list[Entry], *, realtime: bool) -> Entry:
    """The entry that a call runs: the last one, handoffs before tools; in a realtime session tools first."""
    if slot[0] == "type":
        return candidates[0]
    preferred = [entry for entry in candidates if entry.is_handoff is not realtime]
    return (preferred or candidates)[-1]


def _names(refusal: str, name: str) -> bool:
    """Whether an error is about this very name: some SDK versions quote it, others only list it."""
    if any(f"{quote}{name}{quote}" in refusal for quote in "`'\""):
        return True
    listed = re.search(r"found[^:]*: (.+?)(?:\. |$)", refusal)
    return listed is not None and name in listed.group(1).split(", ")


def message(error: Exception) -> str:
    """What the SDK says in a UserError; class and message of any other error."""
    return text(error) if type(error).__name__ == "UserError" else error_text(error)
