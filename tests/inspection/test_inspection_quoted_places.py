"""Findings about instructions stand at the line of the text, once each."""

from pathlib import Path

import pytest
from written_project import about, line_of, write

from inspector.inspection import Inspection, InspectOptions, inspect_project

TOOLS = """\
from agents import function_tool


@function_tool(name_override="refund")
def give_back(order: str) -> str:
    '''Refund an order.'''
    return order
"""
TEXTS = '''\
"""Texts; none of them calls `give_back` with these words."""

ELSEWHERE = """You are Elsewhere.

First think, then call `give_back` to repay.
"""
SHARED = "Call `give_back` when all agree. #SHARED"
TWIN_A = """Twin A.
Call `give_back` to settle.
"""
TWIN_B = """Twin B.
Call `give_back` to settle.
"""
BY_KEY = {
    "terse": "Call `give_back` tersely.",
}
'''
AGENTS = '''\
from pathlib import Path

from agents import Agent

from .texts import BY_KEY, ELSEWHERE, SHARED, TWIN_A, TWIN_B
from .tools import (
    give_back,
)

PROMPTS = Path(__file__).parent.parent / "prompts"
TOOLS = [
    give_back,
]
NICE = "nice"

plain = Agent(name="Plain", instructions="Call `give_back` plainly.", tools=list(TOOLS))
joined = Agent(
    name="Joined",
    instructions="You are Joined. "
    "Call `give_back` to refund. "
    "Be nice.",
    tools=[
        give_back,
    ],
)
elsewhere = Agent(name="Elsewhere", instructions=ELSEWHERE, tools=list(TOOLS))
formatted = Agent(
    name="Formatted",
    instructions=f"""Be {NICE}.

Call `give_back` when they are {NICE}.
""",
    tools=list(TOOLS),
)
read = Agent(name="Read", instructions=(PROMPTS / "read.md").read_text(), tools=list(TOOLS))
declared = Agent(name="Declared", instructions=(PROMPTS / "declared.md").read_text(), tools=list(TOOLS))
shared = Agent(name="Shared", instructions=SHARED, tools=list(TOOLS))
sharing = Agent(name="Sharing", instructions=SHARED, tools=list(TOOLS))
twin_a = Agent(name="Twin A", instructions=TWIN_A, tools=list(TOOLS))
twin_b = Agent(name="Twin B", instructions=TWIN_B, tools=list(TOOLS))
escaped = Agent(name="Escaped", instructions="Say \\"call give_back() at once\\".\\nBye.", tools=list(TOOLS))
keyed = Agent(name="Keyed", instructions=BY_KEY["terse"], tools=list(TOOLS))
first = Agent(
    name="First",
    tools=list(TOOLS),
    instructions="Call `give_back` first or last.",
)
last = Agent(
    name="Last",
    instructions="Call `give_back` first or last.",
    tools=list(TOOLS),
)


def asked_text(context, agent):
    polite = "Hello."
    return polite + " Call `give_back` if asked."


asked = Agent(name="Asked", instructions=asked_text, tools=list(TOOLS))
several = Agent(name="Several", instructions="Call `give_back`. Again: call `give_back`.", tools=list(TOOLS))
silent = Agent(name="Silent", instructions="Call `refund` to give back.", tools=list(TOOLS))
'''
FILES = {
    "desk/__init__.py": "",
    "desk/tools.py": TOOLS,
    "desk/texts.py": TEXTS,
    "desk/agents.py": AGENTS,
    "prompts/read.md": "# Read\n\nCall `give_back` as read.\n",
    "prompts/declared.md": "# Declared\n\nCall `give_back` as declared.\n",
    "toolinspect.toml": '[sets]\nprompts = ["prompts/declared.md"]\n',
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("texts"), FILES)


@pytest.fixture(scope="module")
def inspection(root: Path) -> Inspection:
    return inspect_project(InspectOptions(path=str(root)))


@pytest.mark.parametrize(
    ("consumer", "path", "text"),
    [
        ("Plain", "desk/agents.py", "plainly"),
        ("Joined", "desk/agents.py", "`give_back` to refund. "),
        ("Elsewhere", "desk/texts.py", "First think"),
        ("Formatted", "desk/agents.py", "`give_back` when they"),
        ("Read", "prompts/read.md", "give_back"),
        ("Declared", "prompts/declared.md", "give_back"),
        ("Shared", "desk/texts.py", "#SHARED"),
        ("Sharing", "desk/texts.py", "#SHARED"),
        ("Escaped", "desk/agents.py", "at once"),
        ("Keyed", "desk/texts.py", "tersely"),
        ("Asked", "desk/agents.py", "if asked"),
        ("Several", "desk/agents.py", "Again"),
    ],
)
def test_a_finding_stands_at_the_line_of_the_text_and_then_at_the_tool(
    inspection: Inspection, root: Path, consumer: str, path: str, text: str
) -> None:
    (finding,) = about(inspection, "TI205", consumer)
    assert [str(place) for place in finding.locations] == [line_of(root, path, text), "desk/tools.py:4"]


@pytest.mark.parametrize(("consumer", "above"), [("Twin A", "Twin A."), ("Twin B", "Twin B.")])
def test_equal_lines_of_two_texts_are_told_apart_by_what_is_around(
    inspection: Inspection, root: Path, consumer: str, above: str
) -> None:
    (finding,) = about(inspection, "TI205", consumer)
    path, _, line = line_of(root, "desk/texts.py", above).partition(":")
    assert str(finding.locations[0]) == f"{path}:{int(line) + 1}"


def test_equal_texts_of_two_agents_are_told_apart_by_their_constructions(
    inspection: Inspection, root: Path
) -> None:
    lines = (root / "desk/agents.py").read_text().splitlines()
    places = [number for number, line in enumerate(lines, start=1) if "first or last" in line]
    found = [about(inspection, "TI205", name)[0].locations[0].line for name in ("First", "Last")]
    assert found == places


def test_a_declared_file_that_an_agent_was_given_is_reported_for_the_agent_alone(
    inspection: Inspection,
) -> None:
    assert about(inspection, "TI205", None) == []
    assert about(inspection, "TI205", "Silent") == []
    assert len([one for one in inspection.findings if one.code == "TI205"]) == 16


def test_a_text_that_no_file_holds_stays_at_what_makes_it(tmp_path: Path) -> None:
    agents = (
        "from agents import Agent\nfrom .tools import give_back\n"
        'name = "give" + "_back"\n'
        'made = Agent(name="Made", instructions=f"Call `{name}` now.", tools=[give_back])\n'
    )
    write(tmp_path, {"desk/__init__.py": "", "desk/tools.py": TOOLS, "desk/agents.py": agents})
    (finding,) = about(inspect_project(InspectOptions(path=str(tmp_path))), "TI205", "Made")
    assert str(finding.locations[0]) == "desk/agents.py:4"


RUNS = """\
from agents import ModelSettings, RunConfig

CHOICE = "give_back"

INLINE = RunConfig(
    model_settings=ModelSettings(
        tool_choice="give_back",
    )
)
BY_NAME = RunConfig(model_settings=ModelSettings(tool_choice=CHOICE))
COMPUTED = RunConfig(model_settings=ModelSettings(tool_choice="give" + "_back"))
"""


@pytest.mark.parametrize(
    ("reference", "line"),
    [
        ("desk.runs:INLINE", 7),
        ("desk.runs:BY_NAME", 10),
        ("desk.runs:COMPUTED", 11),
        ("desk.again:INLINE", 7),
    ],
)
def test_the_choice_of_a_run_config_is_found_where_it_is_forced(
    tmp_path: Path, reference: str, line: int
) -> None:
    files = {
        "src/desk/__init__.py": "", "src/desk/tools.py": TOOLS, "src/desk/runs.py": RUNS,
        "src/desk/again.py": "from .runs import INLINE\n", "runs.py": RUNS,
        "src/desk/agents.py": (
            "from agents import Agent\nfrom .tools import give_back\n"
            'desk = Agent(name="Desk", tools=[give_back])\n'
        ),
        "toolinspect.toml": f'path = ["src"]\nrun-config = "{reference}"\n',
    }  # fmt: skip
    inspection = inspect_project(InspectOptions(path=str(write(tmp_path, files))))
    (finding,) = [one for one in inspection.findings if one.code == "TI206"]
    assert [str(place) for place in finding.locations] == [
        f"src/desk/runs.py:{line}",
        "src/desk/tools.py:4",
    ]
