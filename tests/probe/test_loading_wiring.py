"""Agents that another module than their own gives tools and handoffs."""

import pytest
from discovery import discover

DESK = {
    "app/__init__.py": "",
    "app/triage.py": "from agents import Agent\ntriage = Agent(name='Triage')\n",
    "app/billing.py": "from agents import Agent\nbilling = Agent(name='Billing')\n",
    "app/tools.py": "from agents import function_tool\n@function_tool\ndef refund(): ...\n",
    "main.py": "import app.wiring\n",
}
IMPORTS = "from app.triage import triage\nfrom app.billing import billing\nfrom app.tools import refund\n"
CHANGES = "triage.handoffs.append(billing)\ntriage.tools.append(refund)\n"
WIRE = "def wire():\n    triage.handoffs.append(billing)\n    triage.tools.append(refund)\n"
WIRED = ["refund", "transfer_to_billing"]


def load(tmp_path, wiring, *, more=None, **request):
    return discover(tmp_path, {**DESK, "app/wiring.py": IMPORTS + wiring, **(more or {})}, **request)


def notes(result):
    return [(note["ref"], note["reason"]) for note in result.all("not_inspected")]


@pytest.mark.parametrize(
    "wiring",
    [
        CHANGES,
        "if True:\n    triage.handoffs.append(billing); triage.tools.append(refund)\n",
        "try:\n    triage.handoffs += [billing]\nfinally:\n    triage.tools[:] = [refund]\n",
        "for t in [refund]:\n    triage.tools.insert(0, t); triage.handoffs.extend([billing])\n",
        "setattr(triage, 'tools', [refund])\ntriage.handoffs = [billing]\n",
        "for a in [triage]:\n    a.tools, a.handoffs = [refund], [billing]\n",
        WIRE + "wire()\n",
        "def inner(agent):\n    agent.tools.append(refund); agent.handoffs.append(billing)\n"
        "def wire(): inner(triage)\nwire()\n",
    ],
)
def test_a_module_that_only_changes_agents_is_imported_after_their_own(tmp_path, wiring):
    result = load(tmp_path, wiring)
    assert result.ids == ["app.billing:billing", "app.triage:triage"]
    assert result.tools("app.triage:triage") == WIRED
    assert notes(result) == result.all("failures") == []


def test_agents_may_be_reached_through_another_module(tmp_path):
    more = {
        "app/hub.py": "from .triage import triage as desk\n",
        "app/wiring.py": "from app.hub import desk\nfrom app import tools\ndesk.tools.append(tools.refund)\n",
    }
    assert load(tmp_path, "", more=more).tools("app.triage:triage") == ["refund"]


def test_a_package_may_name_an_agent_like_its_module(tmp_path):
    more = {
        "app/__init__.py": "from .triage import triage\n",
        "app/wiring.py": "from app import triage, tools\ntriage.tools.append(tools.refund)\n",
    }
    assert load(tmp_path, "", more=more).tools("app.triage:triage") == ["refund"]


def test_what_changes_agents_of_another_import_root_is_imported_there(tmp_path):
    files = {
        "jobs/desk.py": "from agents import Agent\nimport words\ndesk = Agent(name='Desk')\n",
        "jobs/words.py": "",
        "wiring.py": "from agents import function_tool\nfrom jobs.desk import desk\n"
        "@function_tool\ndef refund(): ...\ndesk.tools.append(refund)\n",
    }
    result = discover(tmp_path, files)
    tools = [[tool["visible"] for tool in consumer["tools"]] for consumer in result.all("consumers")]
    assert ["refund"] in tools


def test_the_caller_of_a_function_that_changes_agents_is_imported(tmp_path):
    more = {"start.py": "from app.wiring import wire\nwire()\n"}
    result = load(tmp_path, WIRE, more=more)
    assert (result.tools("app.triage:triage"), notes(result)) == (WIRED, [])


def test_a_target_is_shown_as_it_is_wired(tmp_path):
    assert load(tmp_path, CHANGES, target="app.triage:triage").tools("app.triage:triage") == WIRED


@pytest.mark.parametrize(
    "call", ["", "if __name__ == '__main__':\n    wire()\n", "def main():\n    wire()\n"]
)
def test_changes_that_no_import_makes_are_named(tmp_path, call):
    (note,) = load(tmp_path, WIRE + call).all("not_inspected")
    assert note == {
        "ref": "app.wiring:wire",
        "reason": "changes the tools of agents, and is not called: "
        "`triage.handoffs` at line 5, `triage.tools` at line 6",
        "advice": "Call it where the module is imported, or pass `--capture app.wiring:wire`.",
        "path": "app/wiring.py",
        "line": 4,
        "severity": "info",
    }


def test_captured_changes_are_shown(tmp_path):
    result = load(tmp_path, WIRE, capture=["app.wiring:wire"])
    assert result.tools("app.triage:triage") == WIRED
    assert notes(result) == []


@pytest.mark.parametrize(
    "files",
    [
        {"app/wiring.py": IMPORTS + "def show():\n    print(triage.tools, len(triage.handoffs))\n"},
        {"app/wiring.py": "def add(box, t):\n    box.tools.append(t)\n"},
        {"app/wiring.py": IMPORTS + "class Box: ...\nbox = Box()\ndef add():\n    box.tools = [1]\n"},
        {"app/wiring.py": IMPORTS + "class Box:\n    def __init__(self):\n        self.tools = []\n"},
        {"app/wiring.py": IMPORTS + "class Box: ...\ndef add(box: Box):\n    box.tools.append(1)\n"},
        {"tests/test_desk.py": IMPORTS + WIRE},
        {
            "app/wiring.py": "from agents import Agent\nfrom app.tools import refund\n"
            "def build():\n    agent = Agent(name='A')\n    agent.tools.append(refund)\n    return agent\n"
        },
    ],
    ids=["reads", "no agents", "other object", "own list", "annotated", "test", "factory"],
)
def test_what_changes_no_agent_or_is_called_anyway_is_not_named(tmp_path, files):
    result = discover(tmp_path, {**DESK, **files})
    assert notes(result) == []
    imported = [m["name"] for job in result.jobs for m in job["modules"] if m["import"]]
    assert set(imported) <= {"app.billing", "app.triage", *(["app.wiring"] if "A'" in str(files) else [])}
