"""Builds an API client, which asks for a key."""

from openai import AsyncOpenAI

from agents import Agent

client = AsyncOpenAI()
agent = Agent(name="Missing key")
