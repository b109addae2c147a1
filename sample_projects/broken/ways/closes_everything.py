"""Becomes a daemon the old way: closes every descriptor it might have."""

import os

from agents import Agent

os.closerange(0, 4096)
agent = Agent(name="Closes everything")
