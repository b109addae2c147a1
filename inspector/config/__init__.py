"""`[tool.toolinspect]` of a project: read, checked, and with the line of every key."""

from inspector.config.declarations import Declared, declared
from inspector.config.errors import ConfigError
from inspector.config.loading import Loaded, load
from inspector.config.schema import Config, Sets

__all__ = ["Config", "ConfigError", "Declared", "Loaded", "Sets", "declared", "load"]
