"""What the id table and the risk globs say in vain: no tool is wrong by it, but it isn't what was meant."""

import re
from collections.abc import Iterable, Iterator

from inspector.controls.globs import GlobIndex
from inspector.controls.id_table import lost_ids
from inspector.controls.names import Names
from inspector.model import Controls, Registry, Tool

_MOST = 20
"""Sentences of one kind: a table that was moved as a whole is one mistake."""
_SEPARATORS = ("_", ".", "-", "/")
_REST = re.compile(r"[*?\[].*$")


def contradictions(registry: Registry, controls: Controls, names: Names | None = None) -> tuple[str, ...]:
    """Sentences on ids that lose to others, and on risk globs without a tool where every tool is known.

    `names` is the index of this registry, if there is one; ids from the table may have been applied to it.
    """
    names = names or Names(registry)
    lost = _some(lost_ids(registry, controls), "more ids of the id table are in vain")
    return (*lost, *_some(_idle_globs(names, registry, controls), "more globs of `risk.high` match nothing"))


def _some(sentences: Iterable[str], more: str) -> list[str]:
    """The first distinct ones, and how many there are beyond."""
    said = list(dict.fromkeys(sentences))
    left = len(said) - _MOST
    return [*said[:_MOST], f"{left} {more}"] if left > 0 else said


def _idle_globs(names: Names, registry: Registry, controls: Controls) -> Iterator[str]:
    if not controls.risk or not names.project.complete:
        return
    known = dict.fromkeys(name for one in registry.consumers for tool in one.tools for name in _risky(tool))
    for built in registry.unlisted:
        known.update(dict.fromkeys(name for name in (built.visible, built.function) if name))
    index = GlobIndex(known)
    for glob in dict.fromkeys(controls.risk):
        if not index.matching(glob):
            nearest = _nearest(glob, known, names)
            hint = f"; nearest: `{nearest}`" if nearest else ""
            yield f"`risk.high` has `{glob}`, which matches no business id, function or visible name{hint}"


def _risky(tool: Tool) -> Iterator[str]:
    named = (tool.business_id, tool.function, tool.function_name, tool.visible, tool.name, tool.server)
    yield from (name for name in named if name)


def _nearest(glob: str, known: dict[str, None], names: Names) -> str | None:
    """A name that is like a whole one; for `begin_*`, a glob with the beginning of a name that is like it."""
    begin = _REST.sub("", glob)
    if not begin.endswith(_SEPARATORS):
        return names.likeness.of(begin, known) if begin else None
    beginnings = {name[: end + 1] for name in known for end, sign in enumerate(name) if sign == begin[-1]}
    found = names.likeness.of(begin, sorted(beginnings))
    return f"{found}{glob[len(begin) :]}" if found is not None else None
