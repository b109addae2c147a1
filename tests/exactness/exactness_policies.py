"""RunConfigs that a request refers to by `module:attribute`."""

from agents import RunConfig

try:
    STRICT = RunConfig(tool_name_collision_policy="error")
except TypeError:  # before 0.19.3
    STRICT = RunConfig()
