"""Tools that stand in no list, and the names that modules hold tools by."""

from pathlib import Path
from typing import Any

from discovery import discover

TOOLS = """
    from agents import Agent, function_tool

    @function_tool(name_override="refund")
    def refund_order_v2(order: str) -> str: ...

    def send_mail(to: str) -> str: ...
    send_mail_fn = function_tool(send_mail, name_override="mail")
    mailer = send_mail_fn

    @function_tool
    def forgotten(order: str) -> str: ...
    lost = forgotten
"""


def unlisted(result: Any) -> list[dict[str, Any]]:
    return [one for each in result.results for one in each["unlisted"]]


def test_a_tool_in_no_list_is_told_with_its_names_and_place(tmp_path: Path) -> None:
    main = """
        from agents import Agent
        from tools import *
        agent = Agent(name="A", tools=[refund_order_v2, mailer])
        """
    result = discover(tmp_path, {"tools.py": TOOLS, "main.py": main})
    assert unlisted(result) == [
        {
            "visible": "forgotten",
            "function": "tools.forgotten",
            "function_name": "forgotten",
            "variables": ["lost"],
            "path": "tools.py",
            "line": 11,
        }
    ]
    tools = {tool["visible"]: tool["variables"] for tool in result.consumer("main:agent")["tools"]}
    assert tools == {"refund": [], "mail": ["send_mail_fn", "mailer"]}


def test_an_alias_of_another_module_counts_and_a_bare_agent_is_no_tool(tmp_path: Path) -> None:
    main = """
        from agents import Agent, handoff
        from tools import refund_order_v2 as pay_back, forgotten, mailer
        billing = Agent(name="Billing")
        ask = billing.as_tool("ask_billing", "Asks.")
        to_billing = handoff(billing)
        handoffs = [to_billing, Agent(name="B")]
        agent = Agent(name="A", tools=[pay_back, forgotten, mailer, ask], handoffs=handoffs)
        """
    result = discover(tmp_path, {"tools.py": TOOLS, "main.py": main})
    tools = {tool["visible"]: tool["variables"] for tool in result.consumer("main:agent")["tools"]}
    assert tools["refund"] == ["pay_back"]
    assert tools["ask_billing"] == ["ask"]
    assert tools["transfer_to_billing"] == ["to_billing"]
    assert tools["transfer_to_b"] == []
    assert unlisted(result) == []


def test_a_copy_in_a_list_is_the_tool_itself(tmp_path: Path) -> None:
    main = """
        import dataclasses
        from agents import Agent, function_tool, tool_namespace

        @function_tool
        def look(key: str) -> str: ...

        @function_tool
        def find(key: str) -> str: ...

        crm = tool_namespace(name="crm", description="d", tools=[look])
        agent = Agent(name="A", tools=[*crm, dataclasses.replace(find)])
        """
    result = discover(tmp_path, {"main.py": main})
    assert result.tools("main:agent") == ["crm.look", "find"]
    assert unlisted(result) == []


def test_tools_of_factories_count_once(tmp_path: Path) -> None:
    main = """
        from agents import Agent, function_tool

        def build() -> Agent:
            @function_tool
            def look(key: str) -> str: ...
            @function_tool
            def spare(key: str) -> str: ...
            return Agent(name="A", tools=[look])
        """
    (found,) = unlisted(discover(tmp_path, {"main.py": main}))
    assert (found["visible"], found["function"]) == ("spare", "main.build.<locals>.spare")


def test_an_agent_as_a_tool_may_be_unlisted_and_the_sdks_own_tools_never_are(tmp_path: Path) -> None:
    main = """
        from agents import Agent
        billing = Agent(name="Billing")
        ask = billing.as_tool("ask_billing", "Asks.")
        agent = Agent(name="A", handoffs=[billing])
        """
    (found,) = unlisted(discover(tmp_path, {"main.py": main}))
    assert (found["visible"], found["function"], found["variables"]) == ("ask_billing", "Billing", ["ask"])
    assert found["path"] == "main.py"
