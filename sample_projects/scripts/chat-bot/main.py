import asyncio

from agents import Agent, Runner
from helpers import GREETING, opening_hours

chat = Agent(name="Chat", instructions=GREETING, tools=[opening_hours])


async def main() -> None:
    result = await Runner.run(chat, "Are you open today?")
    print(result.final_output)


if __name__ == "__main__":
    asyncio.run(main())
