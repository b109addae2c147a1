"""Everything that people call a tool, whichever of it the model sees."""

from collections.abc import Iterator

from inspector.model import Registry


def called(registry: Registry) -> frozenset[str]:
    """Names, functions, variables, raw MCP names and business ids of all tools, in a list or not."""
    return frozenset(name for name in _all(registry) if name)


def _all(registry: Registry) -> Iterator[str | None]:
    for consumer in registry.consumers:
        for tool in consumer.tools:
            yield from (tool.visible, tool.name, tool.function, tool.function_name)
            yield from (tool.business_id, tool.raw_name, *tool.variables, *(tool.hosted_allowed or ()))
    for one in registry.unlisted:
        yield from (one.visible, one.function, one.function_name, *one.variables)
