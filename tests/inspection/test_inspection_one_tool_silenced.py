"""A comment at one tool silences what is said of that tool, and nothing said of its neighbours."""

import pytest
from written_project import write

from inspector.inspection import Inspection, InspectOptions, inspect_project

DESK = """\
from agents import Agent, HostedMCPTool, function_tool


@function_tool(failure_error_function=None)
def quiet(order: str) -> str:  # toolinspect: ignore[TI302, TI401, TI506] an experiment
    return order


@function_tool(failure_error_function=None)
def loud(order: str) -> str:
    return order



known = HostedMCPTool(  # toolinspect: ignore[TI504] a run is only ever watched
    tool_config={"type": "mcp", "server_label": "known", "server_url": "https://k.example"}
)
other = HostedMCPTool(
    tool_config={"type": "mcp", "server_label": "other", "server_url": "https://o.example"}
)
desk = Agent(name="Desk", tools=[quiet, loud, known, other])
helper = Agent(name="Helper")
asked = helper.as_tool("ask", "")  # toolinspect: ignore[TI302] only asked by hand
night = Agent(name="Night", tools=[quiet, loud, asked, helper.as_tool("ask_at_night", "")])
"""


@pytest.fixture(scope="module")
def inspection(tmp_path_factory: pytest.TempPathFactory) -> Inspection:
    files = {"desk.py": DESK, "toolinspect.toml": '[ids]\n"desk.other_function" = "x"\n'}
    return inspect_project(InspectOptions(path=str(write(tmp_path_factory.mktemp("one"), files))))


@pytest.mark.parametrize(
    ("code", "silenced", "kept"),
    [
        ("TI302", {"quiet", "ask"}, {"loud", "ask_at_night"}),
        ("TI401", {"quiet"}, {"loud", "ask", "ask_at_night"}),
        ("TI506", {"quiet"}, {"loud"}),
        ("TI504", {"known"}, {"other"}),
    ],
)
def test_the_neighbour_stays(inspection: Inspection, code: str, silenced: set[str], kept: set[str]) -> None:
    assert {name for one in inspection.findings if one.code == code for name in one.names} == kept
    quiet = [one.finding for one in inspection.suppressed if one.finding.code == code]
    assert {name for one in quiet for name in one.names} == silenced
