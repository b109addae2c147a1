"""Which plugins a company has installed."""

from __future__ import annotations

from agents import Tool

from deskmate.plugins import github, jira, salesforce, shopify

MARKETPLACE = {"github": github, "jira": jira, "salesforce": salesforce, "shopify": shopify}
INSTALLED = {
    "acme": ("salesforce", "jira"),
    "borealis": ("shopify",),
    "dunes": ("salesforce",),
    "evergreen": ("jira", "github"),
    "fjord": ("github",),
}


def plugin_tools(company: str | None) -> list[Tool]:
    """The tools of all plugins of a company; a new one has none."""
    return [tool for name in INSTALLED.get(company, ()) for tool in MARKETPLACE[name].TOOLS]
