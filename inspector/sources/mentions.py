"""Whether a file has any of the wanted names in it, found without parsing."""

import re
from collections.abc import Collection

_PLAIN = re.compile(r"[\w.-]+\Z")
_IN_MODULE = re.compile(r"""(?<=["'])[\w.-]+(?=["'])|\b\w+(?=\s*[=:])""")
"""A whole string, or what stands before `=` or `:` as keywords and fields do; a `def` is none."""
_IN_DATA = re.compile(r"[\w.-]+")
_FEW = 20
"""So many names are sooner looked for one by one, before the words of a text are."""


class Mentions:
    """The names of a project's tools, looked for in texts."""

    def __init__(self, names: Collection[str]) -> None:
        self.names = frozenset(names)
        self._plain = frozenset(name for name in names if _PLAIN.match(name))
        self._odd = tuple(name for name in names if name and name not in self._plain)
        """Names with spaces and the like, of which there are few."""
        self._since: tuple[frozenset[str], Mentions] | None = None

    def since(self, before: "Mentions") -> "Mentions":
        """The names that `before` did not have: a text without those needs to be searched for no others."""
        if self._since is None or self._since[0] is not before.names:
            self._since = (before.names, Mentions(self.names - before.names))
        return self._since[1]

    def in_module(self, text: str) -> bool:
        return self._any(_IN_MODULE, text)

    def in_data(self, text: str) -> bool:
        return self._any(_IN_DATA, text)

    def _any(self, words: re.Pattern[str], text: str) -> bool:
        if any(name in text for name in self._odd):
            return True
        if len(self._plain) <= _FEW and not any(name in text for name in self._plain):
            return False
        return not self._plain.isdisjoint(words.findall(text))
