"""From which directory a file is imported, by the layouts that projects have."""

from discovery import discover

AGENT = "from agents import Agent\n{0} = Agent(name='{0}')\n"


def test_a_package_is_imported_from_the_directory_that_holds_it(tmp_path):
    result = discover(
        tmp_path, {"desk/__init__.py": "", "desk/inner/__init__.py": "", "desk/inner/a.py": AGENT.format("x")}
    )
    assert result.ids == ["desk.inner.a:x"]


def test_a_src_layout_is_imported_from_src(tmp_path):
    assert discover(tmp_path, {"src/desk/__init__.py": "", "src/desk/a.py": AGENT.format("x")}).ids == [
        "desk.a:x"
    ]


def test_a_configured_path_gives_dotted_names(tmp_path):
    files = {"lib/python/desk/__init__.py": "", "lib/python/desk/a.py": AGENT.format("x")}
    assert discover(tmp_path, files, path=["lib/python"]).ids == ["desk.a:x"]


def test_a_namespace_package_is_imported_from_where_others_import_it(tmp_path):
    result = discover(
        tmp_path,
        {
            "app/agents/triage.py": "from app.agents.back import back\n" + AGENT.format("triage"),
            "app/agents/back.py": AGENT.format("back"),
            "main.py": "from app.agents.triage import triage\n",
        },
    )
    assert sorted(result.ids) == ["app.agents.back:back", "app.agents.triage:triage"]
    assert result.all("failures") == []


def test_a_script_beside_its_modules_in_a_package_is_imported_from_its_own_folder(tmp_path):
    result = discover(
        tmp_path,
        {
            "bot/__init__.py": "",
            "bot/main.py": "from settings import NAME\nfrom team import helper\n" + AGENT.format("x"),
            "bot/settings.py": "NAME = 'x'\n",
            "bot/team.py": AGENT.format("helper"),
        },
    )
    assert result.all("failures") == []
    assert sorted(result.ids) == ["bot/main.py:x", "bot/team.py:helper"]
    assert len(result.jobs) == 1


def test_equal_file_names_in_different_folders_never_meet(tmp_path):
    result = discover(
        tmp_path,
        {
            "one/main.py": "from common import NAME\nfrom agents import Agent\na = Agent(name=NAME)\n",
            "one/common.py": "NAME = 'One'\n",
            "2-two/main.py": "from common import NAME\nfrom agents import Agent\na = Agent(name=NAME)\n",
            "2-two/common.py": "NAME = 'Two'\n",
        },
    )
    named = {consumer["id"]: consumer["name"] for consumer in result.all("consumers")}
    assert named == {"one/main.py:a": "One", "2-two/main.py:a": "Two"}


def test_file_names_that_are_no_identifiers_load(tmp_path):
    files = {"my-bot.py": AGENT.format("a"), "01_intro.py": AGENT.format("b"), "v1.2.py": AGENT.format("c")}
    assert sorted(discover(tmp_path, files).ids) == ["01_intro.py:b", "my-bot.py:a", "v1.2.py:c"]


def test_a_file_named_like_a_standard_module_loads(tmp_path):
    files = {"types.py": AGENT.format("a"), "email.py": AGENT.format("b"), "openai.py": AGENT.format("c")}
    result = discover(tmp_path, files)
    assert sorted(result.ids) == ["email:b", "openai:c", "types:a"]
    assert result.all("failures") == []


def test_a_project_that_is_itself_a_package_is_imported_from_above(tmp_path):
    result = discover(
        tmp_path / "examples",
        {
            "__init__.py": "",
            "shared.py": "NAME = 'shared'\n",
            "chat/__init__.py": "",
            "chat/bot.py": "from examples.shared import NAME\nfrom ..shared import NAME as again\n"
            + AGENT.format("x"),
            "basic/hello.py": "from examples.shared import NAME\n" + AGENT.format("y"),
        },
    )
    assert result.all("failures") == []
    assert sorted(result.ids) == ["basic/hello.py:y", "examples.chat.bot:x"]


def test_a_part_of_a_larger_tree_finds_what_it_imports_by_the_name_of_a_folder_around_it(tmp_path):
    tree = tmp_path / "examples"
    (tree / "desk").mkdir(parents=True)
    (tree / "shared.py").write_text("NAME = 'Front desk'\n")
    result = discover(
        tree / "desk",
        {"main.py": "from agents import Agent\nfrom examples.shared import NAME\ndesk = Agent(name=NAME)\n"},
    )
    assert result.all("failures") == []
    assert result.ids == ["main:desk"]


def test_modules_with_nothing_to_import_need_no_root_of_their_own(tmp_path):
    local = "from agents import Agent\ndef main():\n    return print(Agent(name='Local'))\n"
    result = discover(tmp_path, {"a/main.py": local, "b/main.py": local, "c/app.py": AGENT.format("x")})
    assert [job["root"] for job in result.jobs] == [str(tmp_path / "c")]
    assert sorted(result.reasons) == ["a/main.py:3", "b/main.py:3"]


def test_an_agent_imported_from_another_root_keeps_the_id_it_has_there(tmp_path):
    result = discover(
        tmp_path,
        {
            "desk/__init__.py": "",
            "desk/back.py": AGENT.format("back"),
            "scripts/run.py": (
                "from desk.back import back\nfrom agents import Agent\na = Agent(name='A', handoffs=[back])\n"
            ),
            "scripts/idle.py": "from desk.back import back\n" + AGENT.format("idle"),
        },
    )
    by_root = {result["root"]: [c["id"] for c in result["consumers"]] for result in result.results}
    assert by_root[str(tmp_path)] == ["desk.back:back"]
    assert sorted(by_root[str(tmp_path / "scripts")]) == [
        "desk.back:back",
        "scripts/idle.py:idle",
        "scripts/run.py:a",
    ]


def test_a_package_below_a_folder_that_only_looks_like_one(tmp_path):
    """`backend-app/__init__.py` is there, but all imports start inside it, some of them relative."""
    result = discover(
        tmp_path,
        {
            "backend-app/__init__.py": "",
            "backend-app/main.py": "from airline.team import triage\n" + AGENT.format("app"),
            "backend-app/airline/__init__.py": "",
            "backend-app/airline/team.py": (
                "from airline.names import NAME\nfrom .guard import guard\n" + AGENT.format("triage")
            ),
            "backend-app/airline/names.py": "NAME = 1\n",
            "backend-app/airline/guard.py": "from . import names\n" + AGENT.format("guard"),
        },
    )
    assert result.all("failures") == []
    assert [job["root"] for job in result.jobs] == [str(tmp_path / "backend-app")]
    assert sorted(result.ids) == [
        "backend-app/airline/guard.py:guard",
        "backend-app/airline/team.py:triage",
        "backend-app/main.py:app",
    ]
