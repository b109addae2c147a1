"""Asks the person at the keyboard."""

from agents import Agent

agent = Agent(name="Reads stdin")
question = input("What can I do for you? ")
