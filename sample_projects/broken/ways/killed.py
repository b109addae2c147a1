"""Ends as a process does that the system kills for want of memory."""

import os
import signal

from agents import Agent

agent = Agent(name="Killed")

os.kill(os.getpid(), signal.SIGKILL)
