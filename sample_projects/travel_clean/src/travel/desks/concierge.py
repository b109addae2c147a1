"""The concierge, built for a plan."""

from agents import Agent, handoff

from travel.context import Traveller
from travel.desks.booking import booking, changes
from travel.desks.papers import papers
from travel.gates import about_travel
from travel.tools import trips

COMMON = [trips.plan_route, trips.rail_timetable]


def build_concierge(model: str = "gpt-4.1-mini", with_changes: bool = True) -> Agent[Traveller]:
    """The first contact; each gets a list of tools of its own."""
    return Agent[Traveller](
        name="Concierge",
        instructions="Plan the journey, then hand over.",
        model=model,
        tools=[*COMMON],
        handoffs=[
            booking,
            handoff(changes, tool_name_override="change_my_booking"),
            papers,
        ],
        input_guardrails=[about_travel],
    )


def build_desks() -> dict[str, Agent[Traveller]]:
    """Regional desks by name."""
    return {
        region: Agent[Traveller](
            name=f"{region.title()} desk",
            instructions=f"Plan journeys in {region.title()}.",
            tools=list(COMMON),
            handoffs=[booking],
        )
        for region in ("alps", "coast")
    }


async def build_night_desk() -> Agent[Traveller]:
    """Reduced service between midnight and six."""
    return Agent[Traveller](
        name="Night desk", instructions="Note what is urgent.", tools=[trips.find_booking], handoffs=[]
    )
