"""Serves while being imported, as `uvicorn.run` without a main guard does."""

import http.server

from agents import Agent

agent = Agent(name="Opens a server")
http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler).serve_forever()
