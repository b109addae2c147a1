"""Desks that are built for an occasion."""

from typing import Protocol

from agents import Agent, FunctionTool, function_tool

from support import prompts
from support.ids import business_id
from support.tools import escalation, orders


class ContractStore(Protocol):
    """Where enterprise contracts are kept."""

    def terms(self, customer: str) -> str: ...


_campaign_tools: list[FunctionTool] = []


def build_campaign_desk() -> Agent:
    """The desk for the current campaign."""
    _campaign_tools.append(escalation.summer_discount)
    return Agent(
        name="Campaign",
        instructions=prompts.CAMPAIGN,
        tools=[escalation.campaign_terms, *_campaign_tools],
    )


def build_enterprise_desk(contracts: ContractStore) -> Agent:
    """The desk for customers with a contract of their own."""

    @business_id("contracts.terms")
    @function_tool
    def contract_terms(customer: str) -> str:
        """Quote the terms of a customer's contract."""
        return contracts.terms(customer)

    return Agent(name="Enterprise", instructions=prompts.ORDERS, tools=[contract_terms, orders.lookup])
