"""Which finding `n` and `N` go to."""

from collections.abc import Sequence

from inspector.model import Finding


class FindingWalk:
    """Steps through the findings of a load, from the one that is selected."""

    def __init__(self) -> None:
        self._begun = False

    def step(self, findings: Sequence[Finding], current: Finding | None, by: int, *, unseen: bool) -> int:
        """Index of the next one, or of the one before; at either end it goes on at the other.

        `unseen`: the user has not looked at the list, so the first `n` goes to the first one, not past it.
        """
        at = findings.index(current) if current in findings else -1
        stays = unseen and not self._begun and by > 0 and at == 0
        self._begun = True
        return 0 if stays else (at + by) % len(findings)
