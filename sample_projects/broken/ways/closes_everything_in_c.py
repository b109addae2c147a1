"""Closes every descriptor where Python has no say."""

import ctypes
import os

from agents import Agent

libc = ctypes.CDLL(None)
for descriptor in range(4096):
    libc.close(descriptor)
os.open(os.devnull, os.O_RDWR)
agent = Agent(name="Closes everything in C")
