"""What the rules on the names of tools mean."""

from inspector.rules.rule import Rule

RULES = (
    Rule(
        code="TI101",
        name="duplicate-tool-name",
        severity="error",
        meaning="Two tools of one agent have the same name.",
        why=(
            "The SDK keeps one of them and says so, if at all, in a warning that names no tool. The other is "
            "never called: which one depends on the order of the list and on the SDK version. Where the "
            "collision policy is `error`, the run fails before the first model call."
        ),
        example=(
            "@function_tool\ndef lookup(order_id: str) -> str: ...\n\n"
            '@function_tool(name_override="lookup")\ndef find_customer(email: str) -> str: ...\n\n'
            'Agent(name="Triage", tools=[lookup, find_customer])'
        ),
        fix="Name each tool differently, or put them into namespaces; drop the copy of a tool listed twice.",
    ),
    Rule(
        code="TI102",
        name="handoff-name-clash",
        severity="error",
        meaning="A handoff shares its tool name with a tool or with another handoff.",
        why=(
            "The model sees a handoff as a tool. It beats a tool of its name, and the last of two handoffs "
            "wins, so a tool silently becomes a transfer, or one agent can't be reached. Default names are "
            "derived: `Billing Bot` and `billing-bot` both give `transfer_to_billing_bot`."
        ),
        example=(
            'billing = Agent(name="Billing Bot")\nbilling_v2 = Agent(name="billing-bot")\n'
            'Agent(name="Triage", handoffs=[billing, billing_v2])'
        ),
        fix="Pass `tool_name_override=` to `handoff()`, or rename the tool or one of the agents.",
    ),
    Rule(
        code="TI103",
        name="mcp-name-clash",
        severity="error",
        meaning="An MCP tool shares its name with a function tool, or with another server's tool.",
        why=(
            "A function tool hides the MCP tool of its name; two servers with one tool name make every run "
            "fail. Servers change their tools without any change of your code."
        ),
        example=(
            "@function_tool\ndef search(query: str) -> str: ...\n\n"
            'docs = MCPServerStdio(params={"command": "docs-server"})  # has a tool `search`, too\n'
            'Agent(name="Desk", tools=[search], mcp_servers=[docs])'
        ),
        fix=(
            "Rename the function tool, keep the server's tool out with `tool_filter=`, or pass "
            '`mcp_config={"include_server_in_tool_names": True}` to the agent.'
        ),
    ),
    Rule(
        code="TI104",
        name="namespace-clash",
        severity="error",
        meaning=(
            "A tool outside any namespace is called `crm.lookup` beside a `lookup` in the namespace `crm`, a "
            "namespace holds a name twice, two deferred tools share a name, or a namespace is called like "
            "its tool."
        ),
        why="The SDK raises a UserError on every run, whatever the collision policy.",
        example=(
            "@function_tool\ndef lookup(email: str) -> str: ...\n\n"
            '@function_tool(name_override="crm.lookup")\ndef old_lookup(email: str) -> str: ...\n\n'
            'crm = tool_namespace(name="crm", description="Customers", tools=[lookup])\n'
            'Agent(name="Desk", tools=[*crm, old_lookup])'
        ),
        fix="Rename one of the tools or the namespace.",
    ),
    Rule(
        code="TI105",
        name="invalid-tool-name",
        severity="error",
        meaning="A tool name or namespace is not 1 to 64 of the characters A-Z, a-z, 0-9, `_` and `-`.",
        why=(
            "The SDK never checks explicit names; the model's provider refuses the whole request, with all "
            "of the agent's tools."
        ),
        example='@function_tool(name_override="refund order")\ndef refund_order(order_id: str) -> str: ...',
        fix="Use only letters, digits, `_` and `-`, at most 64 of them.",
    ),
    Rule(
        code="TI106",
        name="confusable-tool-names",
        severity="warning",
        meaning="Two tool names of one agent are equal once case, `_`, `-` and spaces are ignored.",
        why="Models mix such names up, and so do people who write prompts, stop lists and approval tables.",
        example=(
            "@function_tool\ndef lookup_order(order_id: str) -> str: ...\n\n"
            '@function_tool(name_override="lookupOrder")\ndef lookup_archived(order_id: str) -> str: ...\n\n'
            'Agent(name="Orders", tools=[lookup_order, lookup_archived])'
        ),
        fix="Rename one so that it says what sets it apart.",
    ),
    Rule(
        code="TI107",
        name="crossed-names",
        severity="error",
        meaning=(
            "Two tools carry each other's function names. A warning when only one renamed tool is called "
            "like the function behind another renamed one."
        ),
        why=(
            "A list that is kept by function name then controls the wrong tool, and no check of names "
            "notices."
        ),
        example=(
            '@function_tool(name_override="cancel_order")\ndef pause_order(order_id: str) -> str: ...\n\n'
            '@function_tool(name_override="pause_order")\ndef cancel_order(order_id: str) -> str: ...'
        ),
        fix="Swap the overrides, or rename the functions after what the model sees.",
    ),
    Rule(
        code="TI108",
        name="hosted-duplicate",
        severity="error",
        meaning=(
            "An agent has duplicates that the SDK's collision policy doesn't look at: two hosted tools of "
            "one type, hosted MCP servers of one label, shells, patch editors or custom tools, or a function "
            "called like one of these."
        ),
        why=(
            "All of them are sent to the model. The first shell or patch editor runs, of custom tools the "
            "last one does, and a function of the same name is told apart by the type of the call alone."
        ),
        example=(
            'Agent(name="Researcher", tools=[WebSearchTool(), WebSearchTool(search_context_size="high")])'
        ),
        fix="Keep one of them, or rename the function.",
    ),
    Rule(
        code="TI109",
        name="reserved-tool-name",
        severity="warning",
        meaning=(
            "A function tool is named like one of the words that `tool_choice` reserves for hosted tools."
        ),
        why=(
            '`tool_choice="web_search"` means the hosted tool, so a function of that name can never be '
            "forced."
        ),
        example=(
            "@function_tool\ndef web_search(query: str) -> str: ...\n\n"
            'Agent(name="Desk", tools=[web_search], model_settings=ModelSettings(tool_choice="web_search"))'
        ),
        fix="Rename the tool.",
    ),
)
"""In the order of the codes."""
