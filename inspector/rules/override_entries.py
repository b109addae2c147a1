"""Which entries of the environments' override tables mean one function."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from inspector.controls.names import Names, Place
from inspector.model import ListedName, Location, OverrideTable, Registry


class Line(msgspec.Struct, frozen=True):
    """One entry of one environment's table."""

    table: OverrideTable
    entry: ListedName

    @property
    def location(self) -> Location | None:
        return self.entry.location or self.table.location

    @property
    def value(self) -> str | None:
        """The visible name that it gives; None for what is no name."""
        return self.entry.value if isinstance(self.entry.value, str) else None


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What the code alone makes of a function."""

    places: Sequence[Place] = ()
    """The tools with that function."""
    visible: tuple[str, ...] = ()
    """What the model sees of it; empty where the function is not known."""
    accepted: frozenset[str] = frozenset()
    """Those, and the names within a namespace."""


class Override(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the tables say of one function."""

    name: str
    """As the first table writes it."""
    lines: tuple[Line, ...]
    seen: Seen
    silent: tuple[OverrideTable, ...] = ()
    """Tables without an entry that may mean it: there the model sees what the code says."""


def overrides(registry: Registry, tables: Sequence[OverrideTable], names: Names) -> Iterator[Override]:
    """One for each function, in the order of the tables."""
    functions = _Functions(registry, names)
    lines = [Line(table, entry) for table in tables for entry in table.entries]
    meant = _meant({line.entry.name: functions.of(line.entry.name) for line in lines})
    groups: dict[str, list[Line]] = {}
    covered: dict[str, list[OverrideTable]] = defaultdict(list)
    for line in lines:
        wanted = meant[line.entry.name]
        key = wanted[0] if len(wanted) == 1 else line.entry.name
        groups.setdefault(key, []).append(line)
        for one in {key, *wanted}:
            covered[one].append(line.table)
    for key, said in groups.items():
        written = said[0].entry.name
        wanted = meant[written]
        about = {table.environment for one in {key, *wanted} for table in covered[one]}
        yield Override(
            name=written,
            lines=tuple(said),
            seen=functions.seen(key),
            silent=tuple(table for table in tables if table.environment not in about),
        )


def _meant(known: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The functions that each key may mean.

    Of a function that nobody has seen, a bare key means what a qualified key of another table ends in.
    """
    ending: dict[str, dict[str, None]] = defaultdict(dict)
    for key, functions in known.items():
        for function in functions or (key,):
            for end in _ends(function):
                ending[end][function] = None
    return {key: functions or tuple(ending.get(key, ())) or (key,) for key, functions in known.items()}


def _ends(name: str) -> Iterator[str]:
    """`b.c` and `c` of `a.b.c`."""
    parts = name.split(".")
    for start in range(1, len(parts)):
        yield ".".join(parts[start:])


class _Functions:
    """The functions of the project by their names, those of tools in no agent's list included."""

    def __init__(self, registry: Registry, names: Names) -> None:
        self._listed = names.project.functions
        self._unlisted: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for tool in registry.unlisted:
            function = tool.function or tool.function_name
            for name in (tool.function, tool.function_name):
                if name is not None and function is not None:
                    self._unlisted[name][function].add(tool.visible)

    def of(self, name: str) -> tuple[str, ...]:
        """The qualified functions of that name."""
        listed = dict.fromkeys(tool.function or name for _, tool in self._listed.get(name, ()))
        return tuple(listed or self._unlisted.get(name, {}))

    def seen(self, name: str) -> Seen:
        """The tools with a function of that name, and what the model sees of them."""
        places = self._listed.get(name, ())
        visible: Iterable[str] = [tool.visible for _, tool in places]
        if not places:
            visible = sorted(one for shown in self._unlisted.get(name, {}).values() for one in shown)
        inner = [tool.name for _, tool in places]
        return Seen(
            places=places, visible=tuple(dict.fromkeys(visible)), accepted=frozenset((*visible, *inner))
        )
