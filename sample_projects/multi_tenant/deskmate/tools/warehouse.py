"""The company's own data warehouse."""

from agents import function_tool

from deskmate.policy.availability import has_warehouse


@function_tool(is_enabled=has_warehouse)
def query_warehouse(sql: str) -> str:
    """Run a read-only query on the company's warehouse."""
    return f"rows of {sql!r}"


@function_tool(name_override="export_tickets", is_enabled=has_warehouse)
def copy_to_warehouse(table: str) -> str:
    """Copy all closed conversations to a table of the warehouse."""
    return f"copied to {table}"
