"""Ignores whatever would end it."""

import signal

from agents import Agent

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
agent = Agent(name="Changes signals")
