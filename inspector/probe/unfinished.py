"""Words for what an exploration left when it came to no good end."""

from typing import List, Sequence

NAMED = 20
"""Parts that are named one by one; of more of them the number is told."""


def unfinished(left: Sequence[str], ending: str) -> List[str]:
    """What was in work, with how that ended, and what comes after it; nothing where nothing is left."""
    if not left:
        return []
    first, *rest = left
    return [f"{first}: {ending}", *unreached(rest)]


def unreached(left: Sequence[str]) -> List[str]:
    """Parts whose turn never came, each in words."""
    told = [f"{each}: not reached" for each in left[:NAMED]]
    more = len(left) - NAMED
    return [*told, f"{more} more: not reached"] if more > 0 else told
