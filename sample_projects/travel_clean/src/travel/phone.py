"""The phone line."""

from agents.realtime import RealtimeAgent

from travel.tools import trips

phone_changes = RealtimeAgent(
    name="Phone changes",
    instructions="Change or cancel bookings by phone.",
    tools=[trips.find_booking, trips.change_booking],
)

phone = RealtimeAgent(
    name="Phone",
    instructions="Answer the phone.",
    tools=[trips.find_booking, trips.plan_route],
    handoffs=[phone_changes],
)
