"""What every rule means: the source of `explain`, of finding names and of default severities."""

from inspector.rules import catalogue_contracts, catalogue_prompts, catalogue_sets
from inspector.rules.rule import Rule

_RULES = (
    Rule(
        code="TI101",
        name="duplicate-tool-name",
        severity="error",
        meaning="Two leaf tools of one consumer share a lookup key.",
        why=(
            "The SDK keeps one of them and says so, if at all, in a warning that names no tool. The other is "
            "never called: which one depends on the order of the list and on the SDK version. Under the "
            "collision policy `error` the run fails before the first model call."
        ),
        example=(
            "@function_tool\ndef lookup(order_id: str) -> str: ...\n\n"
            '@function_tool(name_override="lookup")\ndef find_customer(email: str) -> str: ...\n\n'
            'Agent(name="Triage", tools=[lookup, find_customer])'
        ),
        fix=(
            "Give each tool its own visible name, or put them into namespaces; drop the copy of a tool "
            "listed twice."
        ),
    ),
    Rule(
        code="TI102",
        name="handoff-name-clash",
        severity="error",
        meaning="A handoff shares its tool name with a tool or with another handoff.",
        why=(
            "A handoff beats a tool of its name, and the last of two handoffs wins, so a tool silently "
            "becomes a "
            "transfer, or one agent can't be reached. Default names are derived: `Billing Bot` and "
            "`billing-bot` "
            "both give `transfer_to_billing_bot`."
        ),
        example=(
            'billing = Agent(name="Billing Bot")\nbilling_v2 = Agent(name="billing-bot")\n'
            'Agent(name="Triage", handoffs=[billing, billing_v2])'
        ),
        fix="Pass `tool_name_override=` to the handoff, or rename the tool.",
    ),
    Rule(
        code="TI103",
        name="mcp-name-clash",
        severity="error",
        meaning="An MCP tool shares its name with a function tool, or with another server's tool.",
        why=(
            "A local function hides the MCP tool of its name; two servers with one tool name make every "
            "run fail. "
            "Servers change their tools without your code changing."
        ),
        example=(
            "@function_tool\ndef search(query: str) -> str: ...\n\n"
            'Agent(name="Desk", tools=[search], mcp_servers=[server_with_a_search_tool])'
        ),
        fix=(
            "Rename the function tool, filter the tool out of the server, or set "
            "`include_server_in_tool_names`."
        ),
    ),
    Rule(
        code="TI104",
        name="namespace-clash",
        severity="error",
        meaning=(
            "A dotted top-level tool stands beside a namespaced one of that name, a namespace holds a "
            "name twice, "
            "two deferred tools share a name, or a namespace is called like its tool."
        ),
        why="The SDK raises a UserError on every run, whatever the collision policy.",
        example=(
            'crm = tool_namespace(name="crm", description="CRM", tools=[lookup])\n'
            '@function_tool(name_override="crm.lookup")\ndef old_lookup() -> str: ...\n\n'
            'Agent(name="Desk", tools=[*crm, old_lookup])'
        ),
        fix="Rename one of the tools or the namespace.",
    ),
    Rule(
        code="TI105",
        name="invalid-tool-name",
        severity="error",
        meaning="A tool name or namespace is not 1 to 64 of the characters A-Z, a-z, 0-9, `_` and `-`.",
        why="The SDK never checks explicit names; the provider refuses the whole request, tools and all.",
        example='@function_tool(name_override="refund order")\ndef refund_order(order_id: str) -> str: ...',
        fix="Use only letters, digits, `_` and `-`, at most 64 of them.",
    ),
    Rule(
        code="TI106",
        name="confusable-tool-names",
        severity="warning",
        meaning="Two visible names are equal once case, `_`, `-` and spaces are ignored.",
        why="Models mix such names up, and so do people who write prompts, stop lists and approval tables.",
        example='Agent(name="Orders", tools=[lookup_order, lookupOrder])',
        fix="Rename one so that it says what sets it apart.",
    ),
    Rule(
        code="TI107",
        name="crossed-names",
        severity="error",
        meaning=(
            "Two tools carry each other's function names. A warning when only one overridden tool is "
            "called like "
            "the function behind another overridden one."
        ),
        why=(
            "Any list that is keyed by function name then controls the wrong tool, and no test of names "
            "notices."
        ),
        example=(
            '@function_tool(name_override="cancel_order")\ndef pause_order(): ...\n\n'
            '@function_tool(name_override="pause_order")\ndef cancel_order(): ...'
        ),
        fix="Swap the overrides, or rename the functions after what the model sees.",
    ),
    Rule(
        code="TI108",
        name="hosted-duplicate",
        severity="error",
        meaning=(
            "A consumer has duplicates that no SDK policy sees: hosted tools of one type, hosted MCP "
            "servers of one "
            "label, shells, patch editors, custom tools, or a function called like one of these."
        ),
        why=(
            "All of them are sent. The first shell or patch editor runs, the last custom tool does, and a "
            "function "
            "of the same name is told apart by call type alone."
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
        meaning="A function tool is named like a reserved tool choice.",
        why=(
            '`tool_choice="web_search"` means the hosted tool, so a function of that name can never be '
            "forced."
        ),
        example="@function_tool\ndef web_search(query: str) -> str: ...",
        fix="Rename the tool.",
    ),
    Rule(
        code="TI503",
        name="gate-bypassed-by-duplicate",
        severity="error",
        meaning="Of two tools of one name, one is gated and the ungated one is the one that runs.",
        why=(
            "The call goes through without an approval request or input guardrail, although the gate is "
            "in the code."
        ),
        example=(
            "@function_tool(needs_approval=True)\ndef refund(order_id: str) -> str: ...\n\n"
            '@function_tool(name_override="refund")\ndef refund_order_v2(order_id: str) -> str: ...\n\n'
            'Agent(name="Billing", tools=[refund, refund_order_v2])'
        ),
        fix="Remove the duplicate, or gate both.",
    ),
    Rule(
        code="TI604",
        name="shared-tool-list",
        severity="warning",
        meaning="Two agents hold the same `tools` list object, and it isn't empty.",
        why="`clone()` doesn't copy the list: a tool appended to one agent appears on the other too.",
        example=(
            'vip = triage.clone(name="VIP Triage")\nvip.tools.append(issue_credit)  # triage has it now, too'
        ),
        fix="Pass a copy: `clone(tools=list(agent.tools))`, or `tools=[*COMMON]`.",
    ),
    Rule(
        code="TI701",
        name="load-failed",
        severity="error",
        meaning="A module or factory raised, exited, hung or crashed while it was loaded.",
        why=(
            "Agents built after that point are missing from everything shown here: the rest is not the "
            "whole project."
        ),
        example="import stripe  # not installed in the interpreter that is used",
        fix="Repair the module, install what it needs, or point `--python` at the project's interpreter.",
    ),
    Rule(
        code="TI702",
        name="not-inspected",
        severity="warning",
        meaning=(
            "A factory needs an argument that nobody gave, an MCP server was not started, predicates that "
            "need a run context decide whether two tools of one name meet, or a module was never reached "
            "because others used up the time limit."
        ),
        why="Its agents or tools are not part of what is shown and checked.",
        example="def build_billing(db: Database) -> Agent: ...",
        fix=(
            "Add the argument under `[tool.toolinspect.arguments]`, pass `--mcp`, name a run context under "
            "`context`, or raise `--timeout`."
        ),
    ),
    Rule(
        code="TI703",
        name="not-reproducible",
        severity="error",
        meaning="Two builds under the same conditions give different registries.",
        why="What was reviewed is not what runs: tools depend on hash order, time, chance or earlier builds.",
        example='tools = [TOOLS[name] for name in {"refund", "lookup", "credit"}]',
        fix=(
            "Build from ordered collections, and keep clocks, random numbers and shared state out of "
            "factories."
        ),
    ),
    Rule(
        code="TI704",
        name="junk-tool",
        severity="error",
        meaning="A value in `tools`, `handoffs` or `mcp_servers` is something the SDK drops or chokes on.",
        why="Nothing complains at construction: a handoff is silently missing, or the first run fails.",
        example='Agent(name="Desk", tools=[plain_function], handoffs=["Billing"])',
        fix="Decorate the function with `@function_tool`, or pass the agent itself.",
    ),
)

_ALL = (*_RULES, *catalogue_sets.RULES, *catalogue_contracts.RULES, *catalogue_prompts.RULES)

CATALOGUE: dict[str, Rule] = {rule.code: rule for rule in sorted(_ALL, key=lambda rule: rule.code)}
"""Every implemented rule by code, in the order of the codes."""
