"""Not Python, as during a half-written save."""

from agents import Agent

agent = Agent(name="Syntax error"

tools = []
