"""What exploring the flags of a project came to, for reports."""

from collections.abc import Iterator

import msgspec

from inspector.config.fault import shown
from inspector.flags.matrix import decisions, readers
from inspector.inspection.result import Inspection


class Explored(msgspec.Struct, frozen=True, kw_only=True):
    """Flags, what read them, and how far the answers are proven."""

    flags: int
    """Declared in the config."""
    read: tuple[str, ...] = ()
    """Flags that code of the project read, in the order of the config; last `tenant`, if it asks for that."""
    unread: tuple[str, ...] = ()
    readers: dict[str, tuple[str, ...]] = {}
    """What reads each flag, in words."""
    exact: bool = True
    """Nothing is sampled, in doubt, or left unexplored."""
    builds: int = 0
    doubts: tuple[str, ...] = ()
    """What is sampled or in doubt and why, in sentences."""
    unfinished: tuple[str, ...] = ()


def explored(inspection: Inspection) -> Explored | None:
    """None for a project without flags, or where exploring was not asked for."""
    space, exploration = inspection.space, inspection.exploration
    if space is None or inspection.whole is None:
        return None
    reads = readers(inspection.everywhere, space, exploration)
    flags = [one.name for one in (space.variables[:-1] if space.has_tenant else space.variables)]
    doubts = tuple(dict.fromkeys(_doubts(inspection)))
    unfinished = tuple(one for root in exploration for one in root.unfinished)
    return Explored(
        flags=len(flags),
        read=tuple(reads),
        unread=tuple(flag for flag in flags if flag not in reads),
        readers=reads,
        exact=not doubts and not unfinished,
        builds=sum(root.builds for root in exploration),
        doubts=doubts,
        unfinished=unfinished,
    )


def _doubts(inspection: Inspection) -> Iterator[str]:
    space = inspection.space
    if space is not None and space.unheeded:
        number = len(space.unheeded)
        first = " and ".join(f"{flag} = {shown(value)}" for flag, value in space.unheeded[0].items())
        some = f"`{first}`" if number == 1 else f"`{first}` and {number - 1} more"
        yield (
            f"forbidden combinations: {some} could not be heeded, since all together are too many; "
            "what is said to depend on flags may do so where they can't occur"
        )
    for what, decision in decisions(inspection.exploration, inspection.everywhere):
        if not decision.exact:
            yield f"{what}: {decision.doubt or 'sampled'}"
