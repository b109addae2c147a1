"""What a target restricts the load to."""

from discovery import discover

FILES = {
    "desk/__init__.py": "",
    "desk/team.py": """\
        from agents import Agent
        from desk.back import accountant
        clerk = Agent(name="Clerk")
        boss = Agent(name="Boss", handoffs=[clerk, accountant])
        other = Agent(name="Other")
    """,
    "desk/back.py": """\
        from agents import Agent
        accountant = Agent(name="Accountant")
        archivist = Agent(name="Archivist")
        def build(): return Agent(name="Built")
    """,
    "tools/one.py": "from agents import Agent\none = Agent(name='One')\n",
    "tests/test_desk.py": "from agents import Agent\nfake = Agent(name='Fake')\n",
}


def test_without_a_target_everything_is_loaded(tmp_path):
    assert sorted(discover(tmp_path, FILES).ids) == [
        "desk.back:accountant",
        "desk.back:archivist",
        "desk.back:build",
        "desk.team:boss",
        "desk.team:clerk",
        "desk.team:other",
        "tools/one.py:one",
    ]


def test_an_attribute_brings_only_itself_and_what_it_leads_to(tmp_path):
    result = discover(tmp_path, FILES, target="desk.team:boss")
    assert sorted(result.ids) == ["desk.back:accountant", "desk.team:boss", "desk.team:clerk"]
    assert result.all("seen") == []


def test_a_factory_can_be_the_target(tmp_path):
    assert discover(tmp_path, FILES, target="desk.back:build").ids == ["desk.back:build"]


def test_a_file_brings_its_agents_and_what_they_lead_to(tmp_path):
    assert sorted(discover(tmp_path, FILES, target="desk/team.py").ids) == [
        "desk.back:accountant",
        "desk.team:boss",
        "desk.team:clerk",
        "desk.team:other",
    ]


def test_an_attribute_of_a_file_can_be_the_target(tmp_path):
    assert discover(tmp_path, FILES, target="tools/one.py:one").ids == ["tools/one.py:one"]


def test_a_directory_brings_what_lies_below_it(tmp_path):
    assert discover(tmp_path, FILES, target="tools").ids == ["tools/one.py:one"]


def test_configured_agents_are_targets_together(tmp_path):
    result = discover(tmp_path, FILES, agents=["desk.back:archivist", "tools/one.py:one"])
    assert sorted(result.ids) == ["desk.back:archivist", "tools/one.py:one"]


def test_a_target_that_does_not_exist_is_named(tmp_path):
    assert discover(tmp_path, FILES, target="desk.nowhere:boss").missing == ["desk.nowhere:boss"]
    unresolved = discover(tmp_path, FILES, target="desk.team:nobody").all("unresolved")
    assert [tuple(pair) for pair in unresolved] == [
        ("agents", "`desk.team:nobody`: `desk.team` has no attribute `nobody`")
    ]


def test_tests_are_not_imported_and_their_agents_are_named(tmp_path):
    result = discover(tmp_path, FILES)
    assert result.reasons == {"tests/test_desk.py:2": "in a test file"}


def test_a_test_file_that_is_asked_for_is_imported(tmp_path):
    assert discover(tmp_path, FILES, target="tests/test_desk.py").ids == ["tests/test_desk.py:fake"]
