"""Starts a task while being imported."""

import asyncio

from agents import Agent


async def refresh() -> None:
    await asyncio.sleep(3600)


task = asyncio.get_running_loop().create_task(refresh())
agent = Agent(name="Needs a loop")
