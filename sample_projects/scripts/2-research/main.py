from agents import Agent, Runner
from helpers import search_papers, summarise

reader = Agent(name="Reader", instructions="Summarise what you are given.", tools=[summarise])
researcher = Agent(
    name="Researcher",
    instructions="Find papers, then hand over to the reader.",
    tools=[search_papers],
    handoffs=[reader],
)

if __name__ == "__main__":
    print(Runner.run_sync(researcher, "agents").final_output)
