"""Names that a sentence lists together: "use a, b and c"."""

import re

MARKS = r"[`'\"*_“”‘’«»\[]*"
"""Pattern of the quotes and emphasis around a name."""
_SEPARATOR = re.compile(
    r"\s*(?:,(?:\s*(?:and|or|then|and then)\b)?|/|&|、|\|"
    rf"|(?<!\w)(?:and|or|then|and then|and/or|y|o|e|und|oder)(?!\w))\s*{MARKS}$"
)
_LISTED = re.compile(rf"{MARKS}(?<!\w)[A-Za-z_][\w.-]*(?:\([^()]*\))?{MARKS}(?:\s*\([^()]*\))?$")
_MOST = 12
"""Names that are looked through."""


def before_enumeration(left: str) -> str:
    """What stands before the first of the names listed together: "use" of "use a, b and"."""
    for _ in range(_MOST):
        separator = _SEPARATOR.search(left, max(0, len(left) - 20))
        if separator is None:
            return left
        listed = _LISTED.search(left[: separator.start()], max(0, separator.start() - 100))
        if listed is None:
            return left
        left = left[: listed.start()]
    return left
