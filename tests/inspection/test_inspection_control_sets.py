"""Sets, tables, ids and prompts that the config names, read from a real project, with their places."""

from pathlib import Path

import pytest
from written_project import about, line_of, listed, one_set, write

from inspector.inspection import Inspection, InspectOptions, inspect_project
from inspector.inspection.options import settle

TOOLS = """\
from agents import function_tool


@function_tool(name_override="refund")
def refund_order_v2(order: str) -> str:
    '''Refund an order.'''
    return order


@function_tool
def lookup(order: str) -> str:
    '''Find an order.'''
    return order


@function_tool
def close_ticket(ticket: str) -> str:
    '''Close a ticket.'''
    return ticket
"""
NAMES = """\
STOP_LIST = [
    "close_ticket",
    "imported_stop",
]
FORCED = "forced_choice"
"""
AGENTS = """\
from agents import Agent, ModelSettings, StopAtTools

from .names import FORCED, STOP_LIST
from .tools import close_ticket, lookup, refund_order_v2

TOOLS = [lookup, refund_order_v2, close_ticket]
LOCAL_STOP = ["lookup", "local_stop"]

triage = Agent(
    name="Triage",
    tools=list(TOOLS),
    tool_use_behavior=StopAtTools(
        stop_at_tool_names=[
            "lookup",
            "inline_stop",
        ]
    ),
)
billing = Agent(
    name="Billing",
    tools=list(TOOLS),
    tool_use_behavior=StopAtTools(stop_at_tool_names=STOP_LIST),
    model_settings=ModelSettings(tool_choice=FORCED),
)
returns = Agent(
    name="Returns",
    tools=list(TOOLS),
    tool_use_behavior=StopAtTools(stop_at_tool_names=LOCAL_STOP),
    model_settings=ModelSettings(tool_choice="own_choice"),
)
"""
SERVERS = """\
from agents import Agent, HostedMCPTool
from agents.mcp import MCPServerStdio, create_static_tool_filter

docs = Agent(
    name="Docs",
    tools=[
        HostedMCPTool(
            tool_config={
                "type": "mcp",
                "server_label": "wiki",
                "server_url": "https://wiki.example/mcp",
                "allowed_tools": ["read_page"],
                "require_approval": {
                    "always": {"tool_names": ["write_page"]},
                },
            }
        ),
    ],
    mcp_servers=[
        MCPServerStdio(
            params={"command": "nothing"},
            name="files",
            tool_filter=create_static_tool_filter(
                allowed_tool_names=["read_file"],
                blocked_tool_names=["drop_file"],
            ),
            require_approval={"always": {"tool_names": ["write_file"]}},
        ),
    ],
)
"""
POLICY = """\
import enum
from dataclasses import dataclass

APPROVAL = {
    "refund": "always",
    "lookup": "never",
    "table_ghost": "always",
}
LIST = [
    "lookup",
    "list_ghost",
]
SET = {
    "lookup",
    "set_ghost",
}
FROZEN = frozenset({
    "lookup",
    "frozen_ghost",
})


class Members(enum.Enum):
    LOOKUP = "lookup"
    GHOST = "enum_ghost"


@dataclass
class Switches:
    lookup: bool = True
    field_ghost: bool = False


SWITCHES = Switches()


def made():
    return ["lookup", "made_ghost"]


PROMPT = '''First line.
Call `prompt_ghost` to do it.
'''
PROMPTS = {
    "triage": "Call `dict_prompt_ghost` to do it.",
}
STAGING = {"refund_order_v2": "give_back"}
"""
CONFIG = """\
[sets]
approval = ["support.policy:APPROVAL", "data/sets.toml#high.risk", "refund", "literal_ghost"]
enable = ["data/switches.yaml#enabled", "support.policy:SWITCHES"]
stop = ["data/stops.json#stop", "support.policy:LIST"]
trace = [
    "support.policy:SET",
    "support.policy:FROZEN",
    "support.policy:Members",
    "support.policy:made",
    ".env#TRACED",
    "data/names.txt",
    "look*",
    "ghost_*",
]
prompts = ["prompts/*.jinja", "prompts/plain.md", "support.policy:PROMPT", "support.policy:PROMPTS",
           "data/texts.yaml#system"]
house-rules = ["own_ghost"]

[sets-of.Triage]
stop = ["support.policy:LIST"]
prompts = ["prompts/of_triage.txt"]

[sets-of."support.agents:billing"]
enable = ["of_billing_ghost"]

[overrides]
staging = "support.policy:STAGING"
production = "data/sets.toml#names"

[ids]
"support.tools.lookup" = "orders.lookup"
refund_order_v2 = "orders.refund"

[risk]
high = ["orders.*"]
"""
FILES = {
    "support/__init__.py": "",
    "support/tools.py": TOOLS,
    "support/names.py": NAMES,
    "support/agents.py": AGENTS,
    "support/policy.py": POLICY,
    "toolinspect.toml": CONFIG,
    "data/sets.toml": '[high]\nrisk = [\n  "refund",\n  "toml_ghost",\n]\n[names]\nlookup = "lookup"\n',
    "data/switches.yaml": "enabled:\n  lookup: true\n  yaml_ghost: off\n",
    "data/stops.json": '{"stop": ["lookup",\n  "json_ghost"]}\n',
    "data/names.txt": "lookup\n# a comment\ntxt_ghost\n",
    "data/texts.yaml": "system: |\n  First.\n  Call `yaml_prompt_ghost` to do it.\n",
    ".env": "OTHER=1\nTRACED=lookup,env_ghost\n",
    "prompts/one.jinja": "Hello.\nCall `jinja_ghost` to do it.\n",
    "prompts/plain.md": "Call `plain_ghost` to do it.\n",
    "prompts/of_triage.txt": "\n\nCall `of_triage_ghost` to do it.\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("quoting"), FILES)


@pytest.fixture(scope="module")
def inspection(root: Path) -> Inspection:
    return inspect_project(InspectOptions(path=str(root)))


@pytest.mark.parametrize(
    ("source", "path", "names"),
    [
        ("support.policy:APPROVAL", "support/policy.py", ("table_ghost",)),
        ("support.policy:SET", "support/policy.py", ("set_ghost",)),
        ("support.policy:FROZEN", "support/policy.py", ("frozen_ghost",)),
        ("support.policy:Members", "support/policy.py", ("enum_ghost",)),
        ("support.policy:SWITCHES", "support/policy.py", ("field_ghost",)),
        ("support.policy:made", "support/policy.py", ("made_ghost",)),
        ("data/sets.toml#high.risk", "data/sets.toml", ("toml_ghost",)),
        ("data/switches.yaml#enabled", "data/switches.yaml", ("lookup", "yaml_ghost")),
        ("data/stops.json#stop", "data/stops.json", ("lookup", "json_ghost")),
        (".env#TRACED", ".env", ("lookup", "env_ghost")),
        ("data/names.txt", "data/names.txt", ("lookup", "txt_ghost")),
        ("sets.approval", "toolinspect.toml", ("literal_ghost",)),
        ("sets.trace", "toolinspect.toml", ("look*", "ghost_*")),
        ("sets.house-rules", "toolinspect.toml", ("own_ghost",)),
    ],
)
def test_each_form_of_set_has_its_names_where_they_are_written(
    inspection: Inspection, root: Path, source: str, path: str, names: tuple[str, ...]
) -> None:
    found = listed(one_set(inspection, source))
    for name in names:
        assert found[name] == line_of(root, path, f"{name}")


def test_entries_carry_what_the_set_says_of_them(inspection: Inspection) -> None:
    table = one_set(inspection, "support.policy:APPROVAL")
    assert [(one.name, one.value) for one in table.entries] == [
        ("refund", "always"),
        ("lookup", "never"),
        ("table_ghost", "always"),
    ]
    switches = one_set(inspection, "support.policy:SWITCHES")
    assert {one.name: one.value for one in switches.entries} == {"lookup": True, "field_ghost": False}
    yaml = one_set(inspection, "data/switches.yaml#enabled")
    assert {one.name: one.value for one in yaml.entries} == {"lookup": True, "yaml_ghost": False}


def test_sets_stand_in_the_order_of_the_config_and_literals_of_a_list_are_one(
    inspection: Inspection,
) -> None:
    declared = [(one.key, one.source) for one in inspection.controls.sets if one.key and not one.consumer]
    assert declared[:6] == [
        ("sets.approval", "support.policy:APPROVAL"),
        ("sets.approval", "data/sets.toml#high.risk"),
        ("sets.approval", "sets.approval"),
        ("sets.enable", "data/switches.yaml#enabled"),
        ("sets.enable", "support.policy:SWITCHES"),
        ("sets.stop", "data/stops.json#stop"),
    ]
    assert declared[-1] == ("sets.house-rules", "sets.house-rules")
    assert list(listed(one_set(inspection, "sets.approval"))) == ["refund", "literal_ghost"]
    kinds = {one.key: one.kind for one in inspection.controls.sets if one.key}
    assert kinds["sets.house-rules"] == "declared"


def test_sets_of_a_consumer_are_bound_by_name_and_by_id(inspection: Inspection) -> None:
    stop = one_set(inspection, "support.policy:LIST", "support.agents:triage")
    assert (stop.kind, stop.key) == ("stop", "sets-of.Triage.stop")
    enable = one_set(inspection, 'sets-of."support.agents:billing".enable', consumer="support.agents:billing")
    assert list(listed(enable)) == ["of_billing_ghost"]
    assert [one.names for one in about(inspection, "TI204", "Billing")] == [("of_billing_ghost",)]


def test_every_name_without_a_tool_is_found_at_its_own_line(inspection: Inspection, root: Path) -> None:
    places = {
        one.names[0]: str(one.locations[0])
        for one in inspection.findings
        if one.code in ("TI201", "TI202", "TI204", "TI205", "TI206", "TI208")
    }
    for name, place in places.items():
        path = place.partition(":")[0]
        assert place == line_of(root, path, name), name
    expected = {"table_ghost", "literal_ghost", "toml_ghost", "yaml_ghost", "field_ghost", "json_ghost",
                "list_ghost", "set_ghost", "frozen_ghost", "enum_ghost", "made_ghost", "env_ghost",
                "txt_ghost", "ghost_*", "own_ghost", "of_billing_ghost", "inline_stop", "imported_stop",
                "local_stop", "forced_choice", "own_choice", "prompt_ghost", "dict_prompt_ghost",
                "jinja_ghost", "plain_ghost", "of_triage_ghost", "yaml_prompt_ghost"}  # fmt: skip
    assert set(places) == expected


@pytest.mark.parametrize(
    ("source", "path", "name"),
    [
        ("StopAtTools of `Triage`", "support/agents.py", "inline_stop"),
        ("StopAtTools of `Billing`", "support/names.py", "imported_stop"),
        ("StopAtTools of `Returns`", "support/agents.py", "local_stop"),
        ("tool_choice of `Billing`", "support/names.py", "forced_choice"),
        ("tool_choice of `Returns`", "support/agents.py", "own_choice"),
    ],
)
def test_sets_on_agents_are_placed_at_the_constant(
    inspection: Inspection, root: Path, source: str, path: str, name: str
) -> None:
    (found,) = (one for one in inspection.controls.sets if one.source == source)
    assert listed(found)[name] == line_of(root, path, f'"{name}"')
    assert str(found.location).startswith("support/agents.py:")


def test_sets_on_servers_are_placed_at_the_constant(tmp_path: Path) -> None:
    write(tmp_path, {"servers.py": SERVERS})
    inspection = inspect_project(InspectOptions(path=str(tmp_path)))
    found = {
        (one.source, name): place for one in inspection.controls.sets for name, place in listed(one).items()
    }
    assert found == {
        (source, name): line_of(tmp_path, "servers.py", f'"{name}"')
        for source, name in (
            ("allowed_tools of hosted MCP server `wiki`", "read_page"),
            ("require_approval of hosted MCP server `wiki`", "write_page"),
            ("tool_filter of MCP server `files`", "read_file"),
            ("tool_filter of MCP server `files`", "drop_file"),
            ("require_approval of MCP server `files`", "write_file"),
        )
    }


def test_prompts_of_files_globs_modules_and_keys_are_read(inspection: Inspection) -> None:
    sources = [(one.source, one.consumer) for one in inspection.controls.prompts]
    assert sources == [
        ("prompts/one.jinja", None),
        ("prompts/plain.md", None),
        ("support.policy:PROMPT", None),
        ("support.policy:PROMPTS (triage)", None),
        ("data/texts.yaml#system", None),
        ("prompts/of_triage.txt", "support.agents:triage"),
    ]


def test_override_tables_have_their_environment(inspection: Inspection, root: Path) -> None:
    staging, production = inspection.controls.overrides
    assert (staging.environment, production.environment) == ("staging", "production")
    assert [(one.name, one.value) for one in staging.entries] == [("refund_order_v2", "give_back")]
    assert str(staging.entries[0].location) == line_of(root, "support/policy.py", "refund_order_v2")
    assert str(production.entries[0].location) == line_of(root, "data/sets.toml", 'lookup = "lookup"')


def test_ids_of_the_config_reach_the_tools(inspection: Inspection, root: Path) -> None:
    triage = next(one for one in inspection.registry.consumers if one.name == "Triage")
    ids = {tool.visible: tool.business_id for tool in triage.tools}
    assert ids == {"lookup": "orders.lookup", "refund": "orders.refund", "close_ticket": None}
    assert [str(one.location) for one in inspection.controls.ids] == [
        line_of(root, "toolinspect.toml", '"support.tools.lookup"'),
        line_of(root, "toolinspect.toml", "refund_order_v2 ="),
    ]
    assert inspection.controls.risk == ("orders.*",)


def test_an_approval_table_gates_the_tools_that_it_lists(inspection: Inspection) -> None:
    triage = next(one for one in inspection.registry.consumers if one.name == "Triage")
    assert {tool.visible: tool.approval for tool in triage.tools} == {
        "lookup": "none",
        "refund": "table",
        "close_ticket": "none",
    }


SMALL = """\
from agents import Agent, function_tool

DEFAULT = "policy.ALLOW"
WORDS = {"default": "ask", "bad": 3}
BROKEN = None

@function_tool
def lookup(order: str) -> str:
    '''Find an order.'''
    return order

def broken():
    raise LookupError("no table today")

def leaves():
    raise SystemExit(3)

desk = Agent(name="Desk", tools=[lookup])
"""


def small(root: Path, config: str, **files: str) -> Inspection:
    write(root, {"shop.py": SMALL, "toolinspect.toml": config, **files})
    return inspect_project(InspectOptions(path=str(root)))


@pytest.mark.parametrize(
    ("config", "meant", "place"),
    [
        ('[sets]\napproval-default = "allow"\n', "allow", "toolinspect.toml:2"),
        ('[sets]\napproval-default = "deny"\n', "deny", "toolinspect.toml:2"),
        ('[sets]\napproval-default = "shop:DEFAULT"\n', "allow", "shop.py:3"),
        ('[sets]\napproval-default = "data.toml#default"\n', "deny", "data.toml:1"),
        ('[sets]\napproval-default = ".env#FATE"\n', "allow", ".env:2"),
    ],
)
def test_the_approval_default_in_all_its_forms(tmp_path: Path, config: str, meant: str, place: str) -> None:
    files = {"data.toml": 'default = "ask"\n', ".env": "\nFATE=auto-approve\n"}
    controls = small(tmp_path, config, **files).controls
    assert controls.approval_default == meant
    assert str(controls.approval_default_location) == place


TWINS = """\
from agents import Agent

first = Agent(name="Twin")
second = Agent(name="Twin")
other = Agent(name="Other")
"""


@pytest.mark.parametrize(
    ("of_one", "place"),
    [
        ('"allow"', "toolinspect.toml:4"),
        ('"shop:DEFAULT"', "shop.py:3"),
        ('"data.toml#default"', "data.toml:1"),
    ],
)
def test_the_approval_default_of_a_consumer_is_its_own(tmp_path: Path, of_one: str, place: str) -> None:
    config = f'[sets]\napproval-default = "deny"\n[sets-of.Twin]\napproval-default = {of_one}\n'
    files = {"data.toml": 'default = "never"\n', "twins.py": TWINS}
    controls = small(tmp_path, config, **files).controls
    assert (controls.approval_default, str(controls.approval_default_location)) == (
        "deny",
        "toolinspect.toml:2",
    )
    own = {one: (default, str(at)) for one, (default, at) in controls.own_defaults.items()}
    assert own == {"twins:first": ("allow", place), "twins:second": ("allow", place)}
    assert [controls.default_for(one) for one in ("twins:first", "twins:other", "shop:desk")] == [
        "allow",
        "deny",
        "deny",
    ]


def test_own_approval_defaults_leave_the_project_without_one(tmp_path: Path) -> None:
    config = (
        '[sets-of."twins:second"]\napproval-default = "shop:DEFAULT"\n'
        '[sets-of.Twin]\napproval-default = "deny"\n[sets-of.Other]\napproval-default = "deny"\n'
    )
    controls = small(tmp_path, config, **{"twins.py": TWINS}).controls
    assert (controls.approval_default, controls.approval_default_location) == (None, None)
    own = {one: (default, str(at)) for one, (default, at) in controls.own_defaults.items()}
    assert own == {
        "twins:first": ("deny", "toolinspect.toml:4"),
        "twins:second": ("allow", "shop.py:3"),
        "twins:other": ("deny", "toolinspect.toml:6"),
    }


def test_ids_of_a_file_stand_there(tmp_path: Path) -> None:
    config = '[ids]\nfile = "ids.json#ids"\n'
    inspection = small(tmp_path, config, **{"ids.json": '{"ids": {\n  "shop.lookup": "order.find"}}'})
    (desk,) = inspection.registry.consumers
    assert desk.tools[0].business_id == "order.find"
    assert [str(one.location) for one in inspection.controls.ids] == ["ids.json:2"]


def test_code_that_fails_when_it_is_read_is_a_finding_and_the_other_sets_still_count(tmp_path: Path) -> None:
    config = '[sets]\napproval = ["shop:broken"]\nenable = ["shop:leaves"]\nstop = ["nothing_of_the_kind"]\n'
    inspection = small(tmp_path, config)
    failed = {one.names[0]: one for one in inspection.findings if one.code == "TI701"}
    assert set(failed) == {"shop:broken", "shop:leaves"}
    assert "no table today" in failed["shop:broken"].message
    assert [one.names for one in inspection.findings if one.code == "TI201"] == [("nothing_of_the_kind",)]


def test_the_files_to_watch_are_those_that_sets_name(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    config = (
        "[sets]\n"
        'approval = ["data.toml#names", "shop:TABLE", "look*", "refund"]\n'
        'prompts = ["prompts/*.jinja", ".texts/*.md", "../shared/*.md", "../*.txt", "**/*.md",'
        ' "one.prompt"]\n'
        '[ids]\nfile = "../ids.json"\n'
    )
    files = {"prompts/a.jinja": "", ".texts/b.md": "", "../shared/c.md": "", "../d.txt": "", "e.md": ""}
    write(project, {"toolinspect.toml": config, **files})
    assert settle(InspectOptions(path=str(project))).read_files() == {
        project / "data.toml",
        project / "prompts",
        project / "prompts" / "a.jinja",
        project / ".texts",
        tmp_path / "shared",
        tmp_path / "d.txt",
        project / "one.prompt",
        tmp_path / "ids.json",
    }
