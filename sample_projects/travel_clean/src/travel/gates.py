"""Approvals, switches and guardrails."""

import os

from agents import (
    Agent,
    GuardrailFunctionOutput,
    RunContextWrapper,
    ToolGuardrailFunctionOutput,
    ToolInputGuardrailData,
    input_guardrail,
    tool_input_guardrail,
)

from travel.context import Traveller


def above_budget(_context: RunContextWrapper[Traveller], arguments: dict, _call_id: str) -> bool:
    """Dear bookings wait for the traveller's yes."""
    return arguments.get("price_eur", 0) > 500


def has_loyalty_card(context: RunContextWrapper[Traveller], _agent: Agent) -> bool:
    """Upgrades are for card holders: needs a real traveller to answer."""
    return context.context.loyalty != "none"


async def rail_enabled(_context: RunContextWrapper[Traveller], _agent: Agent) -> bool:
    """Rail is sold everywhere but in test runs."""
    return os.environ.get("TRAVEL_WITHOUT_RAIL") is None


def old_fares(_context: RunContextWrapper[Traveller], _agent: Agent) -> bool:
    """The fare engine of last year is switched off."""
    return False


def photo_unreadable(_context: RunContextWrapper[Traveller], error: Exception) -> str:
    """What the model is told when a photo can't be opened."""
    return f"The photo can't be read ({error}); ask for another one."


@tool_input_guardrail
def no_card_numbers(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
    """Card numbers never go through a tool."""
    if "4111" in data.context.tool_arguments:
        return ToolGuardrailFunctionOutput.reject_content("Leave card numbers out.")
    return ToolGuardrailFunctionOutput.allow()


@input_guardrail
async def about_travel(_context: RunContextWrapper[Traveller], _agent: Agent, _text) -> GuardrailFunctionOutput:
    """The assistant talks about journeys only."""
    return GuardrailFunctionOutput(output_info=None, tripwire_triggered=False)
