from agents import Agent

from .tools import book_table

host = Agent(name="Host", instructions="Welcome guests and book tables.", tools=[book_table])
