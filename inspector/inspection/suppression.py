"""Findings that the config silences, and severities that it replaces."""

from collections.abc import Iterable

import msgspec

from inspector.config import Config
from inspector.config.likeness import most_like
from inspector.model import Finding, Registry
from inspector.rules import ordered


class Suppressed(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that is left out, with the reason."""

    finding: Finding
    reason: str


def apply(findings: Iterable[Finding], config: Config) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """Findings that remain, with the configured severities, and those that the config ignores."""
    kept: list[Finding] = []
    silenced: list[Suppressed] = []
    for finding in findings:
        severity = config.severity.get(finding.code)
        graded = finding if severity is None else msgspec.structs.replace(finding, severity=severity)
        reason = _reason(graded, config)
        if reason is None:
            kept.append(graded)
        else:
            silenced.append(Suppressed(finding=graded, reason=reason))
    return ordered(kept), tuple(silenced)


def unmatched(registry: Registry, config: Config) -> tuple[str, ...]:
    """A sentence for each key of `per-consumer-ignores` that is no consumer's id or name."""
    names = dict.fromkeys(name for one in registry.consumers for name in (one.id, one.name))
    return tuple(_no_consumer(key, names) for key in config.per_consumer_ignores if key not in names)


def _no_consumer(key: str, names: Iterable[str]) -> str:
    nearest = most_like(key, names)
    hint = f"; did you mean `{nearest}`?" if nearest else ""
    return f"per-consumer-ignores: no consumer is called `{key}`{hint}"


def _reason(finding: Finding, config: Config) -> str | None:
    if finding.code in config.ignore:
        return "ignore in the config"
    for key, codes in config.per_consumer_ignores.items():
        if finding.code in codes and key in (finding.consumer, finding.consumer_name):
            return f"per-consumer-ignores of `{key}` in the config"
    return None
