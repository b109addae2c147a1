"""Prints 100 MB."""

from agents import Agent

LINE = "All work and no play makes Jack a dull boy. " * 1500

for _ in range(100 * 1024 * 1024 // len(LINE)):
    print(LINE)
print("the end of the spam")

agent = Agent(name="Spams")
