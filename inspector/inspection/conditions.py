"""The scenarios of findings in words, with an example and the tenants that are hit."""

from collections.abc import Iterable, Iterator

import msgspec

from inspector.flags.space import example, tenants
from inspector.flags.wording import words
from inspector.model import ALWAYS, Condition, Finding, Space

_ALWAYS = "in every scenario"
_UNHEEDED = "as far as forbidden combinations could be heeded"
"""A condition may be one of combinations that can't occur; what holds always does so among fewer as well."""


def told(findings: Iterable[Finding], space: Space | None) -> Iterator[Finding]:
    """Findings with `condition`, `example` and `tenants`; those that hold in all scenarios as they are."""
    said: dict[Condition, str] = {}
    for one in _heeding(findings, space):
        if space is None or (one.holds is None and one.exact):
            yield one
            continue
        holds = ALWAYS if one.holds is None else one.holds
        if holds not in said:
            said[holds] = words(space, holds)
        parts = [part for part in (said[holds], one.condition) if part]
        condition = " and ".join(_bracketed(parts)) or _ALWAYS
        described = holds if one.witness is None else holds & one.witness
        yield msgspec.structs.replace(
            one,
            condition=condition if one.exact else f"{one.doubt}: {condition}",
            example=example(space, described if described.meets(space.legal) else holds),
            tenants=tenants(space, holds),
        )


def _heeding(findings: Iterable[Finding], space: Space | None) -> Iterator[Finding]:
    """No condition is proven where some forbidden combinations are left out of what is legal."""
    for one in findings:
        if space is not None and space.unheeded and one.holds is not None and one.exact:
            yield msgspec.structs.replace(one, exact=False, doubt=_UNHEEDED)
        else:
            yield one


def _bracketed(parts: list[str]) -> list[str]:
    """Alternatives in brackets where something else has to hold as well."""
    return [f"({part})" if len(parts) > 1 and " or " in part else part for part in parts]
