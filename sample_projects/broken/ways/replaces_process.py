"""Runs another program in its own place."""

import os
import sys

from agents import Agent

agent = Agent(name="Replaces the process")
os.execv(sys.executable, [sys.executable, "-c", "print('somebody else')"])
