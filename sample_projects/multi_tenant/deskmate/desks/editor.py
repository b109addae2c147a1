"""Writes the help centre of a company."""

from __future__ import annotations

import sys
from pathlib import Path

from agents import Agent, Tool
from agents.mcp import MCPServerStdio

from deskmate.tools.articles import draft_article, file_for_review
from deskmate.workspace import Workspace

_PROGRAM = Path(__file__).resolve().parents[2] / "servers" / "knowledge_base.py"

knowledge_base = MCPServerStdio(
    params={"command": sys.executable, "args": [str(_PROGRAM)]}, name="kb", cache_tools_list=True
)


def build_editor(review: bool) -> Agent[Workspace]:
    """An editor; `review` is for companies whose articles go through their own editors first."""
    tools: list[Tool] = [draft_article]
    if review:
        tools.append(file_for_review)
    return Agent[Workspace](
        name="Editor",
        instructions="Turn answers that were given more than once into help articles. Draft before you publish.",
        tools=tools,
        mcp_servers=[knowledge_base],
        mcp_config={"include_server_in_tool_names": True},
    )
