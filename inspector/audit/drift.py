"""TI207 without running anything: override tables of environments against the names in the source."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from inspector.audit.overrides import SeenTool
from inspector.model import Drift, ListedName, OverrideTable


def drifts(tables: Iterable[OverrideTable], tools: Iterable[SeenTool]) -> Iterator[Drift]:
    """What each environment says otherwise than the code, table by table, in the order of its entries."""
    code: dict[str, set[str | None]] = defaultdict(set)
    for tool in tools:
        if tool.function:
            for name in (tool.function.rpartition(".")[2], tool.variable):
                if name:
                    code[name].add(tool.visible)
    tables = tuple(tables)
    said = {table.environment: {_bare(entry.name): entry for entry in table.entries} for table in tables}
    for table in tables:
        for entry in table.entries:
            name = _bare(entry.name)
            seen = code.get(name, set())
            if None not in seen and entry.value not in seen:
                yield _drift(table, entry, tuple(sorted(str(one) for one in seen)))
        elsewhere = {
            name: environment
            for environment, entries in said.items()
            for name in entries
            if environment != table.environment and name not in said[table.environment]
        }
        for name, environment in elsewhere.items():
            yield _silent(table, name, environment, tuple(sorted(str(one) for one in code.get(name, ()))))


def _drift(table: OverrideTable, entry: ListedName, code: tuple[str, ...]) -> Drift:
    name = _bare(entry.name)
    names = " or ".join(f"`{one}`" for one in code)
    seen = f"the code gives it {names}" if code else "no tool's function in the source has that name"
    value = entry.value if isinstance(entry.value, str) else None
    return Drift(
        environment=table.environment,
        function=name,
        said=value,
        code=code,
        path=entry.location.path if entry.location is not None else table.source,
        line=entry.location.line if entry.location is not None else None,
        message=f"{table.environment} says `{value}` for `{name}`, and {seen}.",
    )


def _silent(table: OverrideTable, name: str, elsewhere: str, code: tuple[str, ...]) -> Drift:
    return Drift(
        environment=table.environment,
        function=name,
        said=None,
        code=code,
        path=table.location.path if table.location is not None else table.source,
        line=table.location.line if table.location is not None else None,
        message=f"{table.environment} has nothing for `{name}`, which {elsewhere} has.",
    )


def _bare(name: str) -> str:
    return name.rpartition(".")[2].rpartition(":")[2]
