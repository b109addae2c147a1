"""Every kind of tool of the newest SDK, as the host receives it."""

import enum
import json

import pytest
from agents import (
    Agent,
    ApplyPatchTool,
    CodeInterpreterTool,
    Computer,
    ComputerTool,
    CustomTool,
    FileSearchTool,
    FunctionTool,
    HostedMCPTool,
    ImageGenerationTool,
    LocalShellTool,
    ModelSettings,
    ShellTool,
    ToolSearchTool,
    WebSearchTool,
    function_tool,
    handoff,
    tool_namespace,
)
from agents.extensions.experimental.codex import codex_tool
from agents.model_settings import MCPToolChoice
from agents.realtime import RealtimeAgent, realtime_handoff
from agents.sandbox import SandboxAgent
from extraction import Found, read


class Names(str, enum.Enum):  # noqa: UP042 - its `str` is not its value
    REFUND = "refund"
    MAIL = "mail"


class Screen(Computer):
    environment = "browser"
    dimensions = (800, 600)

    def screenshot(self):
        return ""

    def click(self, x, y, button):
        return None

    def double_click(self, x, y):
        return None

    def scroll(self, x, y, scroll_x, scroll_y):
        return None

    def type(self, text):
        return None

    def wait(self):
        return None

    def move(self, x, y):
        return None

    def keypress(self, keys):
        return None

    def drag(self, path):
        return None


def screen_for_run(*, run_context):
    return Screen()


class Editor:
    def create_file(self, operation):
        return None

    update_file = delete_file = create_file


def run_command(request):
    return ""


async def parse(context, text):
    """Parses."""
    return ""


def lookup(key: str) -> str:
    """Looks up."""
    return key


HOSTED_MCP = {"type": "mcp", "server_label": "docs", "server_url": "https://docs.invalid"}
KINDS = {
    "web search": (WebSearchTool(), "hosted", "web_search", "none"),
    "file search": (FileSearchTool(vector_store_ids=["v"]), "hosted", "file_search", "none"),
    "code interpreter": (
        CodeInterpreterTool(tool_config={"type": "code_interpreter", "container": {"type": "auto"}}),
        "hosted",
        "code_interpreter",
        "none",
    ),
    "image generation": (
        ImageGenerationTool(tool_config={"type": "image_generation"}),
        "hosted",
        "image_generation",
        "none",
    ),
    "hosted MCP, asked by default": (HostedMCPTool(tool_config=HOSTED_MCP), "hosted", "hosted_mcp", "static"),
    "hosted MCP, never asked": (
        HostedMCPTool(tool_config={**HOSTED_MCP, "require_approval": "never"}),
        "hosted",
        "hosted_mcp",
        "none",
    ),
    "local shell": (LocalShellTool(executor=run_command), "shell", "local_shell", "none"),
    "shell of another name": (
        ShellTool(executor=run_command, name="bash", needs_approval=True),
        "shell",
        "shell",
        "static",
    ),
    "apply patch": (ApplyPatchTool(editor=Editor()), "apply_patch", "apply_patch", "none"),
    "custom": (
        CustomTool(name="grammar", description="Parses.", on_invoke_tool=parse),
        "custom",
        "grammar",
        "none",
    ),
    "computer": (ComputerTool(Screen()), "computer", "computer_use_preview", "none"),
    "computer made for the run": (
        ComputerTool(screen_for_run),
        "computer",
        "computer_use_preview",
        "none",
    ),
    "tool search": (ToolSearchTool(), "hosted", "tool_search", "none"),
    "codex": (codex_tool(), "function", "codex", "none"),
}


@pytest.mark.parametrize(("tool", "origin", "visible", "approval"), KINDS.values(), ids=KINDS.keys())
def test_each_kind_has_its_origin_and_name(tool, origin, visible, approval):
    (found,) = read(Agent(name="main", tools=[tool])).only.tools
    assert (found.origin, found.visible, found.approval) == (origin, visible, approval)
    assert found.key == f"{origin}:{visible}"
    assert found.type == type(tool).__name__
    assert found.enabled is True
    assert found.wire_error is None
    assert found.wire is not None or visible == "computer_use_preview"


def test_a_namespaced_tool_shows_both_parts():
    tools = tool_namespace(name="crm", description="Customers.", tools=[function_tool(lookup)])
    (found,) = read(Agent(name="main", tools=tools)).only.tools
    assert (found.visible, found.name, found.namespace) == ("crm.lookup", "lookup", "crm")
    assert found.lookup_key == ("namespaced", "crm", "lookup")
    assert found.via == ("crm",)
    assert found.wire["type"] == "namespace"


def test_a_deferred_tool_has_its_payload_although_it_needs_tool_search():
    consumer = read(Agent(name="main", tools=[function_tool(lookup, defer_loading=True)])).only
    (found,) = consumer.tools
    assert found.deferred
    assert found.wire["defer_loading"] is True
    assert "ToolSearchTool" in consumer.resolution.wire_error


def test_a_prompt_on_the_server_may_bring_what_tool_search_searches():
    with_prompt = Agent(name="main", tools=[ToolSearchTool()], prompt={"id": "p"})
    assert read(with_prompt).only.resolution.wire_error is None
    assert read(Agent(name="main", tools=[ToolSearchTool()])).only.resolution.wire_error is not None


def test_two_computers_are_refused_by_the_converter():
    agent = Agent(name="main", tools=[ComputerTool(Screen()), ComputerTool(screen_for_run)])
    consumer = read(agent).only
    assert "only provide one computer tool" in consumer.resolution.wire_error
    assert [tool.shadowed_by for tool in consumer.tools] == [None, "computer:computer_use_preview"]


def test_code_behind_local_tools_is_named():
    tools = [
        LocalShellTool(executor=run_command),
        ApplyPatchTool(editor=Editor()),
        CustomTool(name="g", description="", on_invoke_tool=parse),
    ]
    functions = [tool.function for tool in read(Agent(name="main", tools=tools)).only.tools]
    assert functions == [f"{__name__}.run_command", f"{__name__}.Editor", f"{__name__}.parse"]


def test_business_ids_are_read_from_function_or_tool():
    def bill(order: str) -> str:
        return order

    bill.business_id = "billing.bill"
    on_tool = function_tool(lookup)
    on_tool.business_id = "crm.lookup"
    tools = read(Agent(name="main", tools=[function_tool(bill), on_tool, function_tool(lookup)])).only.tools
    assert [tool.business_id for tool in tools] == ["billing.bill", "crm.lookup", None]


def test_guardrails_and_timeout_are_part_of_the_contract():
    from agents import ToolGuardrailFunctionOutput, tool_input_guardrail

    @tool_input_guardrail
    def no_secrets(data):
        return ToolGuardrailFunctionOutput.allow()

    @function_tool(tool_input_guardrails=[no_secrets], timeout=4.5)
    async def slow(key: str) -> str:
        return key

    (found,) = read(Agent(name="main", tools=[slow])).only.tools
    assert found.contract.input_guardrails == ("no_secrets",)
    assert found.contract.guardrails_run
    assert found.contract.timeout == 4.5
    assert found.contract.is_async is True
    hosted = read(Agent(name="main", tools=[WebSearchTool()])).only.tools[0]
    assert not hosted.contract.guardrails_run


def test_a_realtime_agent_has_the_payload_of_its_session():
    billing = RealtimeAgent(name="Billing")
    agent = RealtimeAgent(name="main", tools=[function_tool(lookup)], handoffs=[realtime_handoff(billing)])
    result = read(Found(agent, "app:main"), Found(billing, "app:billing"))
    consumer = result.consumers[0]
    assert consumer.kind == "realtime"
    assert [tool.wire["name"] for tool in consumer.tools] == ["lookup", "transfer_to_billing"]
    assert consumer.tools[1].target == "app:billing"


def test_a_realtime_agent_can_only_send_functions():
    consumer = read(RealtimeAgent(name="main", tools=[WebSearchTool()])).only
    assert "Must be a function tool" in consumer.resolution.wire_error


def test_a_sandbox_agent_says_what_it_can_not_show():
    result = read(SandboxAgent(name="box", tools=[function_tool(lookup)]))
    assert result.only.kind == "sandbox"
    assert [tool.visible for tool in result.only.tools] == ["lookup"]
    assert result.notes[0].severity == "info"
    assert "capability tools" in result.notes[0].reason


def test_built_at_is_the_construction_site():
    tool = WebSearchTool()
    agent = Agent(name="main", tools=[tool])
    found = read(agent, sites={id(tool): ("/project/app/tools.py", 12)}).only.tools[0]
    assert str(found.location) == "app/tools.py:12"


def test_settings_of_the_agent_are_read():
    agent = Agent(
        name="main",
        instructions="Help.",
        model="gpt-5",
        tool_use_behavior={"stop_at_tool_names": ["refund"]},
        reset_tool_choice=False,
    )
    consumer = read(agent).only
    assert (consumer.stop, consumer.stop_behavior) == (("refund",), "stop_at_tools")
    assert (consumer.instructions, consumer.model, consumer.reset_tool_choice) == ("Help.", "gpt-5", False)


@pytest.mark.parametrize(
    ("choice", "name", "server", "said"),
    [
        (None, None, None, None),
        ("refund", "refund", None, "refund"),
        (Names.REFUND, "refund", None, "refund"),
        (MCPToolChoice(server_label="docs", name="read_wiki"), "read_wiki", "docs", "docs/read_wiki"),
        (MCPToolChoice(server_label=Names.REFUND, name=Names.MAIL), "mail", "refund", "refund/mail"),
    ],
)
def test_a_forced_choice_is_a_name_or_a_tool_of_a_hosted_server(choice, name, server, said):
    agent = Agent(name="main", model_settings=ModelSettings(tool_choice=choice))
    consumer = read(agent).only
    assert (consumer.tool_choice, consumer.tool_choice_server, consumer.choice) == (name, server, said)


def test_members_of_an_enum_are_the_names_that_they_equal():
    named = function_tool(lookup, name_override=Names.REFUND)
    beside = function_tool(lookup, name_override="refund")
    target = handoff(Agent(name="other"), tool_name_override=Names.MAIL)
    first, second, handed = read(Agent(name="main", tools=[named, beside], handoffs=[target])).only.tools
    assert (first.visible, first.lookup_key) == ("refund", ("bare", "refund"))
    assert (first.shadowed_by, second.sent) == (second.key, True)
    assert (handed.visible, handed.lookup_key) == ("mail", ("bare", "mail"))


def test_a_stop_list_that_is_no_list_is_one_name():
    stops = [{"stop_at_tool_names": "refund"}, {"stop_at_tool_names": 5}, {}]
    agents = [Agent(name=str(index), tool_use_behavior=stop) for index, stop in enumerate(stops)]
    consumers = read(*agents).consumers
    assert [consumer.stop for consumer in consumers] == [("refund",), ("5",), ()]
    assert [consumer.stop_is_text for consumer in consumers] == [True, False, False]


def test_stop_names_are_what_the_sdk_compares():
    class Names(str, enum.Enum):  # noqa: UP042 - its `str` is not its value
        REFUND = "refund"

    stops = [[Names.REFUND], {"b", "a"}, {"look": 1}]
    agents = [Agent(name=str(n), tool_use_behavior={"stop_at_tool_names": s}) for n, s in enumerate(stops)]
    assert [consumer.stop for consumer in read(*agents).consumers] == [("refund",), ("a", "b"), ("look",)]


def test_agents_that_share_a_list_are_told_apart_from_those_that_do_not():
    shared = [function_tool(lookup)]
    agents = [Agent(name="a", tools=shared), Agent(name="b", tools=shared), Agent(name="c", tools=[*shared])]
    first, second, third = (consumer.tools_list for consumer in read(*agents).consumers)
    assert first == second != third


def test_strange_names_and_schemas_survive_the_wire():
    async def invoke(context, arguments):
        return ""

    strange = FunctionTool(
        name="a\ud800\x1b[31m",
        description="\udcff",
        params_json_schema={"type": "object", "default": float("nan"), "x": {1, 2}},
        on_invoke_tool=invoke,
        strict_json_schema=False,
    )
    nameless = FunctionTool(
        name=None, description=None, params_json_schema={}, on_invoke_tool=invoke, strict_json_schema=False
    )
    tools = read(Agent(name="main", tools=[strange, nameless])).only.tools
    assert [tool.visible for tool in tools] == ["a\\ud800\x1b[31m", "<None>"]
    assert tools[1].lookup_key is None
    json.dumps(tools[0].schema, allow_nan=False)


def test_a_listing_of_its_own_is_named():
    class Lister(Agent):
        async def get_all_tools(self, run_context):
            return []

    assert "get_all_tools" in read(Lister(name="main")).notes[0].reason
