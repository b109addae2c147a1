"""What the rule over prompts means."""

from inspector.rules.rule import Rule

RULES = (
    Rule(
        code="TI205",
        name="prompt-names-missing-tool",
        severity="error",
        meaning=(
            "Instructions or a prompt file name a tool that the agent doesn't see. An error when the word is "
            "known to be something else, the function, variable or agent behind a visible tool, or a tool "
            "that is off. A warning when an identifier stands where a tool is called for and is another "
            "agent's tool, a tool in no list, or nothing at all."
        ),
        why=(
            "The model is told to call something that it doesn't have. It calls the name all the same, which "
            "ends the run or comes back as an error, or it answers without the tool."
        ),
        example=(
            '@function_tool(name_override="mail")\ndef send_mail_fn(to: str, text: str) -> str: ...\n\n'
            'Agent(name="Triage", instructions="Confirm by calling send_mail_fn.", tools=[send_mail_fn])'
        ),
        fix="Write the name that the model sees, give the agent the tool, or take the name out of the text.",
    ),
)
