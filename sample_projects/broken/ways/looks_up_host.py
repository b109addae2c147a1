"""Asks the name service while being imported."""

import urllib.request

from agents import Agent

agent = Agent(name="Looks up a host")
urllib.request.urlopen("http://orders.example.com/limits", timeout=5)
