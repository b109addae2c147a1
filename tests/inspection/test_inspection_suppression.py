"""Comments that silence findings: with a reason they do, and what is wrong with one is said."""

import json
from pathlib import Path

import pytest
from written_project import line_of, write

from inspector.inspection import Inspection, InspectOptions, inspect_project
from inspector.report import json_report, text_report
from inspector.report.style import Style

SHOP = '''\
from agents import Agent, StopAtTools, function_tool


@function_tool(name_override="refund")
def give_back(order: str) -> str:
    """Refund an order."""
    return order


@function_tool
def silent(order: str) -> str:  # toolinspect: ignore[TI302] the name says it all
    return order


@function_tool
def mute(order: str) -> str:  # toolinspect: ignore[TI302]
    return order


@function_tool
def other(order: str) -> str:  # toolinspect: ignore[TI301] not this one
    return order


@function_tool
def strange(order: str) -> str:  # toolinspect: ignore TI302 no brackets
    return order


@function_tool
def typo(order: str) -> str:  # toolinspect: ignore[TI999] there is none
    return order


STOP = [
    # toolinspect: ignore[TI201, TI209] kept until the next release
    "give_back",
    "toolinspect: ignore[TI201] a string is no comment",
]
desk = Agent(
    name="Desk",
    # toolinspect: ignore[TI205] the model is told of it elsewhere
    instructions="Call `give_back` to refund.",
    tools=[give_back, silent, mute, other, strange, typo],
    tool_use_behavior=StopAtTools(stop_at_tool_names=STOP),
)
'''
FILES = {
    "shop.py": SHOP,
    "toolinspect.toml": (
        "[sets]\n"
        'approval = ["a.toml#names", "a.json"]\n'
        'enable = ["b.yaml#names", ".env#NAMES"]\n'
        'stop = ["a.txt"]\n'
        'prompts = ["prompt.md", "prompt.jinja"]\n'
        'trace = ["own_ghost"]  # toolinspect: ignore[TI208] comes with the next release\n'
    ),
    "a.toml": 'names = [\n  "toml_ghost",  # toolinspect: ignore[TI202] still to come\n  "toml_loud",\n]\n',
    "a.json": '["json_loud"]\n',
    "b.yaml": "names:\n  # toolinspect: ignore[TI204] still to come\n  yaml_ghost: on\n  yaml_loud: on\n",
    ".env": "# toolinspect: ignore[TI204] still to come\nNAMES=env_ghost\n",
    "a.txt": "txt_ghost # toolinspect: ignore[TI201] still to come\ntxt_loud\n",
    "prompt.md": (
        "<!-- toolinspect: ignore[TI205] still to come -->\nCall `md_ghost` now.\n\nCall `md_loud` now.\n"
    ),
    "prompt.jinja": "{# toolinspect: ignore[TI205] still to come #}\nCall `jinja_ghost` now.\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("commented"), FILES)


@pytest.fixture(scope="module")
def inspection(root: Path) -> Inspection:
    return inspect_project(InspectOptions(path=str(root)))


@pytest.mark.parametrize(
    ("silenced", "path", "reason"),
    [
        (("TI302", "silent"), "shop.py", "the name says it all"),
        (("TI201", "give_back"), "shop.py", "kept until the next release"),
        (("TI205", "give_back"), "shop.py", "the model is told of it elsewhere"),
        (("TI208", "own_ghost"), "toolinspect.toml", "comes with the next release"),
        (("TI202", "toml_ghost"), "a.toml", "still to come"),
        (("TI204", "yaml_ghost"), "b.yaml", "still to come"),
        (("TI204", "env_ghost"), ".env", "still to come"),
        (("TI201", "txt_ghost"), "a.txt", "still to come"),
        (("TI205", "md_ghost"), "prompt.md", "still to come"),
        (("TI205", "jinja_ghost"), "prompt.jinja", "still to come"),
    ],
)
def test_a_comment_with_a_reason_silences(
    inspection: Inspection, root: Path, silenced: tuple[str, str], path: str, reason: str
) -> None:
    reasons = {(one.finding.code, one.finding.names[0]): one.reason for one in inspection.suppressed}
    assert reasons[silenced] == f"{reason} ({line_of(root, path, reason)})"


def test_nothing_else_is_silenced(inspection: Inspection) -> None:
    assert len(inspection.suppressed) == 10
    kept = {(one.code, one.names) for one in inspection.findings}
    assert kept == {
        ("TI302", ("mute",)), ("TI302", ("other",)), ("TI302", ("strange",)), ("TI302", ("typo",)),
        ("TI201", ("toolinspect: ignore[TI201] a string is no comment",)),
        ("TI201", ("txt_loud",)), ("TI202", ("toml_loud",)), ("TI202", ("json_loud",)),
        ("TI204", ("yaml_loud",)), ("TI205", ("md_loud",)),
    }  # fmt: skip


def test_what_is_wrong_with_a_comment_is_said_once_with_its_place(inspection: Inspection, root: Path) -> None:
    so = "so TI302 stays; write `# toolinspect: ignore[TI302] reason`"
    assert sorted(inspection.notices) == sorted(
        [
            f"{line_of(root, 'shop.py', 'def mute')}: `ignore[TI302]` has no reason after it, {so}",
            f"{line_of(root, 'shop.py', 'def strange')}: `ignore TI302 no brackets` is not understood, {so}",
            f"{line_of(root, 'shop.py', 'def typo')}: `TI999` is no code of a finding, {so}",
        ]
    )


def test_a_comment_that_is_not_understood_is_said_of_the_finding_that_it_was_for(tmp_path: Path) -> None:
    tool = "@function_tool\ndef {0}(order: str) -> str:  # toolinspect: {1}\n    return order\n"
    comments = {
        "a": "ingore[TI302] later", "b": "ingore[TI301] of another finding", "c": "ignored", "d": "ignore[]",
    }  # fmt: skip
    shop = "from agents import Agent, function_tool\n\n" + "".join(
        tool.format(name, comment) for name, comment in comments.items()
    )
    shop += "desk = Agent(name='Desk', tools=[a, b, c, d], instructions=open('told.md').read())\n"
    shop += "# toolinspect: ingore[TI302] far from any finding\n"
    told = "<!-- toolinspect: ignore TI205 -->\nCall `nothing_of_it` now.\n"
    write(tmp_path, {"shop.py": shop, "told.md": told})
    inspection = inspect_project(InspectOptions(path=str(tmp_path)))
    so = "so TI302 stays; write `# toolinspect: ignore[TI302] reason`"
    assert inspection.suppressed == ()
    assert sorted(inspection.notices) == [
        f"shop.py:10: `ignored` is not understood, {so}",
        f"shop.py:13: `ignore[]` names no code, {so}",
        f"shop.py:4: `ingore` is not understood, {so}",
        "told.md:1: `ignore TI205` is not understood, so TI205 stays; "
        "write `<!-- toolinspect: ignore[TI205] reason -->`",
    ]


def test_the_json_report_has_what_is_silenced_with_the_reason(inspection: Inspection, root: Path) -> None:
    report = json.loads(json_report.render(inspection))
    entry = next(one for one in report["suppressed"] if one["names"] == ["silent"])
    assert (entry["code"], entry["reason"]) == (
        "TI302",
        f"the name says it all ({line_of(root, 'shop.py', 'def silent')})",
    )
    assert ["silent"] not in [one["names"] for one in report["findings"]]


def test_the_text_report_counts_what_is_silenced(inspection: Inspection) -> None:
    text = "\n".join(text_report.render(inspection, Style(bounded=False)))
    assert "10 suppressed" in text


def test_ignores_of_the_config_come_before_comments(tmp_path: Path) -> None:
    shop = SHOP.replace("mute(order: str) -> str:  # toolinspect: ignore[TI302]", "mute(order: str) -> str:")
    config = 'ignore = ["TI201", "TI205"]\nper-consumer-ignores = {Desk = ["TI302"], Dsk = ["TI301"]}\n'
    write(tmp_path, {"shop.py": shop, "toolinspect.toml": config})
    inspection = inspect_project(InspectOptions(path=str(tmp_path)))
    assert inspection.findings == ()
    assert {one.reason for one in inspection.suppressed} == {
        "ignore in the config",
        "per-consumer-ignores of `Desk` in the config",
    }
    assert inspection.notices == (
        "toolinspect.toml: per-consumer-ignores: no consumer is called `Dsk`; did you mean `Desk`?",
    )
