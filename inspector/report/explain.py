"""One rule, explained."""

from collections.abc import Iterator

from inspector.report.columns import wrap
from inspector.report.style import Style
from inspector.rules import Rule


def render(rule: Rule, style: Style) -> Iterator[str]:
    """Lines without line ends."""
    yield f"{style.paint(rule.code, rule.severity)} {style.paint(rule.name, 'bold')} ({rule.severity})"
    yield ""
    yield from wrap(rule.meaning, style.width)
    yield ""
    yield from wrap(f"Why it hurts: {rule.why}", style.width)
    yield ""
    yield "For example:"
    yield ""
    for line in rule.example.splitlines():
        yield f"    {line}".rstrip()
    yield ""
    yield from wrap(f"Fix: {rule.fix}", style.width)
