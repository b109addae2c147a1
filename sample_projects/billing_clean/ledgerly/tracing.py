"""Tool spans that are kept for the auditors."""

from fnmatch import fnmatchcase
from typing import Any

from agents import Span, Trace, TracingProcessor
from agents.tracing import FunctionSpanData

TRACED = frozenset(
    {
        "refund",
        "charge_card",
        "issue_credit",
        "cancel_subscription",
        "quotes.*",
        "write_off",
    }
)


class AuditTrail(TracingProcessor):
    """Copies the spans of audited tools to a sink."""

    def __init__(self, sink: list[dict[str, Any]]) -> None:
        self.sink = sink

    def on_span_end(self, span: Span[Any]) -> None:
        data = span.span_data
        if isinstance(data, FunctionSpanData) and any(fnmatchcase(data.name, kept) for kept in TRACED):
            self.sink.append({"tool": data.name, "input": data.input, "output": data.output})

    def on_span_start(self, span: Span[Any]) -> None:
        """Only finished calls count."""

    def on_trace_start(self, trace: Trace) -> None:
        """Traces as such are not kept."""

    def on_trace_end(self, trace: Trace) -> None:
        """Traces as such are not kept."""

    def force_flush(self) -> None:
        """The sink keeps nothing back."""

    def shutdown(self) -> None:
        """The sink is the caller's."""
