"""Starts threads that never end and aren't daemons."""

import threading
import time

from agents import Agent


def poll() -> None:
    while True:
        time.sleep(0.01)


for _ in range(3):
    threading.Thread(target=poll).start()
agent = Agent(name="Starts threads")
