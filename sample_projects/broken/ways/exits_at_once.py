"""Ends the process without unwinding."""

import os

from agents import Agent

agent = Agent(name="Exits at once")

os._exit(3)
