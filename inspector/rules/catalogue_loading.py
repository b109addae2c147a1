"""What the rules on agents that share a list, and on what could not be loaded, mean."""

from inspector.rules.rule import Rule

RULES = (
    Rule(
        code="TI604",
        name="shared-tool-list",
        severity="warning",
        meaning="Two agents hold the same `tools` list object, and it isn't empty.",
        why="`clone()` doesn't copy the list: a tool appended to one agent appears on the other, too.",
        example=(
            'triage = Agent(name="Triage", tools=[lookup])\nvip = triage.clone(name="VIP Triage")\n'
            "vip.tools.append(issue_credit)  # triage has it now, too"
        ),
        fix="Pass a copy: `clone(tools=list(agent.tools))`, or `tools=[*COMMON]`.",
    ),
    Rule(
        code="TI701",
        name="load-failed",
        severity="error",
        meaning=(
            "A module raised, exited, hung or crashed while it was imported, or a function that builds "
            "agents did while it was called; or an `is_enabled` raised, or gave no answer in time, although "
            "a context is configured."
        ),
        why=(
            "Agents built after that point are missing from everything shown here: the rest is not the whole "
            "project."
        ),
        example="import stripe  # not installed in the interpreter that is used",
        fix="Repair the module, install what it needs, or point `--python` at the project's interpreter.",
    ),
    Rule(
        code="TI702",
        name="not-inspected",
        severity="warning",
        meaning=(
            "A function that builds agents needs an argument that nobody gave, an MCP server was not "
            "started, predicates that need a run context decide whether two tools of one name meet, or a "
            "module was never reached because others used up the time limit."
        ),
        why="Its agents or tools are not part of what is shown and checked.",
        example=(
            'def build_billing(db: Database) -> Agent:\n    return Agent(name="Billing", tools=tools_for(db))'
        ),
        fix=(
            "Add the argument under `[tool.toolinspect.arguments]`, pass `--mcp`, name a run context under "
            "`context`, or raise `--timeout`."
        ),
    ),
    Rule(
        code="TI703",
        name="not-reproducible",
        severity="error",
        meaning="The project, loaded twice under the same conditions, gives its agents different tools.",
        why="What was reviewed is not what runs: tools depend on hash order, time, chance or earlier builds.",
        example=(
            'tools = [TOOLS[name] for name in {"refund", "lookup", "credit"}]  # a set has no fixed order\n'
            'Agent(name="Billing", tools=tools)'
        ),
        fix=(
            "Build from ordered collections, and keep clocks, random numbers and shared state out of the "
            "code that builds agents."
        ),
    ),
    Rule(
        code="TI704",
        name="junk-tool",
        severity="error",
        meaning="A value in `tools`, `handoffs` or `mcp_servers` is something the SDK drops or chokes on.",
        why=(
            "Nothing complains when the agent is built: a handoff is silently missing, or the first run "
            "fails."
        ),
        example=(
            "def lookup(order_id: str) -> str: ...  # no @function_tool\n\n"
            'Agent(name="Desk", tools=[lookup], handoffs=["Billing"])'
        ),
        fix="Decorate the function with `@function_tool`, or pass the agent itself.",
    ),
)
"""In the order of the codes."""
