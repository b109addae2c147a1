"""TI208: trace filters, declared sets, MCP filters and hosted lists that name no tool."""

from collections.abc import Iterator

from inspector.controls.matching import HeldSet, HeldSets
from inspector.model import Consumer, Finding, ListedName, Tool
from inspector.rules.listed_names import about_entry, called, claim, misses, replaced


def check_registry(sets: HeldSets) -> Iterator[Finding]:
    """One finding per name; a server that several agents share is reported on the first."""
    for held in sets.of("trace", "declared"):
        what = "filter" if held.control.kind == "trace" else "set"
        for miss in misses(held):
            yield about_entry(
                "TI208",
                held,
                miss.entry,
                message=f"{claim(miss)}, so this entry of the {what} applies to nothing.",
                fix=replaced(miss),
                tools=miss.absence.tools,
                ghost=True,
            )
    yield from _raw_names(sets)
    yield from _not_allowed(sets)


def _raw_names(sets: HeldSets) -> Iterator[Finding]:
    seen: set[tuple[str, str | None, str]] = set()
    for held in sets.of("mcp_filter", "mcp_approval"):
        control = held.control
        consumer = sets.names.consumers[control.consumer] if control.consumer is not None else None
        raw = held.raw_names
        if consumer is None or raw is None:
            continue
        for entry in control.entries:
            key = (control.kind, control.server, entry.name)
            if entry.name not in raw and key not in seen:
                seen.add(key)
                yield _no_raw_name(held, entry, consumer, raw)


def _no_raw_name(held: HeldSet, entry: ListedName, consumer: Consumer, raw: frozenset[str]) -> Finding:
    control = held.control
    public = [tool for tool in consumer.tools if tool.server == control.server and tool.visible == entry.name]
    meant = _inner(public) or held.names.likeness.of(entry.name, sorted(raw))
    why = (
        f"is the public name of a tool of MCP server `{control.server}`: filters see the raw name `{meant}`"
        if public
        else f"names no tool that MCP server `{control.server}` lists"
    )
    return about_entry(
        "TI208",
        held,
        entry,
        message=(
            f"`{entry.name}` in {called(control)} on `{consumer.name}` {why}, so the entry {_effect(held)}."
        ),
        fix=f"Write `{meant}`." if meant else "Take the name out, or write the name that the server lists.",
        tools=[(consumer.id, tool.key) for tool in public],
        ghost=not public,
    )


def _effect(held: HeldSet) -> str:
    return "asks for no approval" if held.control.kind == "mcp_approval" else "lets in and keeps out nothing"


def _inner(public: list[Tool]) -> str | None:
    return public[0].raw_name if public else None


def _not_allowed(sets: HeldSets) -> Iterator[Finding]:
    """Approval of a hosted server's tool that its `allowed_tools` leaves out: it can't be called at all."""
    for held in sets.of("hosted_approval"):
        control = held.control
        servers = [tool for _, tool in held.scope.hosted_servers.get(control.server or "", ())]
        allowed: set[str] = set()
        for tool in servers:
            allowed.update(tool.hosted_allowed or ())
        if not servers or any(tool.hosted_allowed is None for tool in servers):
            continue
        for entry in {one.name: one for one in control.entries}.values():
            if entry.name not in allowed:
                meant = held.names.likeness.of(entry.name, sorted(allowed))
                yield about_entry(
                    "TI208",
                    held,
                    entry,
                    message=(
                        f"`{entry.name}` in {called(control)} isn't among the `allowed_tools` of that "
                        "server: the model can't call it, so the entry applies to nothing."
                    ),
                    fix=(
                        f"Write `{meant}` if that is meant, or allow `{entry.name}`."
                        if meant
                        else f"Allow `{entry.name}`, or take it out of `require_approval`."
                    ),
                    tools=[(control.consumer or "", tool.key) for tool in servers],
                )
