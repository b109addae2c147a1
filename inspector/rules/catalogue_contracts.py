"""What the rules on descriptions, business ids, risk and execution mean."""

from inspector.rules.rule import Rule

RULES = (
    Rule(
        code="TI301",
        name="docstring-hidden",
        severity="warning",
        meaning=(
            "An explicit description hides a function's docstring that says something else, and the "
            "docstring "
            "doesn't say so. Longer, shorter and slightly different wordings of the same are fine."
        ),
        why=(
            "Whoever improves the docstring believes that the model reads it. What the model goes by stays "
            "as "
            "it was, and the two drift apart."
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
        meaning="The model is given a function, agent, MCP or custom tool without a description.",
        why=(
            "It has the bare name to guess from, and calls the tool too often, too rarely or for something "
            "else."
        ),
        example="@function_tool\ndef list_seats(account: str) -> str:\n    return seats_of(account)",
        fix="Write a docstring that says when to use the tool, or pass a description.",
    ),
    Rule(
        code="TI303",
        name="similar-descriptions",
        severity="warning",
        meaning=(
            "Descriptions of two tools of a consumer differ in nothing but order, inflection and small "
            "words. "
            "What the SDK says of every handoff doesn't count."
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
    Rule(
        code="TI401",
        name="missing-business-id",
        severity="warning",
        meaning="The project uses business ids, and a function, agent or MCP tool has none.",
        why=(
            "Billing, permissions and audit can only record it by a name that is reworded whenever the model "
            "misunderstands it."
        ),
        example=(
            '[tool.toolinspect.ids]\n"support.tools.refund_order_v2" = "billing.refund"\n'
            "# and nothing for support.tools.charge_card"
        ),
        fix="Add the function under `[tool.toolinspect.ids]`, or set `business_id` on the function or tool.",
    ),
    Rule(
        code="TI402",
        name="duplicate-business-id",
        severity="error",
        meaning=(
            "One business id belongs to different functions. The same function on many consumers is fine."
        ),
        why="What is billed, allowed or recorded under the id may be either of them.",
        example=(
            '[tool.toolinspect.ids]\n"support.tools.refund_order_v2" = "billing.refund"\n'
            '"support.tools.issue_credit" = "billing.refund"'
        ),
        fix="Give each function an id of its own.",
    ),
    Rule(
        code="TI403",
        name="business-id-is-visible-name",
        severity="warning",
        meaning="A business id is the name that the model sees.",
        why=(
            "The display name serves as the primary key: rewording it for the model breaks every record of "
            "it."
        ),
        example=(
            '[tool.toolinspect.ids]\n"support.tools.refund_order_v2" = "refund"  # the model sees `refund`'
        ),
        fix="Choose an id that outlives the name, such as `billing.refund`.",
    ),
    Rule(
        code="TI404",
        name="id-of-unknown-function",
        severity="error",
        meaning="The id table names a function that no tool has.",
        why="The function was renamed or removed: its tool has lost its id, or the id is spent on nothing.",
        example=(
            '[tool.toolinspect.ids]\n"support.tools.refund_order" = "billing.refund"  # now refund_order_v2'
        ),
        fix="Correct the function's name, or drop the entry.",
    ),
    Rule(
        code="TI501",
        name="high-risk-ungated",
        severity="error",
        meaning=(
            "A tool that `risk.high` matches has no approval of its own, no entry in an approval table and "
            "no input "
            "guardrail that runs."
        ),
        why="The model's word alone moves the money or deletes the data.",
        example=(
            "@function_tool\ndef refund_order_v2(order_id: str) -> str: ...\n\n"
            '[tool.toolinspect.risk]\nhigh = ["*refund*"]'
        ),
        fix=(
            "Set `needs_approval=True`, list the visible name in an approval table, or add an input "
            "guardrail."
        ),
    ),
    Rule(
        code="TI502",
        name="guardrail-not-applied",
        severity="warning",
        meaning=(
            "Tool guardrails stand on a tool of a kind for which the SDK never runs them, such as a handoff."
        ),
        why="The attribute is accepted without a word, and calls go through unchecked.",
        example="to_billing = handoff(billing)\nto_billing.tool_input_guardrails = [no_card_numbers]",
        fix="Check in the code behind the tool, or use a function tool in its place.",
    ),
    Rule(
        code="TI504",
        name="hosted-mcp-approval-unhandled",
        severity="warning",
        meaning=(
            "A hosted MCP server asks for approval, the tool has no `on_approval_request`, and no code of "
            "the "
            "project reads the interruptions of a run."
        ),
        why=(
            "The run stops at the first call, and nothing resumes it. Without `require_approval` the "
            "service asks."
        ),
        example=(
            'HostedMCPTool(tool_config={"type": "mcp", "server_label": "docs",\n'
            '    "server_url": "https://…", "require_approval": "always"})'
        ),
        fix=(
            "Pass `on_approval_request=`, answer `result.interruptions`, or set `require_approval` to "
            '"never" where '
            "no review is needed."
        ),
    ),
    Rule(
        code="TI505",
        name="forced-choice-loops",
        severity="warning",
        meaning=(
            "A tool choice is forced while `reset_tool_choice` is off, and no tool that it allows ends the "
            "run."
        ),
        why=(
            "The model has to call a tool on every turn, so it never answers, until MaxTurnsExceeded ends "
            "the run."
        ),
        example=(
            'Agent(name="Desk", tools=[find_invoice], reset_tool_choice=False,\n'
            '    model_settings=ModelSettings(tool_choice="find_invoice"))'
        ),
        fix="Leave `reset_tool_choice` on, or let the forced tool end the run with `StopAtTools`.",
    ),
    Rule(
        code="TI506",
        name="unsafe-failure-policy",
        severity="info",
        meaning=(
            "An exception of a tool ends the run, a timeout can't be honoured, or an async tool has no "
            "timeout "
            "where others of the same consumer have one."
        ),
        why="One bad call takes the whole run with it, or holds it up for good.",
        example="@function_tool(failure_error_function=None)\nasync def quote(plan: str) -> str: ...",
        fix="Let the model be told of errors, and limit the time of async tools with `timeout=`.",
    ),
    Rule(
        code="TI507",
        name="predicate-arguments-swapped",
        severity="warning",
        meaning=(
            "An `is_enabled` or approval callable takes its arguments in another order than the SDK passes."
        ),
        why=(
            "They are passed by position: (context, agent), and (context, arguments, call id). The "
            "callable reads "
            "one from the other and fails, or decides by something else."
        ),
        example="def is_on(agent: Agent, ctx: RunContextWrapper) -> bool: ...",
        fix="Declare the parameters in the order in which the SDK passes them.",
    ),
)
"""In the order of the codes."""
