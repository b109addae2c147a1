"""How messages name tools and their owners."""

from collections import Counter
from collections.abc import Iterable, Sequence

from inspector.model import Tool


def owner(tool: Tool) -> str:
    """The code behind a tool with its place, as "`support.crm.lookup` (support/crm.py:8)"."""
    where = tool.location
    return f"{subject(tool)} ({where})" if where is not None else subject(tool)


def subject(tool: Tool) -> str:
    """The code behind a tool, for a second mention."""
    match tool.origin:
        case "agent_tool":
            return f"agent `{tool.function or tool.name}` as a tool"
        case "handoff":
            return f"the handoff to `{tool.function or tool.name}`"
        case "mcp":
            return f"MCP tool `{tool.function or tool.name}`"
        case "function":
            return f"`{tool.function}`" if tool.function else f"a {tool.type} called `{tool.visible}`"
        case _:
            return f"{tool.type} `{tool.server}`" if tool.server else tool.type


def subjects(tools: Iterable[Tool]) -> str:
    """Several subjects in a sentence, in order."""
    return join([subject(tool) for tool in tools])


def owners(tools: Iterable[Tool]) -> str:
    """Several owners in a sentence, in order; those that read alike once, with their number."""
    counts = Counter(owner(tool) for tool in tools)
    return join([_times(text, count) for text, count in counts.items()])


def _times(text: str, count: int) -> str:
    if count == 1:
        return text
    return f"{text}, {'twice' if count == 2 else f'{count} times'}"


def join(items: Sequence[str]) -> str:
    """`a`, `a and b`, or `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def quoted(names: Iterable[str]) -> str:
    """Names between backticks in a sentence."""
    return join([f"`{name}`" for name in names])
