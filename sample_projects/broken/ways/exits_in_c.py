"""Ends the process from C, where Python has no say."""

import ctypes

from agents import Agent

agent = Agent(name="Exits in C")

ctypes.CDLL(None)._exit(5)
