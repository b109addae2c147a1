from agents import Agent
from agents.host import host

restaurant = Agent(name="Restaurant", instructions="Send guests to the host.", handoffs=[host])
