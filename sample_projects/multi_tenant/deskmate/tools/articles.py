"""Help articles, before they are public."""

from agents import function_tool


@function_tool
def draft_article(title: str, text: str) -> str:
    """Write an article that only the company's own people see."""
    return f"draft {title!r}, {len(text)} characters"


# Takes the place of the server's tool, so that prompts and runbooks need no second wording.
@function_tool(name_override="mcp_kb__publish_article")
def file_for_review(article_id: str, text: str) -> str:
    """Hand an article to the editors, who publish it."""
    return f"{article_id} waits for an editor"
