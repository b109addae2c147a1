"""What the model is sent for each tool, and whether the SDK can send the whole set."""

from typing import Any

from . import sdk
from .entries import Entry
from .plain import error_text, plain, text


def add_payloads(entries: list[Entry], *, realtime: bool, model: Any) -> None:
    """Sets `wire` and `wire_error` of every entry, each converted on its own."""
    for entry in entries:
        try:
            entry.data["wire"] = _alone(entry, realtime=realtime, model=model)
        except Exception as error:
            if not _needs_run(entry):
                entry.data["wire_error"] = _message(error)


def set_error(entries: list[Entry], *, realtime: bool, model: Any) -> str | None:
    """What the converter raises for all that would be sent together; None when it passes."""
    sent = [entry for entry in entries if not _needs_run(entry)]
    tools = [entry.tool for entry in sent if not entry.is_handoff]
    handoffs = [entry.tool for entry in sent if entry.is_handoff]
    try:
        _convert(tools, handoffs, realtime=realtime, model=model)
    except Exception as error:
        return _message(error)
    return None


def refusal(value: Any, *, realtime: bool) -> str:
    """What the SDK says of a value in `tools` that is no tool; empty when it says nothing."""
    try:
        _convert([value], [], realtime=realtime, model=None)
    except Exception as error:
        return _message(error)
    return ""


def _alone(entry: Entry, *, realtime: bool, model: Any) -> dict[str, Any] | None:
    if entry.is_handoff:
        payloads = _convert([], [entry.tool], realtime=realtime, model=model)
    else:
        companions = [] if realtime else sdk.search_companions(entry.tool)
        payloads = _convert([entry.tool, *companions], [], realtime=realtime, model=model)
    payload = plain(payloads[0]) if payloads else None
    return payload if isinstance(payload, dict) else None


def _convert(tools: list[Any], handoffs: list[Any], *, realtime: bool, model: Any) -> list[Any]:
    if realtime:
        return sdk.realtime_payload(tools, handoffs)
    return sdk.responses_payload(tools, handoffs, model)


def _needs_run(entry: Entry) -> bool:
    """A computer that is only created for a run can't be converted before."""
    computer = getattr(entry.tool, "computer", None)
    return entry.kind == "ComputerTool" and (callable(computer) or hasattr(computer, "create"))


def _message(error: Exception) -> str:
    return text(error) if type(error).__name__ == "UserError" else error_text(error)
