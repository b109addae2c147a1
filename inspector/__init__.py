"""toolinspect: what every OpenAI Agents SDK agent really exposes to its model."""

__version__ = "0.1.0"
