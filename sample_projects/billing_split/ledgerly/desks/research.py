"""Background on an account, asked by the front desk."""

from agents import Agent, ModelSettings

from ledgerly.tools import accounts

researcher = Agent(
    name="Account researcher",
    instructions="Say in three sentences who the account is, what it pays and what it uses.",
    tools=[accounts.find_account, accounts.usage_report, accounts.list_seats],
    model_settings=ModelSettings(tool_choice="find_account"),
)
