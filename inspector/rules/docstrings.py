"""The parts of a docstring."""

import re

_SECTION = re.compile(
    r"^[ \t]*(?:"
    r":\w+(?:[ \t][^:\n]*)?:"  # :param name:, :return:
    r"|@(?:param|return|returns|raise|type)\b"
    r"|(?:args?|arguments|params?|parameters|keyword args|keyword arguments|other parameters|attributes"
    r"|returns?|yields?|receives|raises|warns|examples?|notes?|todo|see also|references):[ \t]*(?:$|\S)"
    r"|[A-Z][A-Za-z ]+\n[ \t]*-{3,}[ \t]*$"  # numpy
    r")",
    re.IGNORECASE | re.MULTILINE,
)
"""Where the part that describes the whole ends."""


def descriptive(docstring: str) -> str:
    """The part of a docstring before its first section: what describes the function as a whole."""
    section = _SECTION.search(docstring)
    return (docstring if section is None else docstring[: section.start()]).strip()
