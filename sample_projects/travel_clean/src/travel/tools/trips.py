"""Whole journeys: planning, changes, papers."""

from agents import function_tool

from travel.gates import rail_enabled


@function_tool
def plan_route(start: str, end: str) -> str:
    """Suggest a route between two places."""
    return f"{start} - Salzburg - {end}"


@function_tool(is_enabled=rail_enabled)
def rail_timetable(start: str, end: str) -> str:
    """List trains between two stations."""
    return f"{start}-{end}: 08:30"


@function_tool
def cancel_booking(reference: str) -> str:
    """Cancel a booking."""
    return f"{reference} cancelled"


@function_tool
def change_booking(reference: str, day: str) -> str:
    """Move a booking to another day."""
    return f"{reference} moved to {day}"


@function_tool
def find_booking(reference: str) -> str:
    """Look up a booking."""
    return f"{reference}: OS 451"


@function_tool
def visa_rules(nationality: str, destination: str) -> str:
    """Say which papers a traveller needs."""
    return f"{nationality} to {destination}: passport"


@function_tool(name_override="check_visa_photo", failure_error_function=None)
def inspect_photo(url: str) -> str:
    """Check a photo for a visa application."""
    return "accepted"
