"""Jira."""

from agents import function_tool


@function_tool
def create_issue(project: str, summary: str) -> str:
    """Open a Jira issue for a bug that a customer found."""
    return f"{project}-1: {summary}"


@function_tool
def issue_status(key: str) -> str:
    """Say how far a Jira issue is."""
    return f"{key} is in progress"


TOOLS = [create_issue, issue_status]
