import asyncio

from agents import Agent, Runner
from agents.mcp import MCPServerStdio


async def main() -> None:
    async with MCPServerStdio(params={"command": "npx", "args": ["-y", "files-server", "."]}) as server:
        librarian = Agent(name="Librarian", instructions="Find files.", mcp_servers=[server])
        result = await Runner.run(librarian, "Which files are there?")
        print(result.final_output)


if __name__ == "__main__":
    asyncio.run(main())
