"""Closes the descriptor that everyone prints to."""

import os

from agents import Agent

os.close(1)
agent = Agent(name="Closes stdout")
