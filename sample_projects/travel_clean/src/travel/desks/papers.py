"""Visas, passports and travel advice."""

from agents import Agent, CodeInterpreterTool, FileSearchTool, HostedMCPTool, WebSearchTool

from travel.context import Traveller
from travel.ids import business_id
from travel.tools import trips


def instructions(context, _agent) -> str:
    """Greets the traveller by name."""
    return f"Help {context.context.name} with papers."


advice = Agent[Traveller](
    name="Travel advice",
    instructions="Find out whether a journey is safe.",
    tools=[
        WebSearchTool(),
        HostedMCPTool(
            tool_config={
                "type": "mcp",
                "server_label": "ministry",
                "server_url": "https://advice.example/mcp",
                "require_approval": "never",
            }
        ),
        HostedMCPTool(
            tool_config={
                "type": "mcp",
                "server_label": "weather",
                "server_url": "https://weather.example/mcp",
                "require_approval": "never",
            }
        ),
    ],
)

papers = Agent[Traveller](
    name="Papers",
    handoff_description="Visas and passports",
    instructions=instructions,
    tools=[
        trips.visa_rules,
        trips.inspect_photo,
        trips.find_booking,
        FileSearchTool(vector_store_ids=["vs_visa"]),
        CodeInterpreterTool(tool_config={"type": "code_interpreter", "container": {"type": "auto"}}),
        business_id("papers.advice")(
            advice.as_tool(tool_name="travel_advice", tool_description="Ask whether a journey is safe.")
        ),
    ],
)
