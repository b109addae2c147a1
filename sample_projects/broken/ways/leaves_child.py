"""Starts a process in a session of its own that outlives it."""

import subprocess
import sys

from agents import Agent

server = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"], start_new_session=True)
agent = Agent(name="Leaves a child")
