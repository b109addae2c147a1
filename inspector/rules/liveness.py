"""Under which condition several tools are there at the same time."""

from collections.abc import Sequence

import msgspec

from inspector.model import Tool


class Coexistence(msgspec.Struct, frozen=True):
    """That tools can meet; `condition` is None when they always do."""

    condition: str | None = None


def coexist(tools: Sequence[Tool]) -> Coexistence | None:
    """How two or more of `tools` meet, or None when they don't or nothing is known.

    A predicate that could not be evaluated is unknown. One unknown tool may meet the known ones; several meet
    only when one predicate decides them all, since different predicates usually exclude each other.
    """
    known = [tool for tool in tools if tool.enabled is True]
    unknown = [tool for tool in tools if tool.enabled is None]
    if len(known) > 1:
        return Coexistence()
    if not unknown or len(known) + len(unknown) < 2:
        return None
    if len(unknown) > 1 and (
        unknown[0].predicate_identity is None or len({tool.predicate_identity for tool in unknown}) > 1
    ):
        return None
    return Coexistence(when(unknown[0]))


def when(tool: Tool) -> str | None:
    """The condition under which one live tool is there; None when it always is."""
    if tool.enabled is not None:
        return None
    return (
        f"when `{tool.predicate}` allows it" if tool.predicate else "when its is_enabled predicate allows it"
    )
