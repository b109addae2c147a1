from agents import Agent, Runner, function_tool


@function_tool
def exchange_rate(currency: str) -> float:
    """Euros for one unit of a currency."""
    return {"USD": 0.9, "GBP": 1.2}.get(currency, 1.0)


converter = Agent(name="Converter", instructions="Convert money.", tools=[exchange_rate])
result = Runner.run_sync(converter, "How much is 20 USD?")
print(result.final_output)

follow_up = Agent(name="Follow-up", instructions=f"Explain this: {result.final_output}")
