"""What the rules over control sets mean: stop lists, approval tables, switches, choices, tables, filters."""

from inspector.rules.rule import Rule

RULES = (
    Rule(
        code="TI201",
        name="stop-name-not-visible",
        severity="error",
        meaning="A stop list names something that no tool of its agent is called.",
        why=(
            "`StopAtTools` compares the names that the model sees, and accepts any string. After a rename, "
            "or when the list holds the Python function's name, the run simply goes on after the call that "
            "should end it."
        ),
        example=(
            '@function_tool(name_override="refund")\ndef refund_order_v2(order_id: str) -> str: ...\n\n'
            'Agent(\n    name="Billing",\n    tools=[refund_order_v2],\n'
            '    tool_use_behavior=StopAtTools(stop_at_tool_names=["refund_order_v2"]),\n)'
        ),
        fix="List the name that the model sees, or build the list from `tool.name`.",
    ),
    Rule(
        code="TI202",
        name="approval-key-not-visible",
        severity="error",
        meaning="An approval table is keyed by a name that no tool has.",
        why=(
            "Whoever reads the table looks up the name in the model's call. An entry under the function's "
            "name is never found: the tool it was written for runs without review."
        ),
        example=(
            '@function_tool(name_override="refund")\ndef refund_order_v2(order_id: str) -> str: ...\n\n'
            'APPROVAL = {"refund_order_v2": "always"}'
        ),
        fix="Key the table by the names that the model sees, or by business ids throughout.",
    ),
    Rule(
        code="TI203",
        name="approval-default-allows",
        severity="error",
        meaning="There is an approval table, and calls of tools that aren't in it go through unreviewed.",
        why=(
            "Every wrong name in the table, and every tool that is renamed or added later, opens the gate, "
            "and nothing says so."
        ),
        example=(
            'APPROVAL = {"refund": "always"}\nDEFAULT = "allow"  # of tools that APPROVAL doesn\'t list\n\n'
            "# pyproject.toml\n[tool.toolinspect.sets]\n"
            'approval = ["support.policy:APPROVAL"]\napproval-default = "support.policy:DEFAULT"'
        ),
        fix='Make the default "deny" and list what needs no approval.',
    ),
    Rule(
        code="TI204",
        name="enable-key-not-visible",
        severity="error",
        meaning="A feature switch that turns tools on and off names no tool, not even one that is off.",
        why="Flipping it changes nothing: the tool stays on when it is thought to be off, or the reverse.",
        example=(
            '@function_tool(name_override="refund")\ndef refund_order_v2(order_id: str) -> str: ...\n\n'
            'SWITCHES = {"refund_order_v2": False}  # read by the code that decides which tools are on'
        ),
        fix="Name the switch after what the model sees, here `refund`.",
    ),
    Rule(
        code="TI206",
        name="tool-choice-not-visible",
        severity="error",
        meaning=(
            "`tool_choice` names no tool that the agent sees, or one that is off here; a RunConfig's, none "
            "that any agent sees."
        ),
        why=(
            "The SDK takes any string. The model's provider refuses a request that forces a tool which isn't "
            "in it, and from 0.11.0 the SDK itself refuses the bare name of a namespaced tool, a namespace "
            "and a deferred tool."
        ),
        example=(
            '@function_tool(name_override="lookup")\ndef lookup_order(order_id: str) -> str: ...\n\n'
            'Agent(\n    name="Desk",\n    tools=[lookup_order],\n'
            '    model_settings=ModelSettings(tool_choice="lookup_order"),\n)'
        ),
        fix="Force a tool that is always on, by the name that the model sees.",
    ),
    Rule(
        code="TI207",
        name="override-table-drift",
        severity="error",
        meaning=(
            "The code and an environment's table of tool names, or the tables of two environments, give one "
            "function different names."
        ),
        why=(
            "What was tested under one name runs under another: prompts, stop lists and approval tables that "
            "fit staging don't fit production."
        ),
        example=(
            '# config/overrides.staging.toml\nnames = {refund_order_v2 = "refund"}\n\n'
            '# config/overrides.production.toml\nnames = {refund_order_v2 = "issue_refund"}'
        ),
        fix="Give each function one name for the model, and list it in every environment.",
    ),
    Rule(
        code="TI208",
        name="filter-name-not-visible",
        severity="warning",
        meaning=(
            "A trace filter or another declared set names no tool; an MCP filter or `require_approval` names "
            "nothing that the server lists; a hosted approval names what isn't allowed."
        ),
        why=(
            "The entry is silently ignored: what should be redacted is traced, what should be filtered out "
            "is offered. MCP filters see the server's own names, before any server prefix."
        ),
        example=(
            'MCPServerStdio(\n    params={"command": "crm-server"},\n'
            "    # the server itself calls it delete_contact\n"
            '    tool_filter={"blocked_tool_names": ["mcp_crm__delete_contact"]},\n)'
        ),
        fix="Write the name that the model sees; for MCP, the name that the server itself lists.",
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
        fix="Take the name out; for the run to end there, wrap the work in a function tool, and list it.",
    ),
    Rule(
        code="TI210",
        name="stop-name-too-wide",
        severity="warning",
        meaning=(
            "A stop name without a namespace also stops the tools of that name in namespaces, or the list is "
            "a string."
        ),
        why=(
            "`lookup` ends the run after `crm.lookup`, too. A string is searched for tool names, so each one "
            "that happens to be a part of it ends the run."
        ),
        example=(
            'Agent(\n    name="Billing",\n    tools=[refund, refund_order],\n'
            "    # a string, no list: `refund` ends the run, too\n"
            '    tool_use_behavior=StopAtTools(stop_at_tool_names="refund_order"),\n)'
        ),
        fix="Write a list of full names, as `crm.lookup`.",
    ),
)
