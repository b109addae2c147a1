"""Booking and changes."""

from agents import Agent, StopAtTools, tool_namespace

from travel.context import Traveller
from travel.tools import flights, hotels, trips

booking = Agent[Traveller](
    name="Booking",
    handoff_description="Books flights and hotels",
    instructions="Book what the traveller chose.",
    tools=[
        *tool_namespace(
            name="flights", description="Flights", tools=[flights.search_flights, flights.book_flight]
        ),
        *tool_namespace(name="hotels", description="Hotels", tools=[hotels.search_hotels, hotels.book_hotel]),
        flights.upgrade_seat,
        flights.quote_fare,
        flights.quote_fare_2024,
        *hotels.RATE_TOOLS,
    ],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["flights.book", "hotels.book"]),
)

changes = Agent[Traveller](
    name="Changes",
    handoff_description="Moves and cancels bookings",
    instructions="Change or cancel what the traveller asks for.",
    tools=[trips.find_booking, trips.change_booking, trips.cancel_booking],
    tool_use_behavior=StopAtTools(stop_at_tool_names=["cancel_booking"]),
)
