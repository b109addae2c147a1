"""Under which flags a finding holds, and how to see it."""

import shlex
from collections.abc import Mapping, Sequence

from inspector.model import Finding, FlagValue, Space
from inspector.report.combinations import share_text
from inspector.report.escape import visible
from inspector.report.scenario_text import departures

_MOST_TENANTS = 8
_ALWAYS = "in every scenario"
"""What the condition says of a finding that may hold everywhere, and isn't proven to."""


def condition_text(finding: Finding, space: Space | None, *, most: int | None = _MOST_TENANTS) -> str:
    """One sentence; raw text, empty for a finding that is one in every scenario.

    As `Only when beta and plan in {pro, max}; for acme, globex; 2 of 6 combinations.` At most `most` tenants
    are named; None: all.
    """
    if space is None or not depends(finding):
        return f"Holds {finding.condition}." if finding.condition else ""
    parts = [_when(finding)]
    # What a sample doesn't hit may well be hit: neither a share nor "no tenant" follows from one.
    if space.tenants and (finding.exact or finding.tenants):
        parts.append(f"for {_tenants(finding.tenants, len(space.tenants), most)}")
    if finding.exact and finding.holds is not None and (share := share_text(space, finding.holds)):
        parts.append(share)
    if not finding.exact:
        parts.append(f"not proven: {finding.doubt or 'drawn from a sample'}")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _when(finding: Finding) -> str:
    said = (finding.condition or "").removeprefix(f"{finding.doubt}: ")
    if said in ("", _ALWAYS):
        return "in every scenario, as far as was seen"
    return f"only {said}" if said.startswith("when ") else f"only when {said}"


def depends(finding: Finding) -> bool:
    """Whether flags have a say in it, or might."""
    return finding.holds is not None or not finding.exact


def way_there(finding: Finding, space: Space | None) -> str:
    """The options that show a scenario of it, as `--set plan=pro`; empty where the default one is such.

    Empty as well where a name or value can't be shown as it is: the options could not be copied.
    """
    if space is None or finding.holds is None or finding.example is None:
        return ""
    way = _options(finding.example, space)
    return way if visible(way) == way else ""


def _options(example: Mapping[str, FlagValue], space: Space) -> str:
    tenant = example.get(space.variables[-1].name) if space.has_tenant else None
    if tenant is not None:
        return f"--tenant {shlex.quote(str(tenant))}"
    settings = departures(space, example).items()
    return " ".join(f"--set {shlex.quote(f'{flag}={_raw(value)}')}" for flag, value in settings)


def _raw(value: FlagValue) -> str:
    """As `--set` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _tenants(names: Sequence[str], of: int, most: int | None) -> str:
    if not names:
        return "no named tenant"
    if len(names) == of > 1:
        return f"all {of} tenants"
    shown = names if most is None else names[:most]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
