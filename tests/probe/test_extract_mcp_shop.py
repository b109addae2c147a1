"""The sample shop, with its servers started over stdio."""

import importlib
import sys
from pathlib import Path

import pytest
from extraction import Extraction, Found, read

SHOP = Path(__file__).parents[2] / "sample_projects" / "mcp_shop"
NAMES = ["concierge", "storefront", "fulfilment", "returns_desk", "merchandiser"]


@pytest.fixture(scope="module")
def shop():
    sys.path.insert(0, str(SHOP))
    try:
        yield importlib.import_module("shop.assistants")
    finally:
        sys.path.remove(str(SHOP))
        for name in [name for name in sys.modules if name.partition(".")[0] == "shop"]:
            del sys.modules[name]


def extraction(shop, **request) -> Extraction:
    found = [Found(getattr(shop, name), name) for name in NAMES]
    return read(*found, project=str(SHOP), **request)


@pytest.fixture(scope="module")
def started(shop):
    return {consumer.id: consumer for consumer in extraction(shop, mcp=True, timeout=60).consumers}


def test_the_local_function_runs_instead_of_the_catalogs(started):
    clashing = [tool for tool in started["storefront"].tools if tool.visible == "search_products"]
    assert [(tool.origin, tool.sent, tool.shadowed_by) for tool in clashing] == [
        ("mcp", False, "function:search_products"),
        ("function", True, None),
    ]
    assert clashing[0].function == "catalog/search_products"
    assert clashing[1].path == "shop/recommendations.py"


def test_two_servers_with_one_tool_are_both_shown_and_refused(started):
    consumer = started["returns_desk"]
    assert "'get_status'" in consumer.resolution.run_error
    assert [tool.function for tool in consumer.tools if tool.visible == "get_status"] == [
        "orders/get_status",
        "warehouse/get_status",
    ]
    assert not any(tool.sent or tool.shadowed_by for tool in consumer.tools)


def test_prefixed_servers_do_not_clash(started):
    consumer = started["fulfilment"]
    assert [tool.visible for tool in consumer.tools] == [
        "mcp_orders__get_status",
        "mcp_orders__open_return",
        "mcp_warehouse__get_status",
        "mcp_warehouse__count_stock",
    ]
    assert consumer.tools[0].raw_name == "get_status"
    assert consumer.resolution.run_error is None
    assert all(server.prefixed and server.tools == 2 for server in consumer.mcp_servers)


def test_filtered_tools_are_not_listed(started):
    assert [tool.visible for tool in started["merchandiser"].tools] == ["get_product", "update_description"]


def test_without_being_asked_no_server_starts(shop):
    result = extraction(shop)
    assert not any(server.started for consumer in result.consumers for server in consumer.mcp_servers)
    assert {note.reason for note in result.notes} == {
        f"MCP server `{name}` was not started" for name in ("catalog", "orders", "warehouse")
    }
    assert {note.severity for note in result.notes} == {"info"}
