"""The audit as Markdown, to attach to a review."""

import re
from collections.abc import Iterator

from inspector.model import Audit, Batch, Override
from inspector.report.audit_counts import ADVICE, TITLES, advises_deny, counts, plan
from inspector.report.escape import visible
from inspector.report.summary import counted

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def render(audit: Audit, batch: Batch | None = None) -> Iterator[str]:
    """Lines without line ends: a table for each batch, with a box to tick for each place."""
    numbers = counts(audit)
    yield "# Old tool names"
    yield ""
    yield (
        f"{counted(numbers['overrides'], 'override')}, {counted(numbers['references'], 'place')} to change, "
        f"{numbers['fixable']} of them by `toolinspect audit --fix`."
    )
    for number, overrides in plan(audit, batch):
        yield ""
        yield f"## Batch {number}: {TITLES[number]}"
        yield ""
        if number == 1 and advises_deny(audit):
            yield f"> {ADVICE}"
            yield ""
        yield from _table(overrides)
    if audit.drift and batch is None:
        yield ""
        yield "## Override tables that drift from the code"
        yield ""
        for one in audit.drift:
            yield f"- [ ] {_text(one.message)} {_code(f'{one.path}:{one.line}' if one.line else one.path)}"


def _table(overrides: list[Override]) -> Iterator[str]:
    yield "| | Old name | Visible name | Place | Set | Change |"
    yield "|---|---|---|---|---|---|"
    for override in overrides:
        for one in override.references:
            if one.due:
                change = "fix" if one.replacement is not None else f"by hand: {_text(one.kept)}"
                cells = (
                    "[ ]",
                    _code(one.name),
                    _code(override.override or "?"),
                    _code(f"{one.path}:{one.line}"),
                    one.set.replace("_", " "),
                    change,
                )
                yield f"| {' | '.join(cells)} |"


def _code(text: str) -> str:
    shown = visible(text).replace("|", "\\|")
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


def _text(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", visible(text))
