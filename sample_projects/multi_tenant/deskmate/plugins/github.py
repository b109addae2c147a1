"""GitHub."""

from agents import function_tool


@function_tool
def create_issue(repository: str, title: str, body: str) -> str:
    """File a bug in a repository on GitHub."""
    return f"{repository}#1: {title} ({len(body)} characters)"


@function_tool
def find_release(repository: str, fix: str) -> str:
    """Which release a fix went out with."""
    return f"{fix} is in the last release of {repository}"


TOOLS = [create_issue, find_release]
