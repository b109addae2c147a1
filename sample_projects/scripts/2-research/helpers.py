from agents import function_tool


@function_tool
def search_papers(topic: str) -> list[str]:
    """Titles of papers on a topic."""
    return [f"A survey of {topic}"]


@function_tool
def summarise(text: str) -> str:
    """The first sentence of a text."""
    return text.partition(".")[0]
