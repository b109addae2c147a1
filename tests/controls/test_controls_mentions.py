"""Identifiers in prompts: which there are, and how they stand."""

import pytest

from inspector.controls.mention_grammar import Standing
from inspector.controls.mention_spans import spans
from inspector.controls.tool_words import is_action, is_data, is_toolish, shape


def stance(text: str, name: str = "cancel_order", *visible: str) -> str:
    """How the first mention of `name` stands."""
    span = next(each for each in spans(text) if each.name == name)
    return Standing(text, span, set(visible)).stance


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("use get_order, getOrder and `lookup`", ["get_order", "getOrder", "lookup"]),
        ("call lookup(id) now", ["lookup"]),
        ("a plain sentence with a lookup and (an aside)", []),
        ("{customer_name} {{ user.full_name }} {% if is_vip %}", []),
        ("<order_id> </order_id> $HOME_DIR path/to_file/x @some_one", []),
        ("https://example.com/a_b?c_d=e_f", []),
        ("read_me.md", ["read_me.md"]),
        ("transfer_to_<agent_name>", []),
        ("retry_count=3", []),
        ("OpenAI and macOS and iOS", []),
    ],
)
def test_identifiers_of_a_text(text: str, names: list[str]) -> None:
    assert [each.name for each in spans(text) if "." not in each.name or names] == names


def test_code_blocks_are_marked_as_such() -> None:
    first, second = spans("call get_order\n```\nget_price()\n```\n")
    assert (first.fenced, second.fenced) == (False, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call cancel_order", "call"),
        ("use the cancel_order tool", "tool"),
        ("use all cancel_order tools", "tools"),
        ("use the tool cancel_order", "named"),
        ("use cancel_order", "use"),
        ("via cancel_order", "by"),
        ("cancel it (cancel_order)", "parenthesis"),
        ("hand the case off to cancel_order", "handoff"),
        ("- cancel_order: cancels", "none"),
        ("Tools:\n- cancel_order: cancels", "item"),
        ("Fields of the output:\n- cancel_order: whether", "none"),
        ("the cancel_order is set", "none"),
        ("finish with cancel_order", "with"),
        ("use get_order to read it and cancel_order to cancel it", "by"),
        ("use the two tools (get_order, cancel_order)", "named"),
        ("call:\n- cancel_order", "item"),
        ("you have called cancel_order", "call"),
        ("orders (`get_order`, `cancel_order`)", "parenthesis"),
        ("orders (get_order, cancel_order)", "none"),
        ("cancel_order tool-like formatting", "none"),
        ("results from the cancel_order tool", "none"),
    ],
)
def test_how_a_name_stands(text: str, expected: str) -> None:
    assert stance(text) == expected


def test_a_list_in_which_another_item_is_a_tool() -> None:
    assert (
        stance("Do this:\n- cancel_order: cancels\n- get_order: reads", "cancel_order", "get_order")
        == "beside"
    )


def test_a_list_of_tools_by_its_heading_and_by_another_item() -> None:
    assert (
        stance("Tools:\n- cancel_order: cancels\n- get_order: reads", "cancel_order", "get_order") == "member"
    )


def test_items_below_a_tool_are_its_parameters() -> None:
    assert stance("Tools:\n- get_order:\n    - cancel_order: whether", "cancel_order", "get_order") == "none"


@pytest.mark.parametrize(
    "name", ["get_customer_info", "html_send_email", "search_by_date", "sendMail", "x_tool", "manage_memory"]
)
def test_commands_read_as_tools(name: str) -> None:
    assert is_action(name)
    assert is_toolish(name)


@pytest.mark.parametrize("name", ["order_id", "search_results", "start_time", "total_price", "customer_name"])
def test_fields_do_not(name: str) -> None:
    assert is_data(name)
    assert not is_toolish(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("get_order", "snake"),
        ("API_KEY", "capitals"),
        ("getOrder", "camel"),
        ("GetOrder", "pascal"),
        ("get-order", "kebab"),
        ("lookup", "plain"),
    ],
)
def test_how_a_name_is_written(name: str, expected: str) -> None:
    assert shape(name) == expected
