"""Mappings of lists: the names are in the lists where those are tools and the keys are none."""

import msgspec
import pytest

from inspector.inspection.grouped_names import listed_by
from inspector.model import Consumer, ListedName, ReadReference, Registry, SdkInfo, Tool


def registry(*names: str) -> Registry:
    tools = tuple(
        Tool(key=name, visible=name, name=name, origin="function", type="FunctionTool", identity=1)
        for name in names
    )
    consumer = Consumer(id="app:desk", name="Desk", tools=tools)
    return Registry(root="/project", info=SdkInfo(sdk="0.24.0", python="3.11.7"), consumers=(consumer,))


def held(**groups: tuple[str, ...]) -> ReadReference:
    entries = tuple(ListedName(name=name) for name in groups)
    return ReadReference(reference="app:PLANS", form="mapping", entries=entries, groups=groups)


PLANS = held(free=("look",), pro=("look", "refunt"))


@pytest.mark.parametrize(
    ("answer", "tools", "listed"),
    [
        (PLANS, ("look", "refund"), ["look", "refunt"]),
        (PLANS, ("pro", "look"), ["free", "pro"]),
        (PLANS, ("mail",), ["free", "pro"]),
        (PLANS, (), ["free", "pro"]),
        (held(refund=("admin", "owner"), mail=("admin",)), ("refund", "mail"), ["refund", "mail"]),
        (msgspec.structs.replace(PLANS, groups={}), ("look",), ["free", "pro"]),
    ],
)
def test_which_side_names_tools(answer: ReadReference, tools: tuple[str, ...], listed: list[str]) -> None:
    assert [entry.name for entry in listed_by(answer, registry(*tools))] == listed


@pytest.mark.parametrize("known", ["function", "function_name"])
def test_a_function_behind_a_tool_is_a_name_of_it(known: str) -> None:
    project = registry("look_up")
    consumer = project.consumers[0]
    tool = msgspec.structs.replace(consumer.tools[0], **{known: "look"})
    project = msgspec.structs.replace(project, consumers=(msgspec.structs.replace(consumer, tools=(tool,)),))
    assert [entry.name for entry in listed_by(PLANS, project)] == ["look", "refunt"]
