"""Moves the process elsewhere."""

import os

from agents import Agent

os.chdir("/")
agent = Agent(name="Changes directory")
