"""toolinspect: what every OpenAI Agents SDK agent really exposes, beside every list that claims to control it."""

__version__ = "0.1.0"
