"""What the probe asks of the SDK, and the answers for SDKs that lack the function asked for."""

import logging

import pytest
from agents import Agent, RunConfig, function_tool

from inspector.probe import sdk


@function_tool
def lookup(key: str) -> str:
    """Looks up."""
    return key


def test_the_policy_is_that_of_the_run_config():
    assert sdk.collision_policy() == "warn"
    assert sdk.collision_policy(RunConfig(tool_name_collision_policy="error")) == "error"
    assert sdk.collision_policy(object()) == "warn"


def test_an_sdk_without_a_policy_sends_everything(monkeypatch):
    monkeypatch.setattr(sdk.dispatch, "_resolve", None)
    assert sdk.collision_policy() == "none"
    assert not sdk.strict_available()
    assert sdk.resolve([lookup, lookup], [], "warn") == ([lookup, lookup], [])


def test_an_sdk_without_namespaces_looks_up_by_name(monkeypatch):
    monkeypatch.setattr(sdk.names, "_identity", None)
    assert sdk.lookup_key(lookup) == ("bare", "lookup")


def test_a_run_context_is_made_although_usage_can_not_be(monkeypatch):
    real = sdk.installed.RunContextWrapper

    def picky(context, usage=None):
        if usage is None:
            raise ValueError("Usage() does not validate")
        return real(context=context, usage=usage)

    monkeypatch.setattr(sdk.installed, "RunContextWrapper", picky)
    assert sdk.run_context({"a": 1}).context == {"a": 1}
    assert sdk.run_context().usage.requests == 0


def test_quiet_restores_the_logger():
    logger = logging.getLogger("openai.agents")
    with pytest.raises(KeyError), sdk.quiet():
        assert logger.disabled
        raise KeyError
    assert not logger.disabled


def test_names_derived_from_agents_are_the_sdks():
    agent = Agent(name="Billing Bot")
    assert sdk.default_tool_name(agent.name, handoff=False) == agent.as_tool(None, "x").name
    assert sdk.default_tool_name(agent.name, handoff=True) == "transfer_to_billing_bot"


def test_closure_cells_that_are_missing_or_empty_are_none():
    def outer():
        if outer is None:
            value = 1

        def inner():
            return value

        return inner

    assert sdk.closure_cell(outer(), "value") is None
    assert sdk.closure_cell(outer(), "nothing") is None
    assert sdk.closure_cell(5, "value") is None
