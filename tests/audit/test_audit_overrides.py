"""Names that tools were given, found in source alone."""

from textwrap import dedent

import pytest

from inspector.audit.modules import Modules
from inspector.audit.overrides import find_overrides
from inspector.model import Override

TOOL = "from agents import function_tool\n"
RAW = "from agents import FunctionTool\n"


def found(**modules: str) -> list[Override]:
    """Modules by their path, `/` written as `_of_` and without the suffix, the innermost part first."""
    texts = {f"{'/'.join(reversed(name.split('_of_')))}.py": dedent(text) for name, text in modules.items()}
    return list(find_overrides(Modules(texts)).overrides)


def one(text: str, **others: str) -> Override:
    (override,) = [each for each in found(app=text, **others) if each.path == "app.py"]
    return override


@pytest.mark.parametrize(
    "text",
    [
        TOOL + "@function_tool(name_override='refund')\ndef refund_v2(): ...\n",
        "import agents\n@agents.function_tool(name_override='refund')\nasync def refund_v2(): ...\n",
        "from agents import function_tool as tool\n@tool(name_override='refund')\ndef refund_v2(): ...\n",
        "from agents.decorators import tool\n@tool(name_override='refund')\ndef refund_v2(): ...\n",
        "from agents import *\n@function_tool(name_override='refund')\ndef refund_v2(): ...\n",
        TOOL + "def refund_v2(): ...\nt = function_tool(refund_v2, name_override='refund')\n",
        TOOL + "def refund_v2(): ...\nt = function_tool(name_override='refund')(refund_v2)\n",
        "import functools, agents\nnamed = functools.partial(agents.function_tool, name_override='refund')\n"
        "def refund_v2(): ...\nt = named(refund_v2)\n",
        TOOL + "O = {'name_override': 'refund'}\n@function_tool(**O)\ndef refund_v2(): ...\n",
        TOOL + "N = 'refund'\n@function_tool(name_override=N)\ndef refund_v2(): ...\n",
        TOOL + "P = 're'\n@function_tool(name_override=f'{P}fund')\ndef refund_v2(): ...\n",
        TOOL + "class N:\n    A = 're' + 'fund'\n@function_tool(name_override=N.A)\ndef refund_v2(): ...\n",
        RAW + "async def refund_v2(c, a): ...\n"
        "t = FunctionTool(name='refund', description='', params_json_schema={}, on_invoke_tool=refund_v2)\n",
        RAW + "async def refund_v2(c, a): ...\nt = FunctionTool('refund', '', {}, refund_v2)\n",
    ],
)
def test_however_it_is_given_the_name_is_found(text: str) -> None:
    override = one(text)
    assert (override.function, override.override, override.unresolved) == ("refund_v2", "refund", "")


def test_a_re_export_is_followed_through_packages() -> None:
    override = one(
        "from kit import tool\n@tool(name_override='refund')\ndef refund_v2(): ...\n",
        __init___of_kit="from .compat import tool\n",
        compat_of_kit="from agents import function_tool as tool\n",
    )
    assert (override.function, override.override) == ("refund_v2", "refund")


def test_a_wrapper_that_hands_the_name_on_counts_as_the_decorator() -> None:
    overrides = found(
        app="from kit import audited\n@audited(name_override='refund')\ndef refund_v2(): ...\n",
        kit=TOOL + "def audited(func=None, *, name_override=None):\n"
        "    return function_tool(func, name_override=name_override)\n",
    )
    assert [(each.path, each.override) for each in overrides] == [("app.py", "refund"), ("kit.py", None)]
    assert overrides[1].unresolved == "`name_override` is a parameter of `audited`"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("NAMES['refund']", "`NAMES['refund']` is computed"),
        ("make()", "`make()` is computed"),
        ("'a' if FLAG else 'b'", "depends on a condition"),
        ("CHANGED", "`CHANGED` is assigned several times"),
        ("somewhere.NAME", "`somewhere.NAME` isn't a constant of this repository"),
    ],
)
def test_what_only_a_run_tells_is_listed_with_the_reason(given: str, reason: str) -> None:
    override = one(
        "import somewhere\nCHANGED = 'a'\nCHANGED += 'b'\nfrom agents import function_tool\n"
        f"@function_tool(name_override={given})\ndef refund_v2(): ...\n"
    )
    assert override.override is None
    assert reason in override.unresolved


def test_agents_as_tools_and_handoffs() -> None:
    overrides = found(
        app="""
        from agents import Agent, Handoff, handoff
        billing = Agent(name="Billing")
        ask = billing.as_tool(tool_name="ask_billing", tool_description="")
        desk = Agent(name="Desk", handoffs=[handoff(billing, tool_name_override="to_billing")])
        inline = Agent(name="Inline").as_tool("call_inline", "")
        made = Handoff[Shop](tool_name="to_made", agent_name="Made", on_invoke_handoff=go)
        """
    )
    assert [(each.form, each.function, each.variable, each.override) for each in overrides] == [
        ("as_tool", "billing", "ask", "ask_billing"),
        ("handoff", "billing", "", "to_billing"),
        ("as_tool", "Inline", "inline", "call_inline"),
        ("handoff", "Made", "made", "to_made"),
    ]


def test_namespaces_and_replaced_tools() -> None:
    overrides = found(
        app="""
        import dataclasses
        from agents import function_tool, tool_namespace
        @function_tool(name_override="refund")
        def refund_v2(): ...
        @function_tool
        def lookup(): ...
        crm = tool_namespace(name="crm", description="", tools=[lookup, refund_v2])
        again = dataclasses.replace(refund_v2, name="refund_again")
        other = dataclasses.replace(settings, name="nothing")
        """
    )
    assert [(each.form, each.function, each.override, each.by) for each in overrides] == [
        ("function_tool", "refund_v2", "refund", "name_override"),
        ("tool_namespace", "lookup", "crm.lookup", "tool_namespace"),
        ("tool_namespace", "refund_v2", "crm.refund", "tool_namespace"),
        ("replace", "refund_v2", "refund_again", "name_override"),
    ]


def test_a_variable_that_differs_from_its_tools_name() -> None:
    override = one(TOOL + "def price(): ...\nprice_tool = function_tool(price)\n")
    assert (override.form, override.variable, override.override) == ("variable", "price_tool", "price")
    assert override.old_names == ("price_tool",)


def test_names_of_mcp_tools_with_their_servers_name() -> None:
    override = one(
        "from agents import Agent\na = Agent(name='A', mcp_config={'include_server_in_tool_names': True})\n"
    )
    assert (override.form, override.override) == ("mcp", None)
    assert "only the server tells" in override.unresolved


@pytest.mark.parametrize(
    "text",
    [
        TOOL + "@function_tool\ndef refund(): ...\n",
        TOOL + "@function_tool(name_override=None)\ndef refund(): ...\n",
        TOOL + "@function_tool(name_override='')\ndef refund(): ...\n",
        "def function_tool(name): ...\n@function_tool('x')\ndef refund(): ...\n",
        "import dataclasses\nd = dataclasses.replace(thing, name='x')\n",
        RAW + "t = FunctionTool(name='t', on_invoke_tool=t, params_json_schema={})\n",
    ],
)
def test_what_looks_alike_and_gives_no_other_name(text: str) -> None:
    assert found(app=text) == []


def test_only_a_name_of_the_module_that_still_holds_the_tool_is_importable() -> None:
    overrides = found(
        app="""
        from agents import function_tool
        @function_tool(name_override="a")
        def first(): ...
        first = None
        @function_tool(name_override="b")
        def second(): ...
        class Tools:
            @function_tool(name_override="c")
            def third(): ...
        def build():
            @function_tool(name_override="d")
            def fourth(): ...
        """
    )
    assert [(each.function, each.importable) for each in overrides] == [
        ("first", False),
        ("second", True),
        ("Tools.third", False),
        ("build.<locals>.fourth", False),
    ]
