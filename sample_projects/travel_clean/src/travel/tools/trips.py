"""Whole journeys: planning, changes, papers."""

from agents import function_tool

from travel.gates import photo_unreadable, rail_enabled
from travel.ids import business_id


@business_id("trips.route")
@function_tool
def plan_route(start: str, end: str) -> str:
    """Suggest a route between two places."""
    return f"{start} - Salzburg - {end}"


@business_id("trips.rail")
@function_tool(is_enabled=rail_enabled)
def rail_timetable(start: str, end: str) -> str:
    """List trains between two stations."""
    return f"{start}-{end}: 08:30"


@business_id("trips.cancel")
@function_tool
def cancel_booking(reference: str) -> str:
    """Cancel a booking."""
    return f"{reference} cancelled"


@business_id("trips.change")
@function_tool
def change_booking(reference: str, day: str) -> str:
    """Move a booking to another day."""
    return f"{reference} moved to {day}"


@business_id("trips.find")
@function_tool
def find_booking(reference: str) -> str:
    """Look up a booking."""
    return f"{reference}: OS 451"


@business_id("papers.rules")
@function_tool
def visa_rules(nationality: str, destination: str) -> str:
    """Say which papers a traveller needs."""
    return f"{nationality} to {destination}: passport"


@business_id("papers.photo")
@function_tool(name_override="check_visa_photo", failure_error_function=photo_unreadable)
def inspect_photo(url: str) -> str:
    """Check a photo for a visa application."""
    return "accepted"
