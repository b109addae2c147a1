"""What the words that projects use for the fate of unlisted tools come to."""

from inspector.model import ApprovalDefault

_ALLOW = {
    "allow", "allowed", "allow_all", "accept", "approve", "approved", "auto", "auto_approve", "bypass",
    "never", "no_approval", "none", "open", "pass", "permit", "skip",
}  # fmt: skip
_DENY = {
    "always", "always_ask", "approval", "ask", "block", "blocked", "confirm", "deny", "denied", "deny_all",
    "forbid", "human", "manual", "needs_approval", "prompt", "refuse", "reject", "require", "required",
    "require_approval", "review",
}  # fmt: skip


def approval_default(text: str) -> ApprovalDefault | None:
    """`allow`: a tool that no table lists runs unasked; None for a word that could mean either.

    True and False are among those: of `DEFAULT = True` nobody can tell whether it approves or asks.
    """
    word = text.strip().lower().replace("-", "_").replace(" ", "_").rpartition(".")[2]
    if word in _ALLOW:
        return "allow"
    return "deny" if word in _DENY else None
