"""What a config names in vain, or can't be used, is refused with place, key, and what to do about it."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from written_project import write

from inspector.config import ConfigError
from inspector.inspection import InspectOptions, TargetError
from inspector.inspection.control_sets import ControlSets, read_controls
from inspector.inspection.options import settle
from inspector.model import Consumer, ListedName, ReadReference, Registry, SdkInfo
from inspector.sources.python_text import Sources

READ = (
    ReadReference(reference="policy:NAMES", form="names", entries=(ListedName(name="lookup"),), path="p.py"),
    ReadReference(reference="policy:MAYBE", form="text", text="maybe", path="p.py"),
    ReadReference(
        reference="policy:NUMBER", error="is of type `int`; expected names", wrong=True, fault="value"
    ),
    ReadReference(reference="policy:NAMS", error="`policy` has no attribute `NAMS`", wrong=True, path="p.py"),
    ReadReference(reference="polcy:NAMES", error="there is no module `polcy`", wrong=True),
    ReadReference(reference="policy:BROKEN", error="ValueError: no", path="p.py"),
)
BOMB = "a: &a [x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 50)}]\n"
    for before, name in zip("abcdefg", "bcdefgk", strict=True)
)


def shortened(value: object) -> str:
    """The id of a parameter that may be very long."""
    return ascii(value)[:30]


def read(root: Path, config: str, *, part: str = "", **files: str | bytes) -> ControlSets:
    write(root, {"toolinspect.toml": config, "policy.py": "NAMES = ['lookup']\n"})
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (root / name).write_bytes(data)
    registry = Registry(
        root=str(root),
        info=SdkInfo(sdk="0.24.0", python="3.11.7"),
        consumers=(Consumer(id="shop:desk", name="Desk"),),
        references=READ,
        part=part,
    )
    return read_controls(settle(InspectOptions(path=str(root))), registry, Sources(root))


def refusal(root: Path, config: str, **files: str | bytes) -> str:
    """The error's text, the project's directory left out; it is one line that can be shown as it is."""
    with pytest.raises((ConfigError, TargetError)) as caught:
        read(root, config, **files)
    return str(caught.value).replace(f"{root}/", "")


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("policy:NUMBER", "toolinspect.toml:2: sets.approval: `policy:NUMBER` is of type `int`"),
        ("policy:NAMS", "toolinspect.toml:2: sets.approval: `policy` has no attribute `NAMS`; did you mean "
         "`policy:NAMES`?"),
        ("polcy:NAMES", "toolinspect.toml:2: sets.approval: there is no module `polcy`; did you mean "
         "`policy:NAMES`?"),
        ("gone.toml#a", "toolinspect.toml:2: sets.approval: gone.toml: there is no such file"),
        ("nodir/gone.toml#a", "toolinspect.toml:2: sets.approval: nodir/gone.toml: there is no directory"),
        ("dir/", "toolinspect.toml:2: sets.approval: `dir/` is a directory; name a data file in it"),
        ("x.toml#", "toolinspect.toml:2: sets.approval: `x.toml#` names no key after `#`"),
        ("policy:", "toolinspect.toml:2: sets.approval: `policy:` names nothing after `:`"),
        ("a/b.csv", "toolinspect.toml:2: sets.approval: `a/b.csv` is no data file"),
        ("", "toolinspect.toml:2: sets.approval: an empty string names nothing"),
    ],
)  # fmt: skip
def test_a_reference_that_names_nothing_of_use_is_refused_at_its_line(
    tmp_path: Path, item: str, said: str
) -> None:
    assert refusal(tmp_path, f'[sets]\napproval = ["{item}"]\n').startswith(said)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.toml", "k = [\n'x',\n", "a.toml:3: isn't valid TOML"),
        ("a.toml", "k = 1\nk = 2\n", "a.toml:2: isn't valid TOML: cannot overwrite"),
        ("a.toml", "k = 3\n", "a.toml:1: holds `3` where a list of names"),
        ("a.toml", "j = 3\n", "a.toml:1: has no key `k`; "),
        ("a.toml", "k = [['x']]\n", "a.toml:1: holds a list in a list"),
        ("a.json", '{"k": [\n"x",', "a.json:2: isn't valid JSON: it ends too early"),
        ("a.json", '{"k": [],\n"k": []}', "a.json:2: has the key `k` twice in one object, first in line 1"),
        ("a.json", '{"k": {"x": ["y"]}}', "a.json:1: holds a list under `x`"),
        ("a.json", "[" * 100_000, "toolinspect.toml:2: sets.approval: a.json: is nested too deeply"),
        ("a.yaml", "k:\n\t- x\n", "a.yaml:2: isn't valid YAML"),
        ("a.yaml", "k: [x]\nk: [y]\n", "a.yaml:2: has the key `k` twice in one mapping, first in line 1"),
        ("a.yaml", "k: &k [*k]\n", "a.yaml:1: the anchor `&k` contains itself"),
        ("a.yaml", BOMB, "a.yaml:7: holds a list in a list"),
        ("a.yaml", "k: [x]\n---\nk: [y]\n", "a.yaml:2: holds several documents"),
        ("a.yaml", 'k: !!python/object/apply:os.system ["true"]\n', "a.yaml:1: asks for a Python object"),
        ("a.yaml", "k: [x]\n".encode("utf-16"), "a.yaml:1: is UTF-16; save it as UTF-8"),
        ("a.yaml", b"k: [x]\nj: \xff\n", "a.yaml:2: isn't UTF-8"),
        ("a.json", b"\x7fELF\x02\x01\x00\x00", "a.json:1: is no text"),
        (".env", 'k="x\n', ".env:1: has a value of `k` whose quote never ends"),
        (".env", "j=x\n", ".env:1: has no key `k`"),
    ],
    ids=shortened,
)  # fmt: skip
def test_a_data_file_that_cannot_be_used_is_refused_at_its_own_line(
    tmp_path: Path, name: str, content: str | bytes, said: str
) -> None:
    config = f'[sets]\napproval = ["{name}#k"]\n'
    text = refusal(tmp_path, config, **{name: content})
    assert text.startswith(said)
    assert "sets.approval" in text
    assert "\n" not in text


def test_a_file_of_fifty_megabytes_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a.txt").open("wb") as file:
        file.truncate(50_000_000)
    text = refusal(tmp_path, '[sets]\nstop = ["a.txt"]\n')
    assert text.startswith("toolinspect.toml:2: sets.stop: a.txt: is too large: 50.0 MB")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (os.mkfifo, "is a pipe, no regular file"),
        (os.mkdir, "is a directory"),
        (lambda path: os.symlink(path, path), "can't be read"),
        (lambda path: os.symlink("/dev/zero", path), "is a device or socket"),
    ],
    ids=["pipe", "directory", "loop", "device"],
)
@pytest.mark.parametrize("config", ['[sets]\nenable = ["a.toml#k"]\n', '[sets]\nprompts = ["a.toml"]\n'])
def test_what_is_no_regular_file_is_never_waited_for(
    tmp_path: Path, config: str, make: Callable[[str], None], said: str
) -> None:
    make(str(tmp_path / "a.toml"))
    text = refusal(tmp_path, config)
    assert text.startswith("toolinspect.toml:2: sets.")
    assert said in text


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ('[sets]\nprompts = ["prompts/*.md"]\n', "sets.prompts: `prompts/*.md` matches no file in"),
        ('[sets]\nprompts = ["gone.md"]\n', "sets.prompts: gone.md: there is no such file"),
        ('[sets]\nprompts = ["policy:NAMES"]\n', "sets.prompts: `policy:NAMES` holds no text; name a string"),
        ('[sets]\nprompts = ["a.toml#list"]\n', "sets.prompts: `a.toml#list` holds no text; name a string"),
        ('[sets]\napproval-default = "alow"\n', 'sets.approval-default: can\'t be "alow"; did you mean'),
        ('[sets]\napproval-default = "policy:MAYBE"\n', "sets.approval-default: `policy:MAYBE` holds 'mayb"),
        ('[sets]\napproval-default = "policy:NAMES"\n', "sets.approval-default: `policy:NAMES` holds no t"),
        ('[sets]\napproval-default = "a.toml#list"\n', "sets.approval-default: `a.toml#list` holds no text"),
        ('[sets]\naproval = ["x"]\n', "sets.aproval: no such key; did you mean `approval`?"),
        ('[sets]\nstop = "x"\n', "sets.stop: expected a list, got a string"),
        ("[sets]\nmine = [3]\n", "sets.mine: expected a string, got a number"),
        ('[overrides]\nstaging = "refund"\n', "overrides.staging: `refund` is no reference"),
        ('[overrides]\nstaging = "policy:NAMES"\n', "overrides.staging: `policy:NAMES` is no table; "),
        ('[overrides]\nstaging = "a.toml#list"\n', "overrides.staging: `a.toml#list` is no table; "),
        ('[ids]\nfile = "a.toml#list"\n', "ids.file: `a.toml#list` is no table; "),
        ('[ids]\nfile = "gone.json"\n', "ids.file: gone.json: there is no such file"),
        ("[ids]\nlookup = 3\n", "ids.lookup: expected a string"),
        ('[risk]\nhigh = "x"\n', "risk.high: expected a list"),
        ('[risk]\nhigher = ["x"]\n', "risk.higher: no such key; did you mean `high`?"),
        ("[sets-of]\nDesk = 3\n", "sets-of.Desk: expected a table"),
    ],
)  # fmt: skip
def test_every_table_refuses_what_it_cannot_use(tmp_path: Path, config: str, said: str) -> None:
    text = refusal(tmp_path, config, **{"a.toml": 'list = ["lookup"]\n'})
    assert text.startswith(f"toolinspect.toml:2: {said}")


def test_code_of_the_project_that_raises_is_its_failure_and_not_the_configs(tmp_path: Path) -> None:
    config = '[sets]\napproval = ["policy:BROKEN", "lookup"]\nstop = ["policy:UNANSWERED"]\n'
    found = read(tmp_path, config)
    assert [(one.ref, one.error) for one in found.failures] == [
        ("policy:BROKEN", "ValueError: no"),
        ("policy:UNANSWERED", "its module was not loaded"),
    ]
    assert [one.source for one in found.controls.sets] == ["sets.approval"]


def test_keys_of_sets_of_that_are_nobodys_are_told(tmp_path: Path) -> None:
    found = read(tmp_path, '[sets-of.Dsk]\nstop = ["x"]\n[sets-of."shop:desk"]\nstop = ["x"]\n')
    assert found.unmatched == ("Dsk",)


def test_a_module_of_another_part_is_no_mistake(tmp_path: Path) -> None:
    config = '[sets]\napproval = ["polcy:NAMES"]\n'
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "polcy.py").write_text("NAMES = []\n")
    found = read(tmp_path, config, part="shop.py")
    assert found.unread == ("sets.approval: `polcy:NAMES` is not read with shop.py alone",)
    with pytest.raises(ConfigError, match="there is no module `polcy`"):
        read(tmp_path, config)


def test_the_command_line_shows_nothing_of_a_file_unescaped(
    tmp_path: Path, run_program: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    write(
        tmp_path,
        {
            "shop.py": "from agents import Agent\ndesk = Agent(name='Desk')\n",
            "toolinspect.toml": '[sets]\napproval = ["a.json#k"]\n',
            "a.json": '{"\\u001b[31mred\\u202e": 1}',
        },
    )
    run = run_program("check", tmp_path, env=dict(os.environ))
    assert run.returncode == 2
    assert "a.json:1: has no key `k`" in run.stderr
    assert "Traceback" not in run.stderr
    assert not set(run.stderr) & {"\x1b", "\u202e"}
