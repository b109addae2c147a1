"""Another scenario without asking a worker is what a load with that scenario answers."""

import itertools
from pathlib import Path

import msgspec
import pytest
from written_project import write

from inspector.flags.space import scenario_at
from inspector.inspection import Inspection, InspectOptions, Inspector, in_scenario
from inspector.model import Consumer, Resolution, Scenario, Tool

CONFIG = """\
agents = ["desk:triage", "desk:build_billing"]
context = "desk:make"
[flags]
beta = [false, true]
plan = ["free", "pro", "enterprise"]
sso = [false, true]
[[forbidden]]
plan = "free"
sso = true
[tenants.acme]
plan = "pro"
beta = true
[sets]
approval = ["desk:approvals"]
[risk]
high = ["refund*"]
"""
DESK = '''\
from agents import Agent, StopAtTools, function_tool

def make(flags):
    return dict(flags)

@function_tool
def lookup(order: str) -> str:
    """Finds an order."""
    return order

@function_tool(name_override="lookup", is_enabled=lambda ctx, agent: ctx.context["beta"])
def lookup_v2(order: str) -> str:
    """Finds an order by its number."""
    return order

@function_tool(name_override="refund", is_enabled=lambda ctx, agent: ctx.context["plan"] != "free")
def refund_v1(order: str) -> str:
    """Pays an order back."""
    return order

def approvals(plan):
    return ["refund"] if plan == "pro" else ["nothing"]

def say(ctx, agent):
    return "Use `refund` to pay back." if ctx.context["sso"] else "Be kind."

triage = Agent(name="Triage", instructions=say, tools=[lookup, lookup_v2, refund_v1])

def build_billing(plan, sso):
    if plan == "enterprise" and sso:
        raise LookupError("no billing here")
    tools = [refund_v1, lookup] if sso else [lookup]
    stop = StopAtTools(stop_at_tool_names=["refund"] if sso else ["lookup"])
    text = "Pay." if sso else "Call `refund`."
    return Agent(name="Billing", instructions=text, tools=tools, tool_use_behavior=stop)
'''


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("desk"), {"toolinspect.toml": CONFIG, "desk.py": DESK})


@pytest.fixture(scope="module")
def inspector(project: Path) -> Inspector:
    with Inspector(InspectOptions(path=str(project))) as inspector:
        yield inspector


@pytest.fixture(scope="module")
def inspection(inspector: Inspector) -> Inspection:
    return inspector.load()


def scenarios(inspection: Inspection) -> list[Scenario]:
    """Every legal one, the named tenant's among them."""
    space = inspection.space
    assert space is not None
    sizes = (range(len(variable.values)) for variable in space.variables)
    return [scenario_at(space, one) for one in itertools.product(*sizes) if space.legal.holds(one)]


def plain(consumer: Consumer) -> Consumer:
    """Without what names objects of one process, and the strict policy's own words."""
    resolution = Resolution(
        run_error=consumer.resolution.run_error, wire_error=consumer.resolution.wire_error
    )
    tools = tuple(msgspec.structs.replace(one, identity=0, predicate_identity=None) for one in consumer.tools)
    return msgspec.structs.replace(consumer, tools=tools, tools_list=0, resolution=resolution)


def test_every_scenario_is_what_a_load_answers(inspector: Inspector, inspection: Inspection) -> None:
    found = scenarios(inspection)
    assert len(found) == 11
    for scenario in found:
        flipped = in_scenario(inspection, scenario)
        assert flipped is not None
        inspector.choose(scenario)
        loaded = inspector.load()
        shown = {one.id: plain(one) for one in flipped.registry.consumers}
        assert shown == {one.id: plain(one) for one in loaded.registry.consumers}, scenario
        refs = [(one.ref, one.error) for one in flipped.registry.failures]
        assert refs == [(one.ref, one.error) for one in loaded.registry.failures]
        assert sets(flipped) == sets(loaded)
        assert rows(flipped) == rows(loaded)


def sets(inspection: Inspection) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.source, tuple(entry.name for entry in one.entries)) for one in inspection.controls.sets]


def rows(inspection: Inspection) -> dict[str, tuple[list[str], list[str]]]:
    """By consumer the listed tools and the ghost rows of the outer join."""
    joined = inspection.join.consumers
    return {key: (sorted(one.tools), [ghost.name for ghost in one.ghosts]) for key, one in joined.items()}


def test_findings_are_the_same_whichever_scenario_is_loaded(
    inspector: Inspector, inspection: Inspection
) -> None:
    inspector.choose(Scenario(values={"beta": True, "plan": "pro", "sso": True}))
    other = inspector.load()
    said = {(one.code, one.consumer, one.names, one.condition, one.tenants) for one in inspection.findings}
    assert said == {(one.code, one.consumer, one.names, one.condition, one.tenants) for one in other.findings}


def test_conditions_of_predicates_factories_tables_and_texts(inspection: Inspection) -> None:
    """A name that only the approval table has waits: the build that failed may have a tool of that name."""
    said = {(one.code, one.consumer_name, one.names): one for one in inspection.findings}
    failed = said.pop(("TI701", None, ("desk:build_billing",)))
    assert {key: one.condition for key, one in said.items()} == {
        ("TI101", "Triage", ("lookup",)): "beta",
        ("TI205", "Billing", ("refund",)): "not sso",
        ("TI501", "Triage", ("refund",)): "plan is enterprise",
    }
    assert failed.example == {"plan": "enterprise", "sso": True}
    assert failed.tenants == ()


def test_the_tools_of_everywhere(inspection: Inspection) -> None:
    def presences(tools: tuple[Tool, ...]) -> dict[str, bool]:
        return {one.key: one.presence is None for one in tools}

    by_name = {one.name: presences(one.tools) for one in inspection.everywhere.consumers}
    assert by_name == {
        "Triage": {"function:lookup": True, "function:lookup#2": False, "function:refund": False},
        "Billing": {"function:lookup": True, "function:refund": False},
    }
