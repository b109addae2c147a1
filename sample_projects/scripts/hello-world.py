import asyncio

from agents import Agent, Runner


async def main() -> None:
    poet = Agent(name="Poet", instructions="Answer in haikus.")
    critic = Agent(name="Critic", instructions="Judge a haiku.", handoffs=[poet])
    result = await Runner.run(critic, "Write about recursion.")
    print(result.final_output)


if __name__ == "__main__":
    asyncio.run(main())
