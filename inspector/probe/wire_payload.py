"""What the model is sent for each tool, and whether the SDK can send the whole set."""

import dataclasses
from typing import Any

from . import sdk
from .entries import Entry
from .plain import plain
from .resolve import message


@dataclasses.dataclass(frozen=True)
class Converter:
    """The SDK's converter as it would be called for one agent."""

    realtime: bool
    model: Any = None
    prompt: bool = False
    """The agent's prompt is kept on the server."""

    def convert(self, tools: list[Any], handoffs: list[Any]) -> list[Any]:
        """Payloads of these together; raises what the SDK raises."""
        if self.realtime:
            return sdk.realtime_payload(tools, handoffs)
        return sdk.responses_payload(tools, handoffs, model=self.model, prompt=self.prompt)

    def add_payloads(self, entries: list[Entry]) -> None:
        """Sets `wire` or `wire_error` of every entry, each converted on its own."""
        for entry in entries:
            try:
                entry.data["wire"] = self._alone(entry)
            except Exception as error:
                if not _made_for_run(entry):
                    entry.data["wire_error"] = message(error)

    def set_error(self, entries: list[Entry]) -> str | None:
        """What the converter raises for all that would be sent together; None when it passes."""
        computers = [entry for entry in entries if entry.kind == "ComputerTool"]
        left_out = computers if len(computers) == 1 and _made_for_run(computers[0]) else []
        sent = [entry for entry in entries if entry not in left_out]
        try:
            self.convert(
                [entry.tool for entry in sent if not entry.is_handoff],
                [entry.tool for entry in sent if entry.is_handoff],
            )
        except Exception as error:
            return message(error)
        return None

    def refusal(self, value: Any) -> str:
        """What the SDK says of a value in `tools` that is no tool; empty when it says nothing."""
        try:
            self.convert([value], [])
        except Exception as error:
            return message(error)
        return ""

    def _alone(self, entry: Entry) -> dict[str, Any] | None:
        if entry.is_handoff:
            payloads = self.convert([], [entry.tool])
        else:
            companions = [] if self.realtime else sdk.search_companions(entry.tool)
            payloads = self.convert([entry.tool, *companions], [])
        payload = plain(payloads[0]) if payloads else None
        return payload if isinstance(payload, dict) else None


def _made_for_run(entry: Entry) -> bool:
    """A computer that is only created for a run can't be converted before."""
    computer = getattr(entry.tool, "computer", None)
    return entry.kind == "ComputerTool" and (callable(computer) or hasattr(computer, "create"))
