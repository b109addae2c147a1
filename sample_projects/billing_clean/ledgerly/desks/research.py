"""Helpers of the front desk."""

from agents import Agent, ModelSettings

from ledgerly.tools import accounts
from ledgerly.tools.faq import choose_topic

researcher = Agent(
    name="Account researcher",
    instructions="Say in three sentences who the account is, what it pays and what it uses.",
    tools=[accounts.find_account, accounts.usage_report, accounts.list_seats],
    model_settings=ModelSettings(tool_choice=accounts.find_account.name),
)

sorter = Agent(
    name="Topic sorter",
    instructions=(
        "Choose the topic of the message: `invoice_question`, `payment_question`, `plan_change` or `other`."
    ),
    tools=[choose_topic],
    model_settings=ModelSettings(tool_choice=choose_topic.name),
    reset_tool_choice=False,
    tool_use_behavior="stop_on_first_tool",
)
