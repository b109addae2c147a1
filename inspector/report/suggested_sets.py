"""Possible control sets that no config declares, and the config lines that would declare them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from inspector.config.loading import OWN_FILE, PYPROJECT
from inspector.config.toml_text import key, strings
from inspector.inspection.starter import set_key
from inspector.model import Suggestion
from inspector.report import listed
from inspector.report.columns import wrap
from inspector.report.style import Style

HINT = "`toolinspect init` writes these sets into a config; once declared, each mismatch is a finding."
_MOST = 3
"""Mismatches that the text report tells of one set."""


def toml(suggestions: Sequence[Suggestion], file: str = PYPROJECT) -> str:
    """Lines for a config of that name which declare the suggested sets."""
    keys: dict[str, list[str]] = {}
    for one in suggestions:
        keys.setdefault(set_key(one), []).append(one.reference)
    lines = [f"{key(name)} = {strings(references)}" for name, references in keys.items()]
    return "\n".join(("[tool.toolinspect.sets]" if file == PYPROJECT else "[sets]", *lines))


def config_file(project: Path) -> str:
    """Name of the file in which to declare sets: the config that is there, else one that `init` writes."""
    own, shared = project / OWN_FILE, project / PYPROJECT
    return PYPROJECT if shared.is_file() and not own.exists() else OWN_FILE


def matched(suggestion: Suggestion) -> int:
    """How many of its entries are visible names."""
    return max(len(suggestion.entries) - len(suggestion.mismatches), 0)


def disagreeing(suggestions: Sequence[Suggestion]) -> int:
    """How many of them hold a name that is no visible name."""
    return sum(bool(one.mismatches) for one in suggestions)


def disagreement(suggestions: Sequence[Suggestion]) -> str:
    """`3 suggested sets disagree`; empty when none does."""
    count = disagreeing(suggestions)
    if not count:
        return ""
    return "1 suggested set disagrees" if count == 1 else f"{count} suggested sets disagree"


def render(suggestions: Sequence[Suggestion], style: Style) -> Iterator[str]:
    """Lines without line ends; nothing when there is nothing to suggest."""
    if not suggestions:
        return
    yield style.paint("Possible control sets", "bold")
    for one in suggestions:
        count = f"{matched(one)} of {len(one.entries)} names are visible names"
        yield from wrap(f"{one.reference} ({one.kind}, {one.location}): {count}", style.width, indent="  ")
        for name, reason in one.mismatches[:_MOST]:
            yield from wrap(f"{listed.named(name)}: {reason}", style.width, indent="    ")
        if len(one.mismatches) > _MOST:
            yield f"    and {len(one.mismatches) - _MOST} more"
    yield from wrap(HINT, style.width, indent="  ")
    yield ""
