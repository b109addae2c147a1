"""Which set a place belongs to, whether the old name is a mistake there, and what the fix writes."""

from pathlib import Path
from textwrap import dedent

import pytest

from inspector.inspection.audit import audit_project
from inspector.inspection.audit_fix import plan_fix
from inspector.model import Override, Reference

TOOLS = """\
from agents import function_tool


@function_tool(name_override="refund")
def refund_v2(): ...


@function_tool(name_override="web_search")
def search(): ...
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "tools.py").write_text(TOOLS)
    return tmp_path


def write(repository: Path, path: str, text: str) -> None:
    place = repository / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(dedent(text))


def override(repository: Path, function: str = "refund_v2") -> Override:
    (found,) = [one for one in audit_project(str(repository)).audit.overrides if one.function == function]
    return found


def only(repository: Path, function: str = "refund_v2") -> Reference:
    (reference,) = override(repository, function).references
    return reference


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("policy.py", "NEEDS_APPROVAL = {'refund_v2'}\n", ("approval", 1, ("F2",))),
        ("policy.py", "TABLES = {'approval': ['refund_v2']}\n", ("approval", 1, ("F2",))),
        ("conf/approval.yaml", "high:\n  - refund_v2\n", ("approval", 1, ("F2",))),
        ("conf/app.toml", "[gates]\nrisky = ['refund_v2']\n", ("approval", 1, ("F2",))),
        ("desk.py", "b = StopAtTools(['refund_v2'])\n", ("stop", 2, ("F1",))),
        ("desk.py", "N = ['refund_v2']\nb = StopAtTools(stop_at_tool_names=N)\n", ("stop", 2, ("F1",))),
        ("stops.json", '["refund_v2"]', ("stop", 2, ("F1",))),
        ("conf/.env", "ENABLED_TOOLS=refund_v2,x\n", ("enable", 3, ("F3",))),
        ("desk.py", "m = ModelSettings(tool_choice='refund_v2')\n", ("tool_choice", 3, ("F3",))),
        ("desk.py", "if settings.tool_choice == 'refund_v2': ...\n", ("tool_choice", 3, ("F3",))),
        ("desk.py", "a = Agent(instructions='Use refund_v2 at once.')\n", ("prompt", 3, ("F4",))),
        ("desk.py", "a = Agent(instructions='Use refund_v2\\nThen go.')\n", ("prompt", 3, ("F4",))),
        ("desk.py", "settings.tool_choice = 'refund_v2'\n", ("tool_choice", 3, ("F3",))),
        ("desk.py", "client.patch(url, json={'approval': ['refund_v2']})\n", ("approval", 1, ("F2",))),
        ("desk.py", "APPROVAL = getattr(conf, 'X', ['refund_v2'])\n", ("approval", 1, ("F2",))),
        ("prompts/a.md", "Use refund_v2.\n", ("prompt", 3, ("F4",))),
        ("a.jinja", "Use refund_v2.\n", ("prompt", 3, ("F4",))),
        ("log.ini", "[trace]\nkeep = refund_v2\n", ("trace", 3, ())),
        ("events.py", "def f(name):\n    match name:\n        case 'refund_v2': ...\n", ("other", 3, ())),
        ("tests/test_a.py", "assert tool.name == 'refund_v2'\n", ("test", 3, ())),
    ],
)
def test_the_set_the_batch_and_the_risk(
    repository: Path, path: str, text: str, expected: tuple[str, int, tuple[str, ...]]
) -> None:
    write(repository, path, text)
    found = override(repository)
    assert (found.references[0].set, found.batch, found.risk) == expected
    assert found.references[0].reason
    assert found.references[0].replacement == "refund"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("policy.py", "__all__ = ['refund_v2']\n"),
        ("policy.py", "f = getattr(tools, 'refund_v2')\n"),
        ("policy.py", "log = logging.getLogger('tools.refund_v2')\n"),
        ("policy.py", "APPROVAL = ['tools:refund_v2']\n"),
        ("policy.py", "# refund_v2 needs approval\n"),
        ("policy.py", "def f():\n    '''Approval of refund_v2.'''\n"),
        ("README.md", "The function is `refund_v2`.\n"),
        ("conf/overrides.toml", "refund_v2 = 'refund'\n"),
        ("conf/tool_ids.toml", "refund_v2 = 'billing.refund'\n"),
        ("approval.yaml", "- tools.refund_v2\n"),
        ("approval.yaml", "# refund_v2\n- other\n"),
        ("tests/test_a.py", "cases = ['refund_v2']\n"),
    ],
)
def test_where_the_functions_own_name_is_right_nothing_is_due(repository: Path, path: str, text: str) -> None:
    write(repository, path, text)
    found = override(repository)
    assert found.batch is None
    (reference,) = found.references
    assert (reference.due, reference.replacement) == (False, None)
    assert reference.kept


@pytest.mark.parametrize(
    "text",
    [
        "Search for the order, then search again.\n",
        "x = {'search': 1}\n",
        "run = search('a')  # search\n",
        "q = params['search']\n",
        "if name == 'search': ...\n",
        "match event.name:\n    case 'search': ...\n",
    ],
)
def test_a_plain_word_is_no_reference_where_nothing_marks_it(repository: Path, text: str) -> None:
    write(repository, "notes.md" if text.startswith("Search") else "app.py", text)
    assert override(repository, "search").references == ()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("stops.json", '["search"]'),
        ("prompts/a.md", "Call `search` first.\n"),
        ("prompts/a.md", "With the search tool.\n"),
        ("app.py", "if call.tool_name == 'search': ...\n"),
    ],
)
def test_a_plain_word_is_one_where_a_tools_name_stands(repository: Path, path: str, text: str) -> None:
    write(repository, path, text)
    assert only(repository, "search").due


def test_what_nothing_explains_is_left_to_a_person(repository: Path) -> None:
    write(repository, "limits.py", "LIMITS = {'refund_v2': 3}\n")
    reference = only(repository)
    assert (reference.set, reference.due, reference.replacement) == ("other", True, None)
    assert reference.kept == "nothing shows that a tool's name is meant"


def test_a_name_that_another_tool_shows_the_model_is_that_tools(repository: Path) -> None:
    write(repository, "more.py", "from agents import function_tool\n@function_tool\ndef refund_v2(): ...\n")
    write(repository, "stops.json", '["refund_v2"]')
    reference = only(repository)
    assert not reference.due
    assert reference.kept == "also what the model sees of `refund_v2` (more.py:2)"


def test_two_tools_of_one_old_name_are_not_told_apart(repository: Path) -> None:
    write(repository, "more.py", TOOLS.replace('"refund"', '"pay_back"'))
    write(repository, "stops.json", '["refund_v2"]')
    found = [one for one in audit_project(str(repository)).audit.overrides if one.function == "refund_v2"]
    assert [one.references[0].kept for one in found] == [
        "several tools are called so in the code: `pay_back`, `refund`"
    ] * 2


def test_a_name_that_cant_be_told_is_due_and_not_fixed(repository: Path) -> None:
    write(repository, "tools.py", TOOLS.replace('"refund"', "make()"))
    write(repository, "stops.json", '["refund_v2"]')
    reference = only(repository)
    assert (reference.due, reference.replacement) == (True, None)
    assert reference.kept == "the visible name can't be told: `make()` is computed"


def test_the_config_says_what_a_place_is(repository: Path) -> None:
    config = '[tool.toolinspect.sets]\napproval = ["lists:ODD", "odd.toml#a.b"]\nstop = ["refund_v2"]\n'
    write(repository, "pyproject.toml", config)
    write(repository, "lists.py", "ODD = ['refund_v2']\nEVEN = ['refund_v2']\n")
    write(repository, "odd.toml", "[a]\nb = ['refund_v2']\nc = ['refund_v2']\n")
    sets = {(one.path, one.line): one.set for one in override(repository).references}
    assert sets == {
        ("lists.py", 1): "approval",
        ("lists.py", 2): "other",
        ("odd.toml", 2): "approval",
        ("odd.toml", 3): "other",
        ("pyproject.toml", 3): "stop",
    }


@pytest.mark.parametrize("key", ["refund_v2", "tools.refund_v2", "stops.json#refund_v2"])
def test_what_is_accepted_is_listed_and_not_due(repository: Path, key: str) -> None:
    write(repository, "stops.json", '["refund_v2"]')
    write(repository, "toolinspect.toml", f'[accepted]\n"{key}" = "the old runner still has it"\n')
    found = override(repository)
    assert found.batch is None
    (reference,) = [one for one in found.references if one.path == "stops.json"]
    assert (reference.due, reference.accepted) == (False, "the old runner still has it")
    assert plan_fix(audit_project(str(repository))).changes == ()
