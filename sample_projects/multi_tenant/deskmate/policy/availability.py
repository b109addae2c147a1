"""Which tools a workspace has."""

from __future__ import annotations

from typing import Any

from agents import Agent, RunContextWrapper

from deskmate.workspace import Workspace

Context = RunContextWrapper[Workspace]


def on_free_plan(context: Context, _agent: Agent[Any]) -> bool:
    return context.context.plan == "free"


def on_paid_plan(context: Context, _agent: Agent[Any]) -> bool:
    return context.context.paid


def has_sso(context: Context, _agent: Agent[Any]) -> bool:
    return context.context.sso


def may_export(context: Context, _agent: Agent[Any]) -> bool:
    return context.context.has("exports")


async def has_warehouse(context: Context, _agent: Agent[Any]) -> bool:
    """The warehouse is part of the enterprise plan, for companies that joined its beta."""
    workspace = context.context
    if workspace.plan != "enterprise":
        return False
    return await _is_linked(workspace)


async def has_voice(context: Context, _agent: Agent[Any]) -> bool:
    return context.context.paid and context.context.has("voice")


def right_to_erasure(context: Context, _agent: Agent[Any]) -> bool:
    """Erasing is done by our own team for companies on the free plan."""
    workspace = context.context
    if not workspace.paid:
        return False
    return workspace.region == "eu"


async def _is_linked(workspace: Workspace) -> bool:
    return workspace.has("warehouse")
