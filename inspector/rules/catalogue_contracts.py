"""What the rules on business ids, risk and execution mean."""

from inspector.rules.rule import Rule

RULES = (
    Rule(
        code="TI401",
        name="missing-business-id",
        severity="warning",
        meaning=(
            "The project gives its tools business ids, the stable keys of billing, permissions and audit, "
            "and a function, agent or MCP tool has none."
        ),
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
        meaning="One business id belongs to different functions. The same function on many agents is fine.",
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
            "The name is both text for the model and a key: rewording it breaks every record that was kept "
            "by it."
        ),
        example=(
            '# the model sees `refund`\n[tool.toolinspect.ids]\n"support.tools.refund_order_v2" = "refund"'
        ),
        fix="Choose an id that outlives the name, such as `billing.refund`.",
    ),
    Rule(
        code="TI404",
        name="id-of-unknown-function",
        severity="error",
        meaning="The id table names a function that no tool has.",
        why=(
            "The function was renamed or removed: its tool has lost its id, or the entry is good for nothing."
        ),
        example=(
            '[tool.toolinspect.ids]\n"support.tools.refund_order" = "billing.refund"\n'
            "# but the function is called refund_order_v2 now"
        ),
        fix="Correct the function's name, or drop the entry.",
    ),
    Rule(
        code="TI501",
        name="high-risk-ungated",
        severity="error",
        meaning=(
            "A tool that the config calls high-risk has no approval of its own, no entry in an approval "
            "table and no input guardrail that runs."
        ),
        why="The model's word alone moves the money or deletes the data.",
        example=(
            "@function_tool\ndef refund_order_v2(order_id: str) -> str: ...\n\n"
            "# pyproject.toml\n"
            '[tool.toolinspect.risk]\nhigh = ["*refund*"]'
        ),
        fix=(
            "Set `needs_approval=True`, list the name that the model sees in an approval table, or add an "
            "input guardrail."
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
        code="TI503",
        name="gate-bypassed-by-duplicate",
        severity="error",
        meaning=(
            "Of two tools of one name, one asks for approval or has an input guardrail, and the other one is "
            "the one that runs."
        ),
        why="Calls go through unreviewed, although whoever reads the code sees the gate.",
        example=(
            "@function_tool(needs_approval=True)\ndef refund(order_id: str) -> str: ...\n\n"
            '@function_tool(name_override="refund")\ndef refund_order_v2(order_id: str) -> str: ...\n\n'
            'Agent(name="Billing", tools=[refund, refund_order_v2])'
        ),
        fix="Remove the duplicate, or gate both.",
    ),
    Rule(
        code="TI504",
        name="hosted-mcp-approval-unhandled",
        severity="warning",
        meaning=(
            "A hosted MCP server asks for approval, the tool has no `on_approval_request`, and no code of "
            "the project reads the interruptions of a run, where such requests end up."
        ),
        why=(
            "The run stops at the first call, and nothing resumes it. Without `require_approval` the service "
            "asks before every call."
        ),
        example=(
            'HostedMCPTool(tool_config={"type": "mcp", "server_label": "docs",\n'
            '    "server_url": "https://docs.example/mcp", "require_approval": "always"})'
        ),
        fix=(
            "Pass `on_approval_request=`, answer `result.interruptions`, or set `require_approval` to "
            '"never" where no review is needed.'
        ),
    ),
    Rule(
        code="TI505",
        name="forced-choice-loops",
        severity="warning",
        meaning=(
            "The model is forced to call a tool (`tool_choice`) while `reset_tool_choice` is off, and no "
            "tool that it may choose ends the run."
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
            "An exception of a tool ends the run, a timeout can't be kept, or an async tool has no timeout "
            "where others of the same agent have one."
        ),
        why="One bad call takes the whole run with it, or holds it up for good.",
        example=(
            "@function_tool(failure_error_function=None)\n"
            "async def quote(plan: str) -> str:\n    return await pricing.quote(plan)"
        ),
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
            "They are passed by position: (context, agent) to `is_enabled`, (context, arguments, call id) to "
            "`needs_approval`. The callable reads one from the other and fails, or decides by something "
            "else."
        ),
        example=(
            "def is_on(agent: Agent, ctx: RunContextWrapper) -> bool:\n    return ctx.context.beta\n\n"
            "@function_tool(is_enabled=is_on)\ndef refund(order_id: str) -> str: ..."
        ),
        fix="Declare the parameters in the order in which the SDK passes them.",
    ),
)
"""In the order of the codes."""
