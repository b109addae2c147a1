"""Names that a sentence lists together: "use a, b and c"."""

import re

MARKS = r"[`'\"*_“”‘’«»\[]*"
"""Pattern of the quotes and emphasis around a name."""
TOOL = (
    r"(?:tools?|functions?|sub-?tools?|herramientas?|funci[oó]n(?:es)?|ferramentas?|fun[cç](?:ão|ões)|outils?"
    r"|fonctions?|werkzeuge?|funktion(?:en)?|strument[oi]|инструмент\w*|функци\w*)"
)
"""Pattern of the word for a tool, or for several."""
_SEPARATOR = re.compile(
    r"\s*(?:,(?:\s*(?:and|or|then|and then)\b)?|/|&|、|\|"
    rf"|(?<!\w)(?:and|or|then|and then|and/or|y|o|e|und|oder)(?!\w))\s*{MARKS}$"
)
_LISTED = re.compile(rf"{MARKS}(?<!\w)[A-Za-z_][\w.-]*(?:\([^()]*\))?{MARKS}(?:\s*\([^()]*\))?$")
_REST = re.compile(
    rf"(?:{MARKS}\s*(?:,(?:\s*(?:and|or)\b)?|\band\b|\bor\b|&|/)\s*(?:`[^`\n]{{1,60}}`|[A-Za-z]\w*_\w+)){{0,8}}"
    rf"{MARKS}\s*(?:{TOOL}\b)?{MARKS}\s*",
    re.IGNORECASE,
)
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


def after_enumeration(right: str) -> str:
    """What follows the names listed together and the word "tools": "are off" of ", b and c tools are off"."""
    rest = _REST.match(right)
    return right[rest.end() :] if rest is not None else right
