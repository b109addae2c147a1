"""Tools that the project built and gave to no consumer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from . import importing, sdk
from .paths import relative
from .plain import text
from .source import Source, describe


class Unlisted:
    """Tells the tools that stand in no list, among those that were recorded.

    A copy, as `tool_namespace` makes them, is what it was copied from: its function and name coincide.
    """

    def __init__(self, project: str, variables: "Mapping[int, Sequence[str]]") -> None:
        self._project = project
        self._variables = variables

    def of(
        self,
        recorded: "Iterable[tuple[Any, str, int]]",
        agents: "Iterable[Any]",
        owns: "Callable[[str], bool]",
    ) -> "list[dict[str, Any]]":
        """`Unlisted` dicts; `recorded` are (tool, path, line) of constructions, `agents` all consumers."""
        listed = _listed(agents)
        loose = [
            (tool, path, line)
            for tool, path, line in recorded
            if id(tool) not in listed and sdk.is_function_tool(tool) and owns(path)
        ]
        if not loose:
            return []
        taken = {_key(tool) for tool in listed.values() if sdk.is_function_tool(tool)}
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        for tool, path, line in loose:
            key = _key(tool)
            if key is None or key in taken or sdk.mcp_binding(tool) is not None:
                continue
            found.setdefault((*key, path, line), self._described(tool, path, line))
        return list(found.values())

    def _described(self, tool: Any, path: str, line: int) -> "dict[str, Any]":
        name, namespace, agent = text(tool.name), sdk.namespace(tool), sdk.agent_behind(tool)
        source = None if agent is not None else _source(tool)
        names = list(self._variables.get(id(tool), ()))
        described: dict[str, Any] = {
            "visible": name if namespace is None else f"{text(namespace)}.{name}",
            "function": text(getattr(agent, "name", "")) if agent is not None else None,
            "function_name": None,
            "variables": names,
        }
        if source is not None:
            described["function"] = text(importing.display_name(source))
            described["function_name"] = text(source.name)
            described["variables"] = [each for each in names if each != source.name]
            if source.path is not None:
                path, line = source.path, source.line or line
        return {**described, "path": text(relative(self._project, path)), "line": line}


def _listed(agents: "Iterable[Any]") -> "dict[int, Any]":
    found: dict[int, Any] = {}
    for agent in agents:
        try:
            found.update((id(tool), tool) for tool in agent.tools)
        except Exception:  # what can't be gone through is reported by the extraction
            continue
    return found


def _key(tool: Any) -> "tuple[str, str] | None":
    """(function, name); None for a tool that was never finished, or can't say."""
    try:
        agent = sdk.agent_behind(tool)
        source = None if agent is not None else _source(tool)
        behind = f"agent {text(agent.name)}" if agent is not None else source.qualified if source else ""
        return behind, text(tool.name)
    except Exception:  # fields are missing, or a property of the project's own subclass raises
        return None


def _source(tool: Any) -> "Source | None":
    function = sdk.function_behind(tool)
    return None if function is None else describe(function)
