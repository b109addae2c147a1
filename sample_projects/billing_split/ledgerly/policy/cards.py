"""Card numbers stay out of tool calls."""

import re

from agents import ToolGuardrailFunctionOutput, ToolInputGuardrailData, tool_input_guardrail

CARD = re.compile(r"\b(?:\d[ -]?){13,19}\b")


@tool_input_guardrail
def no_card_numbers(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
    """Refuses arguments that hold something like a card number."""
    if CARD.search(data.context.tool_arguments):
        return ToolGuardrailFunctionOutput.reject_content("Leave card numbers out.")
    return ToolGuardrailFunctionOutput.allow()
