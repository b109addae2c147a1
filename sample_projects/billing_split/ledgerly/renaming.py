"""Visible names per environment, while the tools are being renamed."""

import json

from agents import Agent, FunctionTool

from ledgerly.files import CONFIG


def rename(agents: list[Agent], environment: str) -> None:
    """Give every tool the name that the environment's table has for its function."""
    import tomllib

    table = tomllib.loads((CONFIG / f"overrides.{environment}.toml").read_text(encoding="utf-8"))["names"]
    for agent in agents:
        for tool in agent.tools:
            if isinstance(tool, FunctionTool) and (function := getattr(tool, "__wrapped__", None)):
                tool.name = table.get(function.__name__, tool.name)


def business_ids() -> dict[str, str]:
    """Stable keys by function, as the audit log uses them."""
    return json.loads((CONFIG / "tool_ids.json").read_text(encoding="utf-8"))["ids"]
