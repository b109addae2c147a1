"""Every key of the format, and a precise error at every depth."""

from pathlib import Path

import pytest

from inspector.config import ConfigError, Sets, declared, load
from inspector.config.references import FileReference, Glob, Literal, ModuleReference

FULL = """\
workflows = ["workflows/*.json"]

[flags]
beta = [false, true]
plan = ["free", "pro"]
seats = [1, 5, 2.5]

[[forbidden]]
plan = "free"
beta = true

[tenants.acme]
beta = true
plan = "pro"

[sets]
approval = ["support.policy:APPROVAL", "config/approval.toml#high_risk", "refund"]
enable = ["config/switches.yaml#enabled"]
stop = ["close_*"]
prompts = ["prompts/**/*.md"]
trace = ["support.tracing:FILTER"]
approval-default = "support.policy:DEFAULT"
audited = ["config/audited.txt"]

[sets-of."Triage"]
prompts = ["prompts/triage.md"]
approval-default = "deny"
nightly = ["lookup"]

[overrides]
staging = "config/overrides.staging.toml#names"

[ids]
"support.tools.refund_order_v2" = "billing.refund"

[risk]
high = ["billing.*"]

[run.checkout]
agent = "Triage"
run-config = "support.runs:CHECKOUT"
external-tools = ["request_signature"]
additional-tools = ["support.debug:dump_state"]
tool-filter = ["lookup*", "refund"]

[scope]
profile = "isolate-all"
agent_tool = "inherit"
"""


def write(folder: Path, text: str) -> Path:
    (folder / "toolinspect.toml").write_text(text, encoding="utf-8")
    return folder


def problem(folder: Path, text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load(write(folder, text))
    return caught.value


def test_every_key_is_read(tmp_path: Path) -> None:
    config = load(write(tmp_path, FULL)).config
    assert config.sets.approval == (
        "support.policy:APPROVAL",
        "config/approval.toml#high_risk",
        "refund",
    )
    assert config.sets.approval_default == "support.policy:DEFAULT"
    assert config.sets.other == {"audited": ("config/audited.txt",)}
    assert config.sets_of == {
        "Triage": Sets(
            prompts=("prompts/triage.md",), approval_default="deny", other={"nightly": ("lookup",)}
        )
    }
    assert config.overrides == {"staging": "config/overrides.staging.toml#names"}
    assert (config.own_ids, config.ids_file) == ({"support.tools.refund_order_v2": "billing.refund"}, None)
    assert config.risk.high == ("billing.*",)
    assert config.flags["seats"] == (1, 5, 2.5)
    assert config.forbidden == ({"plan": "free", "beta": True},)
    assert config.tenants == {"acme": {"beta": True, "plan": "pro"}}
    assert config.run["checkout"].tool_filter == ("lookup*", "refund")
    assert (config.scope.profile, config.scope.agent_tool, config.scope.handoff) == (
        "isolate-all",
        "inherit",
        None,
    )


def test_keys_without_effect_are_checked_and_named(tmp_path: Path) -> None:
    assert load(write(tmp_path, FULL)).unused == ("workflows", "run", "scope")


def test_ids_may_stand_in_a_file(tmp_path: Path) -> None:
    config = load(write(tmp_path, 'ids = {file = "config/ids.toml#ids"}\n')).config
    assert (config.ids_file, config.own_ids) == ("config/ids.toml#ids", {})
    config = load(write(tmp_path, 'ids = {file = "store.file", "a.b" = "c.d"}\n')).config
    assert config.own_ids == {"file": "store.file", "a.b": "c.d"}


def test_references_are_listed_with_their_place(tmp_path: Path) -> None:
    found = {one.place: one.item for one in declared(load(write(tmp_path, FULL)).config)}
    assert found["sets", "approval", 0] == ModuleReference("support.policy", "APPROVAL")
    assert found["sets", "approval", 1] == FileReference("config/approval.toml", "high_risk")
    assert found["sets", "approval", 2] == Literal("refund")
    assert found["sets", "stop", 0] == Glob("close_*")
    assert found["sets", "audited", 0] == FileReference("config/audited.txt")
    assert found["sets", "approval-default"] == ModuleReference("support.policy", "DEFAULT")
    assert found["overrides", "staging"] == FileReference("config/overrides.staging.toml", "names")
    assert ("sets-of", "Triage", "approval-default") not in found


@pytest.mark.parametrize(
    ("text", "line", "key", "said"),
    [
        ('[sets]\n\naproval = ["a"]\n', 3, "sets.aproval", "did you mean `approval`?"),
        ('[sets]\nstops = ["a"]\n', 2, "sets.stops", "did you mean `stop`?"),
        (
            '[sets]\napproval_default = "deny"\n',
            2,
            "sets.approval_default",
            "did you mean `approval-default`?",
        ),
        (
            '[sets-of."Desk one"]\nPrompts = ["a.md"]\n',
            2,
            'sets-of."Desk one".Prompts',
            "did you mean `prompts`?",
        ),
        ('sets = {\nstop = "refund"}\n', 2, "sets.stop", 'put it in a list: `["refund"]`'),
        ("[sets]\nmine = true\n", 2, "sets.mine", "expected a list, got true; put it in a list"),
        ('[sets]\nother = "a"\n', 2, "sets.other", "expected a list, got a string"),
        ('[sets]\nstop = [\n"a",\n3,\n]\n', 4, "sets.stop", "expected a string, got a number"),
        ('[sets]\nstop = ["a",\n"b.toml#"]\n', 3, "sets.stop", "names no key after `#`"),
        ('[sets]\nmine = ["a", "b:"]\n', 2, "sets.mine", "names nothing after `:`"),
        ('[sets]\nprompts = ["x"]\n', 2, "sets.prompts", "is no prompt"),
        ('[sets]\napproval-default = "alow"\n', 2, "sets.approval-default", "did you mean `allow`?"),
        ("sets = 3\n", 1, "sets", "expected a table, got a number"),
        ("[sets-of]\nDesk = 3\n", 2, "sets-of.Desk", "expected a table"),
        ('[overrides]\nstaging = "names"\n', 2, "overrides.staging", "is no reference"),
        ("[overrides.staging]\na = 1\n", 1, "overrides.staging", "expected a string, got a table"),
        ('[ids]\nfile = "names"\n', 2, "ids.file", "is no reference"),
        ('[ids]\n"a.b" = "c.d"\nfile = "config/ids.toml#ids"\n', 3, "ids.file", "stands beside other ids"),
        ('[ids]\n"a.b" = ""\n', 2, 'ids."a.b"', "is empty"),
        ('[ids]\n"a.b" = 3\n', 2, 'ids."a.b"', "expected a string"),
        ('[risk]\nhihg = ["a"]\n', 2, "risk.hihg", "did you mean `high`?"),
        ("[flags]\nbeta = []\n", 2, "flags.beta", "at least one value"),
        ("[flags]\nbeta = true\n", 2, "flags.beta", "put it in a list: `[true]`"),
        ("[flags]\nbeta = [\n1,\n1]\n", 4, "flags.beta", "1 is listed twice"),
        ("[flags]\nbeta = [[1]]\n", 2, "flags.beta", "a string, a number, true or false"),
        ("[flags]\nday = [2020-01-01]\n", 2, "flags.day", "got a date or time"),
        (
            "[flags]\nbeta = [true]\n[[forbidden]]\nbeta = true\n[[forbidden]]\nbtea = true\n",
            6,
            "forbidden.btea",
            "there is no flag `btea`; did you mean `beta`?",
        ),
        ("forbidden = [\n{},\n]\n", 2, "forbidden", "forbids everything"),
        (
            '[flags]\nplan = ["free", "pro"]\n[tenants.acme]\nplan = "fre"\n',
            4,
            "tenants.acme.plan",
            '`plan` can\'t be "fre"; its values are "free", "pro"; did you mean free?',
        ),
        ("[flags]\nn = [1]\n[tenants]\na = {n = true}\n", 4, "tenants.a.n", "can't be true"),
        ("[tenants.acme]\nbeta = true\n", 2, "tenants.acme.beta", "declared under `flags`: none"),
        (
            '[flags]\np = ["a"]\nq = [1]\n[[forbidden]]\np = "a"\nq = 1\n[tenants.t]\np = "a"\nq = 1\n',
            7,
            "tenants.t",
            'rules out: p = "a" and q = 1',
        ),
        ('[run.a]\nagnet = "x"\n', 2, "run.a.agnet", "did you mean `agent`?"),
        ('[run.a]\nrun-config = "x"\n', 2, "run.a.run-config", "names no attribute"),
        ('run.a = {\nadditional-tools = ["x:y",\n"z:"]}\n', 3, "run.a.additional-tools", "after `:`"),
        ('[scope]\nprofile = "openai"\n', 2, "scope.profile", "choose one of"),
        ('[scope]\nagent_tool = "isolated"\n', 2, "scope.agent_tool", "`inherit`, `isolate`"),
        ('[scope]\nagent-tool = "isolate"\n', 2, "scope.agent-tool", "did you mean `agent_tool`?"),
        ("workflows = [1]\n", 1, "workflows", "expected a string"),
        ('context = "a.b:"\n', 1, "context", "names nothing after `:`"),
        ('agents = [\n"a.b:c",\n":d"]\n', 3, "agents", "names no module"),
        ('arguments = {"a:b" = 3}\n', 1, 'arguments."a:b"', "expected a table"),
        ("severity.TI1 = 'error'\n", 1, "severity.TI1", "expected finding codes such as TI303"),
    ],
)
def test_a_mistake_names_line_key_and_way_out(
    tmp_path: Path, text: str, line: int, key: str, said: str
) -> None:
    error = problem(tmp_path, text)
    assert (error.line, error.key) == (line, key)
    assert said in str(error)


@pytest.mark.parametrize("name", ["tracing", "approved", "store", "steps", "vip_tools", "Refunds"])
def test_a_set_may_have_a_name_of_its_own(tmp_path: Path, name: str) -> None:
    assert load(write(tmp_path, f'[sets]\n{name} = ["a"]\n')).config.sets.other == {name: ("a",)}


def test_lines_of_list_elements_are_kept(tmp_path: Path) -> None:
    lines = load(write(tmp_path, '[sets]\nstop = [\n  "a",\n  "b",\n]\n')).lines
    assert lines["sets", "stop", "1"] == 4


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"# nothing\n", b"[sets]\n"])
def test_a_config_may_say_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "toolinspect.toml").write_bytes(content)
    loaded = load(tmp_path)
    assert loaded.exists
    assert loaded.config.sets == Sets()


def test_whether_a_project_has_a_config(tmp_path: Path) -> None:
    assert not load(tmp_path).exists
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert not load(tmp_path).exists
    (tmp_path / "pyproject.toml").write_text("[tool.toolinspect]\n")
    assert load(tmp_path).exists


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a = 1\n\na = 2\n", 3, "Cannot overwrite a value"),
        ("[sets]\n[sets]\n", 2, "twice"),
        ('[sets]\nstop = ["a"\n\nenable = []\n', 4, "isn't valid TOML"),
        ('agents = ["a:b"]\n[se', 2, "isn't valid TOML"),
        ('python = """half', 1, "isn't valid TOML"),
    ],
)
def test_a_half_written_or_doubled_config_names_the_line(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    error = problem(tmp_path, text)
    assert error.line == line
    assert said in str(error)


def test_a_config_too_deep_to_read_is_refused(tmp_path: Path) -> None:
    assert "can't be read as TOML" in str(problem(tmp_path, f"x = {'[' * 3000}{']' * 3000}\n"))
    assert "can't be read as TOML" in str(problem(tmp_path, f"timeout = {'9' * 5000}\n"))


def test_a_directory_in_place_of_the_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "toolinspect.toml").mkdir()
    with pytest.raises(ConfigError, match="Is a directory"):
        load(tmp_path)


def test_a_link_to_nothing_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "toolinspect.toml").symlink_to("gone.toml")
    with pytest.raises(ConfigError, match="No such file"):
        load(tmp_path)
