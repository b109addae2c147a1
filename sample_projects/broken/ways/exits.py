"""A script without a main guard that ends itself."""

import sys

from agents import Agent

agent = Agent(name="Exits")

if len(sys.argv) < 2:
    sys.exit("usage: exits.py ORDER")
