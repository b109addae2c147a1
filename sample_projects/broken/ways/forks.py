"""Goes on in two processes."""

import os

from agents import Agent

child = os.fork()
agent = Agent(name="Forks")
