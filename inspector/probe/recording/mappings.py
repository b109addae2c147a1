"""A dict that tells which of its items are read, and is one to user code."""

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from typing import Any, Protocol

_NONE: "frozenset[Any]" = frozenset()


class Source(Protocol):
    """Where the items come from, told before they are used."""

    def item(self, key: Any, mapping: "RecordingDict") -> None:
        """The value of a key is read, or that it has none."""

    def key(self, key: Any) -> None:
        """Whether there is such a key is read."""

    def keys(self) -> None:
        """Which keys there are is read."""

    def handed(self, key: Any, mapping: "RecordingDict") -> Any:
        """The value, as it is to be handed out."""

    def owned(self) -> bool:
        """Whether a key that is written now is user code's own from then on."""


class RecordingDict(dict):  # type: ignore[type-arg]
    """Reads tell `_source`, but for the keys of `_own`, which user code has set itself.

    Made by user code, as `type(value)(pairs)` does it, it is a dict like any other.
    """

    __slots__ = ("_own", "_source")
    _source: "Source | None"
    _own: "frozenset[Any]"

    def __new__(cls, *args: Any, **kwargs: Any) -> "RecordingDict":
        made = dict.__new__(cls)
        made._source, made._own = None, _NONE
        return made

    def __getitem__(self, key: Any) -> Any:
        source = self._source
        if source is None or key in self._own:
            return dict.__getitem__(self, key)
        source.item(key, self)
        return source.handed(key, self)

    def get(self, key: Any, default: Any = None) -> Any:
        """As of a dict."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key: Any) -> bool:
        if self._source is not None and key not in self._own:
            self._source.key(key)
        return dict.__contains__(self, key)

    def __iter__(self) -> "Iterator[Any]":
        self._read_keys()
        return dict.__iter__(self)

    def __reversed__(self) -> "Iterator[Any]":
        self._read_keys()
        return dict.__reversed__(self)

    def __len__(self) -> int:
        self._read_keys()
        return dict.__len__(self)

    def keys(self) -> Any:
        """As of a dict."""
        self._read_keys()
        return dict.keys(self)

    def values(self) -> Any:
        """As of a dict; each value is read as it is reached."""
        return _Values(self)

    def items(self) -> Any:
        """As of a dict; each value is read as it is reached."""
        return _Items(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict):
            return NotImplemented
        if len(self) != len(other) or any(key not in other for key in self):
            return False
        return all(_alike(self[key], other[key]) for key in self)

    def __ne__(self, other: object) -> bool:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = None

    def __or__(self, other: Any) -> Any:
        if not isinstance(other, dict):
            return NotImplemented
        joined = self.copy()
        joined.update(other)
        return joined

    def __ror__(self, other: Any) -> Any:
        if not isinstance(other, dict):
            return NotImplemented
        joined = self.copy()
        mine = dict(zip(dict.keys(joined), dict.values(joined), strict=True))
        dict.clear(joined)
        dict.update(joined, other)
        dict.update(joined, mine)
        joined._own = frozenset(key for key in other if key not in mine) | joined._own
        return joined

    def __ior__(self, other: Any) -> Any:
        self.update(other)
        return self

    def copy(self) -> Any:
        """One that records too: copying reads nothing but which keys there are."""
        copied = type(self)()
        source = self._source
        for key in self:
            handed = source is not None and key not in self._own
            value = source.handed(key, self) if handed and source is not None else dict.__getitem__(self, key)
            dict.__setitem__(copied, key, value)
        copied._source = None if source is None else _Copied(source)
        copied._own = self._own
        return copied

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: "dict[int, Any]") -> Any:
        import copy

        return {copy.deepcopy(key, memo): copy.deepcopy(self[key], memo) for key in self}

    def __reduce_ex__(self, protocol: Any) -> Any:
        return dict, (dict(self.items()),)

    def __repr__(self) -> str:
        return repr(dict(self.items()))

    def __setitem__(self, key: Any, value: Any) -> None:
        self._write(key)
        dict.__setitem__(self, key, value)

    def __delitem__(self, key: Any) -> None:
        if key not in self:
            raise KeyError(key)
        self._write(key)
        dict.__delitem__(self, key)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """As of a dict."""
        if key in self:
            return self[key]
        self[key] = default
        return default

    def pop(self, key: Any, *default: Any) -> Any:
        """As of a dict."""
        if key not in self and default:
            return default[0]
        value = self[key]
        self._write(key)
        dict.__delitem__(self, key)
        return value

    def popitem(self) -> "tuple[Any, Any]":
        """As of a dict."""
        self._read_keys()
        for key in dict.__reversed__(self):
            return key, self.pop(key)
        raise KeyError("popitem(): dictionary is empty")

    def clear(self) -> None:
        """As of a dict."""
        self._source, self._own = None, _NONE
        dict.clear(self)

    def update(self, *args: Any, **kwargs: Any) -> None:
        """As of a dict."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def _read_keys(self) -> None:
        if self._source is not None:
            self._source.keys()

    def _write(self, key: Any) -> None:
        if self._source is not None and self._source.owned():
            self._own |= {key}


class RecordingContext(RecordingDict):
    """A context that is a dict, or a dict within one."""

    __slots__ = ()


RecordingContext.__name__ = "dict"


class _Copied:
    """The source of a copy: what is written into that changes nothing else."""

    def __init__(self, source: Source) -> None:
        self.log = getattr(source, "log", None)
        self.item, self.key, self.keys = source.item, source.key, source.keys

    def handed(self, key: Any, mapping: RecordingDict) -> Any:
        return dict.__getitem__(mapping, key)

    def owned(self) -> bool:
        """Nobody but the copy's owner has it."""
        return True


class _Items(ItemsView[Any, Any]):
    _mapping: RecordingDict

    def __reversed__(self) -> "Iterator[Any]":
        return ((key, self._mapping[key]) for key in reversed(self._mapping))

    def __repr__(self) -> str:
        return f"dict_items({list(self)!r})"


class _Values(ValuesView[Any]):
    _mapping: RecordingDict

    def __reversed__(self) -> "Iterator[Any]":
        return (self._mapping[key] for key in reversed(self._mapping))

    def __repr__(self) -> str:
        return f"dict_values({list(self)!r})"


def fill(made: RecordingDict, items: "Mapping[Any, Any]", source: "Source | None") -> None:
    """Make it one of these items, which come from `source`."""
    dict.update(made, items)
    made._source = source


def _alike(one: Any, other: Any) -> bool:
    """As containers compare their members."""
    return bool(one is other or one == other)
