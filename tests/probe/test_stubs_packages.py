"""Which imports get a stand-in, and which have to work or fail as they are."""

import pytest
from discovery import discover

AGENT = "from agents import Agent\nagent = Agent(name='A')\n"


def test_without_the_option_a_missing_package_fails(tmp_path):
    found = discover(tmp_path, {"app.py": f"import absent\n{AGENT}"})
    assert [failure["missing"] for failure in found.all("failures")] == ["absent"]
    assert found.all("stubbed") == []


def test_top_level_packages_and_what_is_below_them(tmp_path):
    text = f"import absent.deep.inside\nfrom other_absent import x\n{AGENT}"
    found = discover(tmp_path, {"app.py": text}, stub_missing=True)
    assert found.ids == ["app:agent"]
    assert found.all("stubbed") == ["absent", "other_absent"]


@pytest.mark.parametrize(
    "statement",
    [
        "from support import gone",
        "import support.gone",
        "from . import gone",
        "from .gone import x",
        "import agents.no_such_part",
        "import json.no_such_part",
        "import pydantic.no_such_part",
        "from pydantic import no_such_name",
        "import tomllib_missing_but_local",
    ],
)
def test_parts_of_the_project_and_of_installed_packages_get_none(tmp_path, statement):
    files = {
        "support/__init__.py": "",
        "support/app.py": f"{AGENT}{statement}\n",
        "support/tomllib_missing_but_local.py": "",
    }
    if "but_local" in statement:
        # It lies beside the file, out of reach of `import` by its bare name.
        files["support/__init__.py"] = "X = 1\n"
        files["support/app.py"] = f"from . import X\n{AGENT}{statement}\nraise KeyError\n"
    found = discover(tmp_path, files, stub_missing=True)
    assert found.all("stubbed") == []
    assert len(found.all("failures")) == 1


def test_a_guarded_import_goes_the_way_that_the_project_planned(tmp_path):
    text = """\
        try:
            from absent_agents import Agent
        except ImportError:
            from agents import Agent
        try:
            import absent_extra
            HAS = True
        except (ImportError, OSError):
            HAS = False
        assert not HAS
        import contextlib
        with contextlib.suppress(ImportError):
            import absent_third
        import importlib.util
        assert importlib.util.find_spec("absent_fourth") is None
        agent = Agent(name='A')
    """
    found = discover(tmp_path, {"app.py": text}, stub_missing=True)
    assert found.ids == ["app:agent"]
    assert found.all("stubbed") == []


def test_a_guard_that_gives_up_gets_the_stand_in(tmp_path):
    text = """\
        import sys
        try:
            import absent
        except ImportError:
            print("install absent")
            sys.exit(1)
        try:
            import other_absent
        except ModuleNotFoundError as error:
            raise RuntimeError("install other_absent") from error
        from agents import Agent
        agent = Agent(name='A')
    """
    found = discover(tmp_path, {"app.py": text}, stub_missing=True)
    assert found.ids == ["app:agent"]
    assert found.all("stubbed") == ["absent", "other_absent"]


def test_keys_that_are_asked_for_get_placeholders(tmp_path):
    text = """\
        import os
        if not os.getenv("WEATHER_API_KEY") or not os.environ.get("A_TOKEN"):
            raise SystemExit("no key")
        assert os.environ["SERVICE_URL"].startswith("http://")
        assert int(os.environ["SOME_PORT"])
        assert os.environ["DATA_HOME"]
        assert os.getenv("OTHER_KEY", "given") == "given"
        assert os.getenv("DEBUG") is None
        assert "WEATHER_API_KEY" not in os.environ
        from agents import Agent
        agent = Agent(name='A')
    """
    found = discover(tmp_path, {"app.py": text}, stub_missing=True)
    assert found.ids == ["app:agent"]
    assert found.all("stubbed") == ["A_TOKEN", "DATA_HOME", "SERVICE_URL", "SOME_PORT", "WEATHER_API_KEY"]
    assert discover(tmp_path).ids == []


def test_libraries_see_the_environment_as_it_is(tmp_path):
    text = """\
        from openai import AsyncOpenAI
        client = AsyncOpenAI(api_key="x")
        assert client.organization is None and str(client.base_url).startswith("https://api.openai.com")
        from agents import Agent
        agent = Agent(name='A')
    """
    found = discover(tmp_path, {"app.py": text}, stub_missing=True)
    assert (found.ids, found.all("stubbed")) == (["app:agent"], [])


def test_optional_parts_of_the_sdk_load_without_their_packages(tmp_path):
    text = """\
        from agents import Agent
        from agents.extensions.models.litellm_model import LitellmModel
        agent = Agent(name='A', model=LitellmModel(model="some/model", api_key="k"))
    """
    found = discover(tmp_path, {"app.py": text}, stub_missing=True)
    assert found.all("failures") == []
    assert found.consumer("app:agent")["model"] == "some/model"
    assert found.all("stubbed") == ["litellm"]


def test_what_the_sdk_can_do_without_is_left_out(tmp_path):
    found = discover(tmp_path, {"app.py": f"import agents.voice\n{AGENT}"}, stub_missing=True)
    assert found.ids == ["app:agent"]
    assert set(found.all("stubbed")) <= {"numpy", "websockets"}
