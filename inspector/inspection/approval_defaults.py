"""What the words that projects use for the fate of unlisted tools come to."""

from inspector.controls.gating import ALLOWS, ASKS, word
from inspector.model import ApprovalDefault


def approval_default(text: str) -> ApprovalDefault | None:
    """`allow`: a tool that no table lists runs unasked; None for a word that could mean either.

    True and False are among those: of `DEFAULT = True` nobody can tell whether it approves or asks.
    """
    said = word(text)
    if said in ALLOWS:
        return "allow"
    return "deny" if said in ASKS else None
