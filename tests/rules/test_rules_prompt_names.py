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
        consumer = agent(mcp("shop_cancel_order", "shop", raw_name="cancel_order"), mcp_servers=(server,))
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
