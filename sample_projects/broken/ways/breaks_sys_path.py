"""Forgets where modules are."""

import sys

from agents import Agent

sys.path.clear()
agent = Agent(name="Breaks sys.path")
