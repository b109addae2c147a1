"""TI301 to TI303: what the model reads of a tool, and what only people read."""

import inspect

import pytest
from agents import function_tool
from hand_made import agent, handoff, hosted, mcp, places, registry, tool
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.model import Contract, Finding, Location, Tool
from inspector.rules import hidden_docstrings, missing_descriptions, similar_descriptions

DECORATED = Contract(failure="default")
"""Of a tool whose invoker the SDK built."""


def documented(description: str, docstring: str | None, visible: str = "refund", **changes: object) -> Tool:
    """A decorated function tool."""
    settings = {"description": description, "docstring": docstring, "contract": DECORATED}
    return tool(visible, **(settings | changes))


def described(visible: str, description: str, **changes: object) -> Tool:
    return tool(visible, description=description, **changes)


def similar(*descriptions: str) -> list[Finding]:
    tools = [described(f"tool_{number}", text) for number, text in enumerate(descriptions)]
    return list(similar_descriptions.check(agent(*tools)))


class TestHiddenDocstring:
    def test_names_both_texts_and_what_to_do(self) -> None:
        refund = documented("Give store credit for an order.", "Refund the card at once.\n\nArgs:\n    a: b")
        (finding,) = hidden_docstrings.check_registry(registry(agent(refund)))
        assert (finding.code, finding.severity, finding.names) == ("TI301", "warning", ("refund",))
        assert finding.message == (
            'The model reads "Give store credit for an order." for `refund` on `Triage`, while the '
            f'docstring of `app.tools.refund` (app/tools.py:{refund.line}) says "Refund the card at once.": '
            "whoever edits the docstring changes nothing for the model."
        )
        assert finding.fix.startswith("Drop the explicit description")
        assert places(finding) == [f"app/tools.py:{refund.line}"]

    def test_a_function_on_many_consumers_is_one_finding_that_marks_every_row(self) -> None:
        first, second = (documented("Give store credit.", "Refund the card.") for _ in range(2))
        consumers = agent(first, name="A"), agent(second, name="B")
        (finding,) = hidden_docstrings.check_registry(registry(*consumers))
        assert (finding.consumer, finding.tools) == (consumers[0].id, (first.key,))
        assert finding.touches == ((consumers[1].id, second.key),)

    @pytest.mark.parametrize(
        ("description", "docstring"),
        [
            ("Change the address on an invoice.", "Void the invoice and issue another one."),
            ("Deactivate the customer's account.", "Delete the customer's account permanently."),
            ("Find replacement flights after a delay.", "Return mock flights for a disrupted itinerary."),
            ("Refund an order in cash.", "Refund an order as credit."),
            ("Cancel a subscription.", "Override the price of a plan."),
            ("Sell a car.", "Describe the model of a car."),
        ],
    )
    def test_fires_on_texts_that_say_something_else(self, description: str, docstring: str) -> None:
        assert hidden_docstrings.hides(documented(description, docstring))

    @pytest.mark.parametrize(
        ("description", "docstring"),
        [
            ("Refund an order", "  Refund an   order.\n\nArgs:\n    order: Its number."),
            ("Refund an order.", "Refund an order. Partial refunds are rounded.\n\n:param order: x"),
            ("Refund an order. Ask for its number first.", "Refund an order."),
            ("Refund an order.", "Args:\n    order: Number of the order."),
            ("Refund an order.", "Parameters\n----------\norder : str\n    Its number."),
            ("Refund an order.", ":param order: its number"),
            ("Refund an order.", ""),
            ("Refund an order.", None),
            ("Look up a customer by e-mail.", "Finds the customer by e-mail address."),
            (
                "Display an interactive seat map to the customer so they can choose a new seat.",
                "Trigger the UI to show an interactive seat map to the customer.",
            ),
            ("Open a case and issue hotel vouchers.", "Create a case and attach vouchers."),
            ("Give credit.", "Refund the card. The model sees the description_override instead."),
            ("Give credit.", "Refund the card; the description above overrides this docstring."),
            ("Give credit.", "Books on account 8400. What the model reads is passed to the decorator."),
            ("Give credit.", "Developer notes: books on account 8400."),
            ("Give credit.", "Books on account 8400 (not shown to the model)."),
            ("", "Refund the card."),
        ],
    )
    def test_is_silent_on_the_same_in_other_words_and_on_docstrings_that_say_so(
        self, description: str, docstring: str | None
    ) -> None:
        assert not hidden_docstrings.hides(documented(description, docstring))

    def test_a_tool_built_by_hand_hides_nothing(self) -> None:
        raw = documented("Give credit.", "Dispatches the call.", contract=Contract(failure="unknown"))
        assert list(hidden_docstrings.check_registry(registry(agent(raw)))) == []

    def test_a_tool_that_is_off_is_not_read_by_any_model(self) -> None:
        off = documented("Give store credit.", "Refund the card.", enabled=False)
        assert list(hidden_docstrings.check_registry(registry(agent(off)))) == []


SENTENCE = st.lists(
    st.sampled_from(
        ["refund", "the order", "by number", "Note: x", "a_b", "(twice)", "don't", "ünï", "e.g. 3%"]
    ),
    min_size=1,
    max_size=6,
).map(lambda words: f"{' '.join(words).capitalize()}.")
TEXT = st.lists(SENTENCE, min_size=1, max_size=3).flatmap(
    lambda sentences: st.sampled_from(["\n\n", "\n", " "]).map(lambda gap: gap.join(sentences))
)
SECTIONS = {
    "google": (
        "Args:\n    order: {}\n    amount (int): {}\n\nReturns:\n    str: {}\n\nRaises:\n    ValueError: {}"
    ),
    "numpy": (
        "Parameters\n----------\norder : str\n    {}\namount : int\n    {}\n\nReturns\n-------\nstr\n    "
        "{}\n\n{}"
    ),
    "sphinx": ":param order: {}\n:type order: str\n:param amount: {}\n:returns: {}\n:raises ValueError: {}",
}
GAP = st.sampled_from(["\n\n", "\n"])


@settings(max_examples=150, deadline=None)
@given(
    TEXT, st.sampled_from(sorted(SECTIONS)), st.lists(SENTENCE, min_size=4, max_size=4), GAP, st.booleans()
)
def test_no_tool_without_an_override_hides_its_docstring(
    text: str, style: str, sentences: list[str], gap: str, first: bool
) -> None:
    def refund(order: str, amount: int) -> str:
        return order

    sections = SECTIONS[style].format(*sentences)
    refund.__doc__ = f"{sections}{gap}{text}" if first else f"{text}{gap}{sections}"
    made = function_tool(refund)
    assert not hidden_docstrings.hides(documented(made.description, inspect.cleandoc(refund.__doc__)))


class TestMissingDescription:
    def missing(self, *tools: Tool) -> list[Finding]:
        return list(missing_descriptions.check_registry(registry(agent(*tools))))

    def test_says_whose_docstring_is_missing(self) -> None:
        seats = tool("list_seats", description="")
        (finding,) = self.missing(seats)
        assert (finding.code, finding.severity, finding.names) == ("TI302", "warning", ("list_seats",))
        assert finding.message == (
            "`list_seats` on `Triage` has no description: `app.tools.list_seats` "
            f"(app/tools.py:{seats.line}) has no docstring. "
            "The model is given the bare name and has to guess when to call it."
        )
        assert finding.fix.startswith("Write a docstring")

    def test_says_why_a_docstring_does_not_reach_the_model(self) -> None:
        (unused,) = self.missing(tool("a", description="", docstring="List the seats."))
        assert "`use_docstring_info=False` keeps from the model" in unused.message
        (parameters,) = self.missing(tool("a", description="", docstring="Args:\n    x: The seat."))
        assert "describes only parameters" in parameters.message

    @pytest.mark.parametrize(
        ("made_without", "fix"),
        [
            (tool("ask", origin="agent_tool", function="Helper", description=""), "tool_description="),
            (hosted("CustomTool", "sql", origin="custom", description=""), "description="),
        ],
    )
    def test_agents_as_tools_and_custom_tools_need_one_too(self, made_without: Tool, fix: str) -> None:
        (finding,) = self.missing(made_without)
        assert fix in finding.fix

    def test_the_tools_of_a_server_are_one_finding(self) -> None:
        (finding,) = self.missing(
            *(mcp(name, "files", description="") for name in ("list_files", "read_file"))
        )
        assert finding.names == ("list_files", "read_file")
        assert finding.message.startswith(
            "MCP server `files` gives `list_files` and `read_file` on `Triage` no"
        )

    def test_a_function_is_reported_once_in_the_project(self) -> None:
        first, second = (tool("list_seats", description="", line=3) for _ in range(2))
        (finding,) = missing_descriptions.check_registry(
            registry(agent(first, name="A"), agent(second, name="B"))
        )
        assert finding.consumer == "app.agents:a"
        assert finding.touches == (("app.agents:b", second.key),)

    def test_an_agent_made_into_a_tool_twice_is_reported_at_both_places(self) -> None:
        made = [
            tool("ask", origin="agent_tool", function="Helper", description="", line=1, built_at=place)
            for place in (Location("app/tools.py", 3), Location("app/tools.py", 9))
        ]
        desks = registry(agent(made[0], name="A"), agent(made[1], name="B"))
        findings = missing_descriptions.check_registry(desks)
        assert [(one.consumer_name, places(one)) for one in findings] == [
            ("A", ["app/tools.py:3"]),
            ("B", ["app/tools.py:9"]),
        ]

    @pytest.mark.parametrize(
        "silent",
        [
            described("a", "Lists the seats."),
            hosted("WebSearchTool", "web_search", description=""),
            hosted("ShellTool", "shell", origin="shell", description=""),
            handoff("transfer_to_b", "B", description=""),
            tool("a", enabled=False, description=""),
        ],
    )
    def test_what_needs_none(self, silent: Tool) -> None:
        assert self.missing(silent) == []


class TestSimilarDescriptions:
    def test_names_both_tools_and_the_text(self) -> None:
        one, other = (
            described("find_payment", "Look up a payment."),
            described("find_charge", "Looks up the payment"),
        )
        (finding,) = similar_descriptions.check(agent(one, other, name="Payments"))
        assert (finding.code, finding.severity) == ("TI303", "warning")
        assert finding.names == ("find_payment", "find_charge")
        assert finding.message == (
            f"`find_payment` of `app.tools.find_payment` (app/tools.py:{one.line}) and `find_charge` of "
            f"`app.tools.find_charge` (app/tools.py:{other.line}) on `Payments` both tell the model "
            '"Look up a payment.": nothing but the name says which one to call.'
        )

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Find a payment.", "Find a payment."),
            ("Find a payment.", "find  the payment"),
            ("Find a customer by email", "By email, find the customer."),
            ("Cancels and refunds orders.", "Refund and cancel an order"),
            ("Looking up bookings", "Looked up a booking"),
            ("Look up a customer's orders.", "Look up the orders of a customer."),
            ("Use this tool to send a reminder.", "Send a reminder"),
            ("This tool is used to send reminders", "Send a reminder."),
            ("予約を探す", "予約を探す。"),
        ],
    )
    def test_identical_reordered_and_inflected_texts_fire(self, one: str, other: str) -> None:
        assert len(similar(one, other)) == 1

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Find a customer by email", "Find a customer by phone"),
            ("Enable the feature", "Disable the feature"),
            ("Search flights", "Search hotels"),
            ("Convert Celsius to Fahrenheit", "Convert Fahrenheit to Celsius"),
            ("Move a file from the inbox to the archive", "Move a file from the archive to the inbox"),
            ("Find the manager of an employee", "Find the employee of a manager"),
            ("Find an employee's manager", "Find a manager's employee"),
            ("Get an order", "Get all orders"),
            ("Refund the order", "Refund the order without asking"),
            ("Sum of 2 numbers", "Sum of 3 numbers"),
            ("Encrypt a file", "Decrypt a file"),
            ("", ""),
        ],
    )
    def test_texts_that_a_word_tells_apart_stay_silent(self, one: str, other: str) -> None:
        assert similar(one, other) == []

    def test_what_the_sdk_says_of_every_handoff_does_not_count(self) -> None:
        text = "Handoff to the {} agent to handle the request. {}"
        plain = [handoff(f"to_{name}", name, description=text.format(name, "")) for name in "AB"]
        assert list(similar_descriptions.check(agent(*plain))) == []
        own = [handoff(f"to_{name}", name, description=text.format(name, "Handles refunds")) for name in "AB"]
        (finding,) = similar_descriptions.check(agent(*own))
        assert '"Handles refunds"' in finding.message

    def test_tools_that_never_meet_stay_silent(self) -> None:
        old = described(
            "old", "Find a payment.", enabled=None, predicate_identity=1, predicate="app.flags.old"
        )
        new = described(
            "new", "Find a payment.", enabled=None, predicate_identity=2, predicate="app.flags.new"
        )
        off = described("off", "Find a payment.", enabled=False)
        assert list(similar_descriptions.check(agent(old, new, off))) == []
        (finding,) = similar_descriptions.check(agent(old, described("other", "Find a payment.")))
        assert finding.condition == "when `app.flags.old` allows it"

    def test_copies_under_one_name_belong_to_another_rule(self) -> None:
        assert list(similar_descriptions.check(agent(*(described("a", "Find it.") for _ in range(2))))) == []

    def test_two_servers_of_a_kind_are_one_finding(self) -> None:
        tools = [
            mcp(f"{server}_{raw}", server, raw_name=raw, description=f"{raw} a file")
            for server in ("home", "work")
            for raw in ("read", "write")
        ]
        (finding,) = similar_descriptions.check(agent(*tools))
        assert set(finding.names) == {"home_read", "work_read", "home_write", "work_write"}
        assert "The MCP servers `home` and `work`" in finding.message
