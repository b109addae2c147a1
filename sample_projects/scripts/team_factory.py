from agents import Agent


def build_team(model: str, mcp_servers: list) -> dict[str, Agent]:
    """Callable as it stands: both parameters are well known."""
    writer = Agent(name="Writer", model=model, mcp_servers=mcp_servers)
    return {"writer": writer, "editor": Agent(name="Editor", model=model, handoffs=[writer])}


def build_translator(language: str) -> Agent:
    """Needs a value that only the config can give."""
    return Agent(name=f"{language} translator", instructions=f"Translate to {language}.")
