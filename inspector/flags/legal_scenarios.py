"""Whether a scenario of one load is one of another, whose config may differ."""

from inspector.flags.space import position
from inspector.model import Scenario, Space


def is_legal(space: Space, scenario: Scenario) -> bool:
    """Whether the space has these very flags with such values, that tenant with them, and allows it."""
    flags = space.variables[:-1] if space.has_tenant else space.variables
    if {one.name for one in flags} != set(scenario.values):
        return False
    try:
        return space.legal.holds(position(space, scenario))
    except ValueError:
        return False
