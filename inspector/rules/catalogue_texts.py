"""What the rules on descriptions mean."""

from inspector.rules.rule import Rule

RULES = (
    Rule(
        code="TI301",
        name="docstring-hidden",
        severity="warning",
        meaning=(
            "An explicit description hides a function's docstring that says something else, and the "
            "docstring doesn't say so. Longer, shorter and slightly different wordings of the same are fine."
        ),
        why=(
            "Whoever improves the docstring believes that the model reads it. What the model goes by stays "
            "as it was, and the two drift apart."
        ),
        example=(
            '@function_tool(description_override="Cancel a subscription at the end of the month.")\n'
            "def end_subscription(account: str) -> str:\n"
            '    """Delete the account and all of its invoices at once."""'
        ),
        fix=(
            "Drop `description_override`, let the docstring say the same, or note in it that the model sees "
            "another description."
        ),
    ),
    Rule(
        code="TI302",
        name="missing-description",
        severity="warning",
        meaning=(
            "The model is given a tool without a description, of a kind whose description is yours to write."
        ),
        why=(
            "It has the bare name to guess from, and calls the tool too often, too rarely or for another "
            "purpose."
        ),
        example="@function_tool\ndef list_seats(account: str) -> str:\n    return seats_of(account)",
        fix="Write a docstring that says when to use the tool, or pass a description.",
    ),
    Rule(
        code="TI303",
        name="similar-descriptions",
        severity="warning",
        meaning=(
            "Descriptions of two tools of one agent differ in nothing but word order, word endings and small "
            "words such as `the`. What the SDK says of every handoff doesn't count."
        ),
        why="Nothing but the name tells the model which of them to call.",
        example=(
            "@function_tool\ndef find_payment(id: str) -> str:\n"
            '    """Look up a payment."""\n\n'
            "@function_tool\ndef find_charge(id: str) -> str:\n"
            '    """Looks up the payment."""\n\n'
            'Agent(name="Payments", tools=[find_payment, find_charge])'
        ),
        fix="Let each description say what sets its tool apart, or keep one of the tools.",
    ),
)
"""In the order of the codes."""
