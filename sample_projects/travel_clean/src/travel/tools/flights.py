"""Flights."""

from agents import RunContextWrapper, function_tool

from travel.context import Traveller
from travel.gates import above_budget, has_loyalty_card, no_card_numbers, old_fares


@function_tool(name_override="search")
def search_flights(origin: str, destination: str, day: str) -> str:
    """Find flights between two airports."""
    return f"{origin}-{destination} on {day}: OS 451"


@function_tool(
    name_override="book", needs_approval=above_budget, tool_input_guardrails=[no_card_numbers], timeout=30
)
async def book_flight(context: RunContextWrapper[Traveller], flight: str, price_eur: float) -> str:
    """Book a flight for the traveller."""
    context.context.bookings.append(flight)
    return f"{flight} booked for {price_eur} EUR"


@function_tool(is_enabled=has_loyalty_card)
def upgrade_seat(flight: str) -> str:
    """Move the traveller to a better seat."""
    return f"{flight}: row 2"


@function_tool
def quote_fare(flight: str) -> str:
    """Say what a flight costs today."""
    return f"{flight}: 210 EUR"


@function_tool(name_override="quote_fare", is_enabled=old_fares)
def quote_fare_2024(flight: str) -> str:
    """Say what a flight costs, by last year's engine."""
    return f"{flight}: 190 EUR"


for tool, key in (
    (search_flights, "air.find"),
    (book_flight, "air.sell"),
    (upgrade_seat, "air.upgrade"),
    (quote_fare, "air.quote"),
    (quote_fare_2024, "air.quote_2024"),
):
    tool.business_id = key
