"""What the values of an approval table say."""

_WAVED_THROUGH = frozenset(
    {
        *("", "0", "false", "no", "off", "none", "null", "never", "auto", "automatic", "skip", "bypass"),
        *("allow", "allowed", "approve", "approved", "auto_approve", "auto-approve", "low", "disabled"),
        *("not_required", "not-required", "exempt", "pass", "safe"),
    }
)


def gates(value: str | bool | None) -> bool:
    """Whether a table's value has calls reviewed; a name in a plain list has no value and does."""
    if isinstance(value, str):
        return value.strip().lower() not in _WAVED_THROUGH
    return value is not False
