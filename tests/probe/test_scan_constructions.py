"""The static scan: which calls build an agent of the SDK, under whatever name it was imported."""

import pytest
from discovery import discover


def found(tmp_path, text, name="app.py"):
    scan = discover(tmp_path, {name: text}, load=False)
    return [
        (construction["line"], construction["name"], construction["within"])
        for job in scan.jobs
        for module in job["modules"]
        for construction in module["constructions"]
    ]


@pytest.mark.parametrize(
    "text",
    [
        "from agents import Agent\na = Agent(name='A')",
        "from agents import Agent as Bot\na = Bot(name='A')",
        "import agents\na = agents.Agent(name='A')",
        "import agents as sdk\na = sdk.Agent(name='A')",
        "from agents import Agent\na = Agent[dict](name='A')",
        "import agents\na = agents.Agent[dict](name='A')",
        "from agents.agent import Agent\na = Agent('A')",
        "from agents import *\na = Agent(name='A')",
        "from agents import Agent\nBot = Agent[dict]; a = Bot(name='A')",
        "from functools import partial; from agents import Agent\n"
        "Bot = partial(Agent, model='m'); a = Bot(name='A')",
    ],
)
def test_an_agent_is_found_under_every_way_to_import_it(tmp_path, text):
    assert found(tmp_path, text) == [(2, "A", "")]


def test_realtime_and_sandbox_agents_are_found(tmp_path):
    text = """\
        from agents.realtime import RealtimeAgent
        from agents.sandbox import SandboxAgent
        a = RealtimeAgent(name="voice")
        b = SandboxAgent(name="shell")
    """
    assert [name for _, name, _ in found(tmp_path, text)] == ["voice", "shell"]


def test_subclasses_of_the_project_are_found_across_modules(tmp_path):
    scan = discover(
        tmp_path,
        {
            "desk/__init__.py": "",
            "desk/base.py": "from agents import Agent\nclass Helper(Agent[dict]):\n    pass\n",
            "desk/special.py": "from .base import Helper\nclass Clerk(Helper):\n    pass\n",
            "desk/team.py": "from desk import special\nclerk = special.Clerk(name='Clerk')\n",
        },
        load=False,
    )
    modules = {module["name"]: module["constructions"] for job in scan.jobs for module in job["modules"]}
    assert list(modules) == ["desk.team"]
    assert [found["name"] for found in modules["desk.team"]] == ["Clerk"]


def test_a_reexported_class_is_still_the_sdks(tmp_path):
    scan = discover(
        tmp_path,
        {
            "shop/__init__.py": "from agents import Agent as ShopAgent\n",
            "shop/team.py": "from shop import ShopAgent\nclerk = ShopAgent(name='Clerk')\n",
        },
        load=False,
    )
    assert scan.constructions == 1


def test_clones_are_found_and_other_clone_methods_are_not(tmp_path):
    text = """\
        from agents import Agent
        base = Agent(name="Base")
        strict = base.clone(name="Strict")
        class Page:
            def clone(self): return self
        page = Page()
        other = page.clone()
    """
    assert [name for _, name, _ in found(tmp_path, text)] == ["Base", "Strict"]


@pytest.mark.parametrize(
    "text",
    [
        "from langchain.agents import Agent\na = Agent(name='A')",
        "from pydantic_ai import Agent\na = Agent('openai:gpt-5')",
        "from crewai import Agent\na = Agent(role='x')",
        "class Agent:\n    def __init__(self, name): ...\na = Agent(name='A')",
        "from .models import Agent\na = Agent(name='A')",
        "from agents import function_tool\n@function_tool\ndef f(): ...",
        "User_Agent = str('Agent')",
    ],
)
def test_other_peoples_agents_stay_silent(tmp_path, text):
    assert found(tmp_path, text) == []


def test_a_local_agent_class_in_a_package_called_agents_is_not_the_sdks(tmp_path):
    scan = discover(
        tmp_path,
        {
            "agents/__init__.py": "",
            "agents/agent.py": "class Agent:\n    def __init__(self, name): ...\n",
            "run.py": "from agents.agent import Agent\na = Agent(name='mine')\n",
        },
        load=False,
    )
    assert scan.constructions == 0


def test_the_enclosing_function_is_named_with_its_class_and_outer_function(tmp_path):
    text = """\
        from agents import Agent
        class Desk:
            def build(self):
                return Agent(name="method")
        def outer():
            def inner():
                return Agent(name="nested")
            return inner
    """
    assert [(name, within) for _, name, within in found(tmp_path, text)] == [
        ("method", "Desk.build"),
        ("nested", "outer.inner"),
    ]


def test_a_name_that_is_no_literal_is_unknown(tmp_path):
    assert found(tmp_path, "from agents import Agent\nn = 'x'\na = Agent(name=n)") == [(3, None, "")]


def test_environments_and_build_output_are_left_out(tmp_path):
    agent = "from agents import Agent\na = Agent(name='A')\n"
    folders = [
        ".venv/lib",
        "node_modules/x",
        "build",
        "dist",
        "__pycache__",
        ".hidden",
        "lib/site-packages/x",
        "myenv",
    ]
    files = {f"{folder}/m.py": agent for folder in folders}
    scan = discover(tmp_path, {**files, "myenv/pyvenv.cfg": "", "app.py": agent}, load=False)
    assert [module["path"] for job in scan.jobs for module in job["modules"]] == [str(tmp_path / "app.py")]


def test_huge_and_unreadable_files_do_not_stop_the_scan(tmp_path):
    (tmp_path / "huge.py").write_text("from agents import Agent\n" + "#" * 2_100_000)
    (tmp_path / "binary.py").write_bytes(b"from agents import Agent\n\xff\xfe\x00")
    (tmp_path / "dangling.py").symlink_to(tmp_path / "nowhere.py")
    scan = discover(tmp_path, {"app.py": "from agents import Agent\na = Agent(name='A')\n"}, load=False)
    assert scan.constructions == 1


def test_the_declared_encoding_of_a_file_is_honoured(tmp_path):
    text = "# -*- coding: latin-1 -*-\nfrom agents import Agent\na = Agent(name='Café')\n"
    (tmp_path / "app.py").write_bytes(text.encode("latin-1"))
    assert found(tmp_path, "", name="other.py") == [(3, "Café", "")]


def test_a_syntax_error_is_reported_only_for_a_user_of_the_sdk(tmp_path):
    result = discover(
        tmp_path,
        {
            "broken.py": "from agents import Agent\na = Agent(name='A'\n",
            "unrelated.py": "class Agent(:\n",
        },
    )
    assert [(f["ref"], f["kind"], f["path"]) for f in result.all("failures")] == [
        ("broken", "syntax", "broken.py")
    ]
    assert "SyntaxError" in result.all("failures")[0]["error"]
    assert result.all("failures")[0]["line"] == 2


def test_a_project_without_the_sdk_has_no_roots(tmp_path):
    assert discover(tmp_path, {"app.py": "print('Agent')"}).jobs == []
