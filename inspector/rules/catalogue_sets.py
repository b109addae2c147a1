"""What the rules over control sets mean: stop lists, approval tables, switches, choices, tables, filters."""

from inspector.rules.rule import Rule

RULES = (
    Rule(
        code="TI201",
        name="stop-name-not-visible",
        severity="error",
        meaning="A stop list names something that no tool of the consumer is called, in any scenario.",
        why=(
            "`StopAtTools` compares visible names and accepts any string. After a rename, or when the list "
            "holds the Python function's name, the run simply goes on after the call that should end it."
        ),
        example=(
            '@function_tool(name_override="refund")\ndef refund_order_v2(order_id: str) -> str: ...\n\n'
            'Agent(\n    name="Billing",\n    tools=[refund_order_v2],\n'
            '    tool_use_behavior=StopAtTools(stop_at_tool_names=["refund_order_v2"]),\n)'
        ),
        fix="List the visible name, or build the list from `tool.name`.",
    ),
    Rule(
        code="TI202",
        name="approval-key-not-visible",
        severity="error",
        meaning="An approval table is keyed by a name that no tool has, in any scenario.",
        why=(
            "Whoever reads the table looks up the name in the model's call. An entry under the function's "
            "name is never found: the tool it was written for runs without review."
        ),
        example=(
            '@function_tool(name_override="refund")\ndef refund_order_v2(order_id: str) -> str: ...\n\n'
            'APPROVAL = {"refund_order_v2": "always"}'
        ),
        fix="Key the table by the visible name, or by a business id throughout.",
    ),
    Rule(
        code="TI203",
        name="approval-default-allows",
        severity="error",
        meaning="An approval table is declared, and names that aren't in it are let through.",
        why=(
            "Every wrong name in the table, and every tool that is renamed or added later, opens the gate "
            "without a trace."
        ),
        example='APPROVAL = {"refund": "always"}\nDEFAULT = "allow"',
        fix='Make the default "deny" and list what needs no approval.',
    ),
    Rule(
        code="TI204",
        name="enable-key-not-visible",
        severity="error",
        meaning="A switch names no tool, whether enabled or not.",
        why="Flipping it changes nothing: the tool stays on when it is thought to be off, or the reverse.",
        example=(
            '@function_tool(name_override="refund")\ndef refund_order_v2(order_id: str) -> str: ...\n\n'
            'SWITCHES = {"refund_order_v2": False}'
        ),
        fix="Name the switch after the visible name.",
    ),
    Rule(
        code="TI206",
        name="tool-choice-not-visible",
        severity="error",
        meaning=(
            "`tool_choice` names no tool that the consumer sees, in some scenario; the RunConfig's, none "
            "that any consumer sees."
        ),
        why=(
            "The SDK takes any string. The provider refuses a request that forces a tool which isn't in "
            "it, and from 0.11.0 the SDK itself refuses the bare name of a namespaced tool, a namespace "
            "and a deferred tool."
        ),
        example=(
            '@function_tool(name_override="lookup")\ndef lookup_order(order_id: str) -> str: ...\n\n'
            'Agent(\n    name="Desk",\n    tools=[lookup_order],\n'
            '    model_settings=ModelSettings(tool_choice="lookup_order"),\n)'
        ),
        fix="Force the visible name of a tool that is always on.",
    ),
    Rule(
        code="TI207",
        name="override-table-drift",
        severity="error",
        meaning=(
            "The code and an environment's override table, or the tables of two environments, give one "
            "function different visible names."
        ),
        why=(
            "What was tested under one name runs under another: prompts, stop lists and approval tables "
            "that fit staging don't fit production."
        ),
        example=(
            '# config/overrides.staging.toml\n# names = {refund_order_v2 = "refund"}\n'
            '# config/overrides.production.toml\n# names = {refund_order_v2 = "issue_refund"}'
        ),
        fix="Give each function one visible name, and list it in every environment.",
    ),
    Rule(
        code="TI208",
        name="filter-name-not-visible",
        severity="warning",
        meaning=(
            "A trace filter or another declared set names no tool; an MCP filter or `require_approval` "
            "names nothing that the server lists; a hosted approval names what isn't allowed."
        ),
        why=(
            "The entry is silently ignored: what should be redacted is traced, what should be filtered "
            "out is offered. MCP filters see raw names, before any server prefix."
        ),
        example='MCPServerStdio(..., tool_filter={"blocked_tool_names": ["mcp_crm__delete_contact"]})',
        fix="Write the visible name; for MCP, the raw name that the server lists.",
    ),
    Rule(
        code="TI209",
        name="stop-name-never-matches",
        severity="warning",
        meaning="A stop list names a handoff, or a hosted, shell, custom or patch tool.",
        why="`StopAtTools` is asked about function, agent-as-tool and MCP calls alone: the run goes on.",
        example=(
            'Agent(\n    name="Desk",\n    tools=[WebSearchTool()],\n'
            '    tool_use_behavior=StopAtTools(stop_at_tool_names=["web_search"]),\n)'
        ),
        fix="Take the name out; where the run must end there, pass a function as `tool_use_behavior`.",
    ),
    Rule(
        code="TI210",
        name="stop-name-too-wide",
        severity="warning",
        meaning="A bare stop name also stops namespaced tools, or the stop list is a string.",
        why=(
            "A bare name matches that tool in every namespace. A string is searched for tool names, so "
            "each one that happens to be a part of it ends the run."
        ),
        example='StopAtTools(stop_at_tool_names="refund_order")  # also stops `refund` and `order`',
        fix="Write a list of full names, as `crm.lookup`.",
    ),
)
