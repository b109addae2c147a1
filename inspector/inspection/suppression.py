"""Findings that the config or a comment silences, and severities that the config replaces."""

from collections.abc import Iterable

import msgspec

from inspector.config import Config
from inspector.config.likeness import most_like
from inspector.model import Finding, Registry
from inspector.rules import ordered
from inspector.sources.comment_lines import as_comment
from inspector.sources.comments import suppressions
from inspector.sources.python_text import Sources

_SOME = 5
"""Consumers that a sentence lists."""


class Suppressed(msgspec.Struct, frozen=True, kw_only=True):
    """A finding that is left out, with the reason."""

    finding: Finding
    reason: str


class Sifted(msgspec.Struct, frozen=True, kw_only=True):
    """Findings that remain, those that don't, and what is wrong with comments that were to silence one."""

    kept: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...]
    complaints: tuple[str, ...] = ()


def sift(findings: Iterable[Finding], config: Config, sources: Sources) -> Sifted:
    """Findings with the configured severities, held against ignores and comments."""
    kept: list[Finding] = []
    silenced: list[Suppressed] = []
    complaints: dict[str, None] = {}
    for finding in findings:
        severity = config.severity.get(finding.code)
        graded = finding if severity is None else msgspec.structs.replace(finding, severity=severity)
        reason = _configured(graded, config)
        if reason is None:
            reason, complaint = _commented(graded, sources)
            if complaint:
                complaints[complaint] = None
        if reason is None:
            kept.append(graded)
        else:
            silenced.append(Suppressed(finding=graded, reason=reason))
    return Sifted(kept=ordered(kept), suppressed=tuple(silenced), complaints=tuple(complaints))


def unmatched(registry: Registry, config: Config) -> tuple[str, ...]:
    """A sentence for each key of `per-consumer-ignores` that is no consumer's id or name."""
    names = dict.fromkeys(name for one in registry.consumers for name in (one.id, one.name))
    return tuple(
        f"per-consumer-ignores: no consumer is called `{key}`{nearest_consumer(key, registry)}"
        for key in config.per_consumer_ignores
        if key not in names
    )


def nearest_consumer(key: str, registry: Registry) -> str:
    """A question after the consumer most likely meant, else some that there are: the end of a sentence."""
    nearest = most_like(key, dict.fromkeys(name for one in registry.consumers for name in (one.id, one.name)))
    if nearest:
        return f"; did you mean `{nearest}`?"
    names = list(dict.fromkeys(one.name for one in registry.consumers))
    listed = ", ".join(f"`{name}`" for name in names[:_SOME])
    return f"; there are {listed}{', …' if len(names) > _SOME else ''}" if names else ""


def _configured(finding: Finding, config: Config) -> str | None:
    if finding.code in config.ignore:
        return "ignore in the config"
    for key, codes in config.per_consumer_ignores.items():
        if finding.code in codes and key in (finding.consumer, finding.consumer_name):
            return f"per-consumer-ignores of `{key}` in the config"
    return None


def _commented(finding: Finding, sources: Sources) -> tuple[str | None, str]:
    """(reason that a comment at one of its places gives, what is wrong with such a comment)."""
    comment = suppressions(sources, finding.locations, code=finding.code)
    if comment is None:
        return None, ""
    problem = comment.malformed or (
        "" if comment.reason else f"`ignore[{finding.code}]` has no reason after it"
    )
    if not problem:
        return f"{comment.reason} ({comment.location})", ""
    right = as_comment(comment.location.path, f"toolinspect: ignore[{finding.code}] reason")
    return None, f"{comment.location}: {problem}, so {finding.code} stays; write `{right}`"
