"""Talks to a server while being imported."""

import socket

from agents import Agent

agent = Agent(name="Opens a client")
with socket.create_connection(("127.0.0.1", 9), timeout=5) as connection:
    connection.sendall(b"hello")
