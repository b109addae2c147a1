"""The order in which factories are called."""

from .factory import Factory


def callers_first(factories: "list[Factory]") -> "list[Factory]":
    """Those that others call come after them; the order within is kept."""
    by_key = {factory.key: factory for factory in factories}
    callers: dict[str, list[str]] = {key: [] for key in by_key}
    for factory in factories:
        for called in factory.facts["calls"]:
            if called in callers:
                callers[called].append(factory.key)
    placed: dict[str, Factory] = {}
    entered: set[str] = set()
    pending = [factory.key for factory in reversed(factories)]
    while pending:
        key = pending[-1]
        if key in entered:
            placed.setdefault(key, by_key[pending.pop()])
        else:
            entered.add(key)
            pending.extend(caller for caller in reversed(callers[key]) if caller not in entered)
    return list(placed.values())
