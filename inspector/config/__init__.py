"""`[tool.toolinspect]` of a project: read, checked, and with the line of every key."""

from inspector.config.errors import ConfigError
from inspector.config.loading import Loaded, load
from inspector.config.schema import Config

__all__ = ["Config", "ConfigError", "Loaded", "load"]
