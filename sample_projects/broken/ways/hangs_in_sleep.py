"""Waits for something that won't come."""

import time

from agents import Agent

agent = Agent(name="Hangs in a sleep")

time.sleep(3600)
