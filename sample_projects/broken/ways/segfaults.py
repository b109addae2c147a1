"""Reads from address 0."""

import ctypes

from agents import Agent

agent = Agent(name="Segfaults")

ctypes.string_at(0)
