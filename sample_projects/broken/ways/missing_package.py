"""Needs a package that isn't installed."""

from agents import Agent

agent = Agent(name="Missing package")

import a_package_that_nobody_has  # noqa: E402
