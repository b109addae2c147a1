"""Parts of names that several tools share."""

ORDER = "order"
LOOKUP = f"{ORDER}_lookup"


def versioned(verb: str) -> str:
    """The name of a tool of this year's version."""
    return f"{verb}_{ORDER}"
