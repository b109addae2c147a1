"""TI205: what prompts call tools, held against what the model that reads them sees."""

from typing import Any

import msgspec
import pytest
from hand_made import agent, handoff, hosted, mcp, places, registry, tool

from inspector.model import (
    Consumer,
    Controls,
    Finding,
    Location,
    McpServer,
    NotInspected,
    Prompt,
    Registry,
    Unlisted,
)
from inspector.rules import prompt_names


def prompt(text: str, consumer: Consumer | None, **changes: Any) -> Prompt:
    """The instructions of a consumer at app/agents.py:20, line for line; a project file for None."""
    source = f"instructions of `{consumer.name}`" if consumer else "prompts/support.md"
    settings: dict[str, Any] = {
        "source": source,
        "text": text,
        "consumer": consumer.id if consumer else None,
        "location": Location("app/agents.py" if consumer else "prompts/support.md", 20 if consumer else 1),
        "lines_count": True,
    }
    return Prompt(**(settings | changes))


def found(text: str, consumer: Consumer, *others: Consumer, **changes: Any) -> list[Finding]:
    """What the rule says of a consumer's instructions, in a project with these other consumers."""
    project = registry(consumer, *others, **changes)
    return list(prompt_names.check_registry(project, Controls(prompts=(prompt(text, consumer),))))


def names(text: str, consumer: Consumer, *others: Consumer, **changes: Any) -> list[str]:
    """The names of these findings."""
    return [name for finding in found(text, consumer, *others, **changes) for name in finding.names]


def one(text: str, consumer: Consumer, *others: Consumer, **changes: Any) -> Finding:
    """The one finding that there is."""
    (finding,) = found(text, consumer, *others, **changes)
    return finding


MAIL = tool("mail", fn="send_mail_fn", line=8)


class TestNamesOfTheCode:
    def test_the_function_behind_a_visible_tool(self) -> None:
        finding = one("Be kind.\nConfirm with send_mail_fn.", agent(MAIL))
        assert finding.message == (
            "The instructions of `Triage` say `send_mail_fn`, the function behind `mail` (app/tools.py:8); "
            "the model sees only `mail`."
        )
        assert (finding.severity, finding.fix) == ("error", "Write `mail`.")
        assert (finding.tools, finding.touches, finding.ghost) == ((MAIL.key,), (), "send_mail_fn")
        assert places(finding) == ["app/agents.py:21", "app/tools.py:8"]

    def test_the_variable_that_holds_it(self) -> None:
        mail = tool("mail", fn="build", variables=("send_mail_fn",), line=8)
        finding = one("Use `send_mail_fn` at the end.", agent(mail))
        assert "`send_mail_fn`, the variable behind `mail` (app/tools.py:8)" in finding.message
        assert finding.severity == "error"

    def test_the_agent_behind_an_agent_tool(self) -> None:
        plan = tool("plan", origin="agent_tool", function="Planner", fn=None, target="app:planner_agent")
        finding = one("First use the planner_agent to make a plan.", agent(plan))
        assert "`planner_agent`, the agent behind `plan`" in finding.message
        assert finding.severity == "error"

    def test_an_agent_that_is_only_spoken_of(self) -> None:
        plan = tool("plan", origin="agent_tool", function="Planner", fn=None, target="app:planner_agent")
        assert names("The report of planner_agent comes first.", agent(plan)) == []

    def test_a_tool_that_is_off(self) -> None:
        refund = tool("issue_refund", enabled=False, predicate="app.flags.allows")
        finding = one("Call issue_refund for damaged goods.", agent(refund, tool("mail")))
        assert finding.severity == "error"
        assert finding.condition == "when `app.flags.allows` turns `issue_refund` off"
        assert finding.ghost is None
        assert finding.tools == (refund.key,)

    def test_a_tool_that_is_off_and_not_to_be_called(self) -> None:
        refund = tool("issue_refund", enabled=False)
        assert names("Never call issue_refund.", agent(refund, tool("mail"))) == []

    def test_a_tool_that_may_be_on(self) -> None:
        assert names("Call issue_refund.", agent(tool("issue_refund", enabled=None))) == []

    def test_each_name_once_for_each_prompt(self) -> None:
        assert names("send_mail_fn, then send_mail_fn again.", agent(MAIL)) == ["send_mail_fn"]

    def test_a_plain_word_needs_to_be_called_for(self) -> None:
        lookup = tool("find_order", fn="lookup")
        assert names("Do a lookup first, and use lookup tables.", agent(lookup)) == []
        assert names("Use the `lookup` tool first.", agent(lookup)) == ["lookup"]

    def test_a_function_name_that_many_tools_share(self) -> None:
        made = [tool(name, fn="run_request") for name in ("orders", "customers")]
        assert names("Use run_request.", agent(*made, tool("mail"), kind="sandbox")) == []


class TestNamesByDefault:
    """Names that a handoff, an agent tool or a tool of a server would have, had it not been given another."""

    escalate = handoff("escalate", "Billing", line=9)

    def test_of_a_handoff(self) -> None:
        finding = one("For money call `transfer_to_billing`.", agent(self.escalate))
        assert finding.message == (
            "The instructions of `Triage` say `transfer_to_billing`; the model calls the handoff to "
            "`Billing` `escalate` only (app/tools.py:9)."
        )
        assert (finding.severity, finding.fix) == ("error", "Write `escalate`.")
        assert finding.tools == (self.escalate.key,)

    def test_of_a_handoff_that_only_has_that_one(self) -> None:
        consumer = agent(handoff("transfer_to_billing", "Billing"))
        assert names("Call `transfer_to_billing`, that is transfer_to_Billing.", consumer) == []

    def test_of_a_handoff_beside_another_to_the_same_agent(self) -> None:
        consumer = agent(self.escalate, handoff("transfer_to_billing", "Billing"))
        assert names("Call `transfer_to_billing`.", consumer) == []

    def test_not_to_be_used_any_more(self) -> None:
        text = "Never use `transfer_to_billing`: that name is from the old desk."
        assert names(text, agent(self.escalate)) == []

    def test_of_an_agent_tool(self) -> None:
        research = tool(
            "do_research", origin="agent_tool", function="Research Wizard", fn=None, target="app:researcher"
        )
        finding = one("Call research_wizard for facts.", agent(research))
        assert "`research_wizard`, the agent behind `do_research`" in finding.message
        assert (finding.severity, finding.fix) == ("error", "Write `do_research`.")
        assert names("The research_wizard knows facts; call do_research.", agent(research)) == []

    def test_of_a_tool_with_its_servers_name_before_it(self) -> None:
        prefixed = mcp("mcp_orders__get_order", "orders", raw_name="get_order")
        server = McpServer(name="orders", type="MCPServerStdio", started=True, tools=1)
        consumer = agent(prefixed, mcp_servers=(server,))
        finding = one("First call `get_order`.", consumer)
        assert finding.message == (
            "The instructions of `Triage` say `get_order`, the name that `mcp_orders__get_order` has on its "
            "MCP server `orders`; the model sees only `mcp_orders__get_order`."
        )
        assert (finding.severity, finding.fix) == ("error", "Write `mcp_orders__get_order`.")
        assert names("Never call `get_order`: it has another name.", consumer) == []
        assert names("Call `mcp_orders__get_order`; get_order data is cached.", consumer) == []

    def test_of_a_function_in_a_namespace(self) -> None:
        consumer = agent(
            tool("crm.lookup", namespace="crm"), tool("crm.close", namespace="crm", fn="close_it")
        )
        finding = one("First `crm.lookup`, then `crm.close_it`.", consumer)
        assert "`crm.close_it`, the function behind `crm.close`" in finding.message
        assert names("First `crm.lookup`, then `crm.close`.", consumer) == []


class TestOneWordNames:
    desk = agent(tool("look"), tool("note"))
    logistics = agent(tool("ship"), name="Logistics")

    @pytest.mark.parametrize(
        "text",
        [
            "Your tools:\n- `look`: look an order up\n- `ship`: send it",
            "Do this:\n- `look`: look an order up\n- `note`: write it down\n- `ship`: send it",
            "Call `ship` when paid.",
            "Use `ship` when paid.",
        ],
    )
    def test_of_another_agents_tool(self, text: str) -> None:
        assert names(text, self.desk, self.logistics) == ["ship"]

    def test_of_a_tool_in_no_list(self) -> None:
        unlisted = Unlisted(visible="ship", function_name="ship", path="app/old.py", line=3)
        assert names("Call `ship` when paid.", self.desk, unlisted=(unlisted,)) == ["ship"]

    def test_of_nothing_in_a_list_of_tools(self) -> None:
        text = "Your tools:\n- `look`: look an order up\n- `ship`: send it"
        assert names(text, self.desk) == ["ship"]

    @pytest.mark.parametrize(
        "text",
        [
            "Call `ship` when paid.",
            "Run `ship`, or use `ship`.",
            "Fields:\n- `look`: how it looks\n- `ship`: the vessel",
            "Answer with:\n- `status`: paid or not\n- `ship`: the vessel",
        ],
    )
    def test_of_nothing_elsewhere(self, text: str) -> None:
        assert names(text, agent(tool("get_order"))) == []

    @pytest.mark.parametrize(
        "text",
        ["We ship when paid.", "Set the `ship` field.", "The `ship` leaves.", "Logistics calls `ship`."],
    )
    def test_that_are_spoken_of(self, text: str) -> None:
        assert names(text, self.desk, self.logistics) == []


class TestWhoIsSpokenOf:
    desk = agent(tool("ship"), handoff("transfer_to_billing", "Billing"), name="Desk")
    billing = agent(tool("cancel_order"), name="Billing")

    @pytest.mark.parametrize(
        "text",
        [
            "Ask Billing to run cancel_order.",
            "Ask the Billing agent to call `cancel_order`.",
            "Have Billing run the `cancel_order` tool.",
            "Let Billing call `cancel_order`.",
            "Tell billing to use the cancel_order tool.",
            "Billing will run the cancel_order tool for you.",
            "Billing looks orders up and then uses the cancel_order tool.",
            "After Billing used the cancel_order tool, ship.",
            "Wait until Billing has called `cancel_order`.",
            "- Billing: uses the `cancel_order` tool",
            "The `cancel_order` tool belongs to Billing.",
            "The `cancel_order` tool is only available to Billing.",
            "The cancel_order tool is run by another agent.",
            "Billing's `cancel_order` tool does that.",
            "The cancel_order tool of Billing pays it back.",
            "Billing's tools:\n- `cancel_order`: cancels\n",
            "### Billing\n- `cancel_order`: cancels\n",
            "Users sometimes ask for a `track_parcel` tool.",
            "Customers may ask you to run `track_parcel`; say no.",
            "The customer may mention the `track_parcel` tool of our website.",
            "If asked about the `track_parcel` tool, say it is private.",
        ],
    )
    def test_somebody_else(self, text: str) -> None:
        assert names(text, self.desk, self.billing) == []

    @pytest.mark.parametrize(
        "text",
        [
            "Ask for the order, then call cancel_order.",
            "After Billing answers, call cancel_order.",
            "Billing is busy; use the cancel_order tool.",
            "You, not Billing, must call cancel_order.",
            "Tell the customer, then use the cancel_order tool.",
            "Hand off to Billing or call cancel_order.",
            "Let the customer wait and call cancel_order.",
            "For Billing questions call cancel_order.",
            "Billing questions need the cancel_order tool.",
            "If the customer wants a refund use the cancel_order tool.",
            "Desk will use the cancel_order tool.",
            "The cancel_order tool is for customers who changed their mind.",
            "Before Billing takes over:\n- Call `cancel_order`.",
        ],
    )
    def test_the_reader(self, text: str) -> None:
        assert names(text, self.desk, self.billing) == ["cancel_order"]

    def test_an_agent_named_by_an_everyday_word(self) -> None:
        email = agent(tool("send_email"), name="Email Agent")
        text = (
            "Write the subject of the email, then use the send_email tool. Send the email using send_email."
        )
        assert names(text, self.desk, email) == ["send_email"]

    def test_an_agent_named_by_a_letter(self) -> None:
        named = agent(tool("cancel_order"), name="B")
        assert (
            names("B will run the cancel_order tool for you; let B call `cancel_order`.", self.desk, named)
            == []
        )
        article = agent(tool("cancel_order"), name="A")
        assert names("Have a call to cancel_order ready.", self.desk, article) == ["cancel_order"]

    def test_a_tool_that_is_off_here_and_called_by_another(self) -> None:
        off = agent(tool("ship"), tool("cancel_order", enabled=False), name="Desk")
        assert names("Ask Billing to run cancel_order.", off, self.billing) == []
        assert names("Run cancel_order.", off, self.billing) == ["cancel_order"]


class TestWhatIsNotThere:
    desk = agent(tool("ship"), handoff("transfer_to_billing", "Billing"), name="Desk")

    @pytest.mark.parametrize(
        "text",
        [
            "You have no `get_order` tool; tell people to call us.",
            "You have no `read_a`, `get_order` or `b_c` tools.",
            "You don't have access to the get_order tool.",
            "There is no `get_order` tool.",
            "There's no get_order tool any more; use ship.",
            "The get_order tool was removed in v2.",
            "The get_order and read_order tools were removed.",
            "The `get_order` tool no longer exists.",
            "`get_order` tool: not supported.",
            "`get_order` tool (removed).",
            "Refrain from calling `get_order`.",
            "Stop using get_order.",
            "Instead of the old `get_order` tool, use `ship` when asked.",
            "The get_order tool is not for you.",
            "You are not allowed to use the get_order tool.",
            "The get_order tool must never be called.",
            "If the `get_order` tool is not available, say so.",
            "Call it a `get_order` tool; it does not exist.",
            "Without calling get_order, ship at once.",
            "Never call get_order, but hand off to Billing when asked.",
            "Never use these tools:\n- `get_order`\n- `read_order`",
            "Tools that were removed:\n- `get_order`: read one",
        ],
    )
    def test_said_so(self, text: str) -> None:
        assert names(text, self.desk) == []

    @pytest.mark.parametrize(
        "text",
        [
            "NEVER skip calling get_order.",
            "Do not forget to call get_order.",
            "Do not hesitate to use the get_order tool.",
            "Don't answer before calling get_order.",
            "Never reply without calling get_order.",
            "Do not give an answer without calling get_order first.",
            "You must not answer until you have called get_order.",
            "Do not call get_order before login.",
            "Never call get_order unless asked.",
            "If there is no order, call get_order.",
            "The get_order tool is not for refunds.",
            "If the get_order tool fails, say so.",
            "If the get_order tool is missing an argument, ask.",
            "Call get_order and refunds are not allowed.",
            "What you must never forget:\n- Call get_order.",
            "Rules, which you never break:\n- Call get_order.",
        ],
    )
    def test_to_be_called_all_the_same(self, text: str) -> None:
        assert names(text, self.desk) == ["get_order"]

    def test_the_function_behind_a_tool_is_wrong_in_any_case(self) -> None:
        assert names("Never call send_mail_fn.", agent(MAIL)) == ["send_mail_fn"]

    def test_a_word_that_only_resembles_a_tool(self) -> None:
        assert names("Use markdown_table tool-like formatting.", self.desk) == []
        assert names("Read the `users` tool table.", self.desk) == []


class TestWhereAToolIsCalledFor:
    consumer = agent(tool("get_order", fn="get_order"), handoff("transfer_to_billing", "Billing"))

    @pytest.mark.parametrize(
        "text",
        [
            "Call cancel_order when asked.",
            "You MUST invoke `cancel_order` once.",
            "Use the cancel_order tool.",
            "Use get_order or cancel_order.",
            "Use get_order, cancel_order and check_stock.",
            "using the tools get_order & cancel_order",
            "Your tools:\n- get_order: reads one\n- cancel_order: cancels one",
            "You have these tools:\n\n1. **cancel_order** - cancels one\n",
            "Read (get_order) and cancel (cancel_order) as needed.",
            "Orders (`get_order`, `cancel_order`)",
            "Delegate to cancel_order_handoff, or say so with cancel_order().",
            "Cancelled → cancel_order",
            "Answer with cancel_order(order_id) at the end.",
            "First look at the order, then use\n    cancel_order to cancel it.",
            "Usa la herramienta cancel_order para cancelar.",
            "注文の取消には `cancel_order` ツールを使う。",
            "Do not call cancel_order before the customer agrees.",
        ],
    )
    def test_a_name_that_nothing_has(self, text: str) -> None:
        finding = next(each for each in found(text, self.consumer) if each.names == ("cancel_order",))
        assert finding.severity == "warning"
        assert (
            "`cancel_order` where a tool is called for; no tool of `Triage` has that name" in finding.message
        )

    def test_the_nearest_visible_name_is_proposed(self) -> None:
        finding = one("Call get_orders first.", self.consumer)
        assert finding.fix == "Write `get_order` if that is meant, or take the name out of the text."

    def test_a_transfer_that_does_not_exist(self) -> None:
        assert names("Then transfer_to_sales_agent.", self.consumer) == ["transfer_to_sales_agent"]

    def test_another_agents_tool(self) -> None:
        billing = agent(tool("issue_refund", line=30), name="Billing")
        finding = one("Call issue_refund.", self.consumer, billing)
        assert finding.severity == "warning"
        assert finding.message == (
            "The instructions of `Triage` say `issue_refund`, a tool of `Billing` (app/tools.py:30), which "
            "`Triage` doesn't see."
        )
        assert finding.touches == ()

    def test_a_tool_in_no_list(self) -> None:
        unlisted = Unlisted(visible="issue_refund", function_name="issue_refund", path="app/old.py", line=3)
        finding = one("Call issue_refund.", self.consumer, unlisted=(unlisted,))
        assert "a tool that is built at app/old.py:3 and stands in no agent's list" in finding.message
        assert places(finding)[-1] == "app/old.py:3"


class TestLookAlikes:
    consumer = agent(
        tool("get_order", schema={"properties": {"order_id": {}}}),
        tool("crm.lookup", namespace="crm"),
        handoff("transfer_to_email_agent", "Email Agent", target="app:email_agent"),
        hosted("WebSearchTool", "web_search"),
    )

    @pytest.mark.parametrize(
        "text",
        [
            "Call get_order.",
            "Use crm.lookup, or lookup for short; `lookup` is fine.",
            "Use `web_search_preview`, the WebSearchTool.",
            "Hand off to email_agent, or use EmailAgent.",
            "Use order_id to read the order.",
            "Each returns a draft (body, `subject_line`, `call_to_order`, `sent_at`).",
            "Return customer_name, total_price and is_acceptable.",
            "Output:\n- product_name: what it is called\n- store_name: where",
            "Write names in snake_case and use customer_name when greeting.",
            "Use the exact requested_discount field of the answer.",
            "Set `route_to_human=true` in {customer_name} and {{ send_reply }}.",
            '{"create_ticket": true, "reply_to": "x"}',
            "Call <get_weather> or see https://example.com/get_weather_now and docs/send_mail.md.",
            "```python\nresult = call_service(get_price)\nuse create_order()\n```",
            "Run `make test` and use read_csv.py.",
            "Use OPENAI_API_KEY from the environment.",
            "Use GitHub, LinkedIn and iPhone.",
            "Handoffs are done by a function named `transfer_to_<agent_name>`.",
            "Search the web, add the numbers, and refund the customer.",
            "Never call delete_order.",
            "The billing agent uses issue_refund for that.",
            "Status is order_not_found or payment_pending.",
            "The event is 'order_created' or 'refund_issued'.",
            "Use eval() or print() nowhere.",
            "Follow the return_policy document.",
            "Read the output of the `create_report` tool call.",
        ],
    )
    def test_nothing_to_report(self, text: str) -> None:
        billing = agent(tool("issue_refund"), name="Billing")
        assert names(text, self.consumer, billing) == []

    def test_parameters_below_the_tool_they_belong_to(self) -> None:
        text = "Use the get_order tool with:\n  - project_description: all of it\n  - search_depth: how deep"
        assert names(text, self.consumer) == []

    def test_a_consumer_without_tools(self) -> None:
        assert names("Call cancel_order.", agent()) == []

    def test_a_router_describes_what_others_use(self) -> None:
        billing = agent(tool("issue_refund"), name="Billing")
        text = "Billing Agent: refunds and invoices. The agent can use issue_refund and sends the mail."
        assert names(text, self.consumer, billing) == []

    def test_numbered_tools_named_by_what_they_share(self) -> None:
        team = agent(tool("sales_agent1"), tool("sales_agent2"))
        assert names("Use all the sales_agent tools.", team) == []


class TestLongTexts:
    @pytest.mark.parametrize(
        "part", ["a_b, ", "**a_b** / ", "a_b(", "- a_b\n", "{{ a_b ", "`a_b` and ", "a/a_b"]
    )
    def test_enumerations_without_end(self, part: str) -> None:
        assert names(part * 4000, agent(tool("get_order"))) == []

    def test_a_name_after_a_long_text(self) -> None:
        text = "You help people. " * 5000 + "\n\nCall cancel_order."
        assert places(one(text, agent(tool("get_order")))) == ["app/agents.py:22"]


class TestUnseenTools:
    text = "Call cancel_order."

    @pytest.mark.parametrize(
        "changes",
        [
            {"mcp_servers": (McpServer(name="shop", type="MCPServerStdio", started=False),)},
            {"kind": "sandbox"},
            {"partial": True},
        ],
    )
    def test_silent_where_tools_may_be_unseen(self, changes: dict[str, Any]) -> None:
        assert names(self.text, agent(tool("get_order"), **changes)) == []

    def test_silent_beside_a_hosted_mcp_server(self) -> None:
        consumer = agent(tool("get_order"), hosted("HostedMCPTool", "shop", server="shop"))
        assert names(self.text, consumer) == []

    def test_silent_where_a_stand_in_took_a_tools_place(self) -> None:
        consumer = agent(tool("get_order"))
        note = NotInspected(ref=consumer.id, reason="1 tool of the stubbed package `shop`")
        assert names(self.text, consumer, not_inspected=(note,)) == []

    def test_the_function_of_a_visible_tool_is_wrong_all_the_same(self) -> None:
        consumer = agent(MAIL, kind="sandbox")
        assert names("Call send_mail_fn.", consumer) == ["send_mail_fn"]

    def test_a_started_server_shows_its_tools(self) -> None:
        server = McpServer(name="shop", type="MCPServerStdio", started=True, tools=1)
        consumer = agent(mcp("cancel_order", "shop", raw_name="cancel_order"), mcp_servers=(server,))
        assert names("Call cancel_order, then ship_order.", consumer) == ["ship_order"]


class TestPromptFiles:
    project: Registry = registry(agent(MAIL), agent(tool("get_order"), name="Orders"))

    def of_file(self, text: str, **changes: Any) -> list[Finding]:
        """What the rule says of a prompt file of the whole project."""
        given = msgspec.structs.replace(prompt(text, None), **changes)
        return list(prompt_names.check_registry(self.project, Controls(prompts=(given,))))

    def test_held_against_all_consumers_together(self) -> None:
        assert self.of_file("Call get_order, then mail.") == []

    def test_a_function_behind_a_tool_of_some_consumer(self) -> None:
        (finding,) = self.of_file("Hello.\n\nThen call send_mail_fn.")
        assert finding.message.startswith("`prompts/support.md` says `send_mail_fn`, the function behind")
        assert (finding.consumer, finding.ghost, finding.tools) == (None, None, ())
        assert finding.touches == (("app.agents:triage", MAIL.key),)
        assert places(finding)[0] == "prompts/support.md:3"

    def test_a_name_that_nothing_has(self) -> None:
        (finding,) = self.of_file("Call cancel_order.")
        assert "no tool of any agent has that name" in finding.message

    def test_without_counted_lines_the_text_itself_is_the_place(self) -> None:
        (finding,) = self.of_file("One.\nCall cancel_order.", lines_count=False)
        assert places(finding) == ["prompts/support.md:1"]

    def test_bound_to_a_consumer_that_is_not_there(self) -> None:
        assert self.of_file("Call cancel_order.", consumer="app.agents:gone") == []
