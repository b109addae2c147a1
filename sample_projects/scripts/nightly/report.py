import asyncio

from agents import Agent, Runner, function_tool


@function_tool
def sales_of_day() -> int:
    """Sales of the last day."""
    return 42


async def main() -> None:
    reporter = Agent(name="Reporter", instructions="Write the nightly report.", tools=[sales_of_day])
    result = await Runner.run(reporter, "Go.")
    print(result.final_output)


asyncio.run(main())
