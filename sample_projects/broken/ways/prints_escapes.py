"""Prints what would clear, retitle and recolour a terminal."""

from agents import Agent

print("\x1b[2J\x1b]0;owned\x07\x1b[31mred [bold]markup[/bold] \u202ereversed\udcff")
agent = Agent(name="Prints escapes")
