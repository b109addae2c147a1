"""What the words of approval tables and of their defaults say."""

import re

ALLOWS = frozenset(
    {
        *("accept", "accepted", "allow", "allowed", "allow_all", "always_allow", "approve", "approved"),
        *("auto", "auto_accept", "auto_allow", "auto_approve", "auto_approved", "automatic", "bypass"),
        *("exempt", "low", "low_risk", "never", "never_ask", "no_approval", "no_review", "none"),
        *("not_needed", "not_required", "open", "pass", "permit", "permitted", "pre_approved", "safe"),
        *("skip", "trusted", "unrestricted"),
    }
)
"""A call runs without anybody being asked, whether the word stands at a tool's name or for all others."""
ASKS = frozenset(
    {
        *("always", "always_ask", "approval", "approval_required", "ask", "block", "blocked", "confirm"),
        *("deny", "denied", "deny_all", "forbid", "forbidden", "human", "manual", "needs_approval"),
        *("prompt", "refuse", "reject", "require", "required", "require_approval", "review"),
    }
)
"""A call is reviewed first, or doesn't run at all."""
_OFF = frozenset({"", "0", "false", "no", "off", "null", "disabled"})
"""At a tool's name: no review. Without a name nobody can tell whether the review or the tool is off."""
_UNGATED = ALLOWS | _OFF

_PREFIX = re.compile(r"^(?:[^\W\d]\w*\.)+(?=\w+$)")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_GAP = re.compile(r"[\s_-]+")


def word(text: str) -> str:
    """A value as the tables here spell it: `Policy.AUTO_APPROVE`, "auto-approve", `autoApprove` are one."""
    bare = _HUMP.sub("_", _PREFIX.sub("", text.strip()))
    return _GAP.sub("_", bare).lower()


def gates(value: str | bool | None) -> bool:
    """Whether a table's value has calls of the tool reviewed; a name in a plain list has no value and does.

    True asks for approval and False doesn't. A word that is in no table here asks: "manager", "high".
    """
    if isinstance(value, str):
        return word(value) not in _UNGATED
    return value is not False
