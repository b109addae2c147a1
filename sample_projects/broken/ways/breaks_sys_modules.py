"""Forgets which modules there are."""

import sys

from agents import Agent

for name in [name for name in sys.modules if name.partition(".")[0] in ("agents", "json")]:
    del sys.modules[name]
agent = Agent(name="Breaks sys.modules")
