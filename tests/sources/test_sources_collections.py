"""Collections of names in modules and data files that may be control sets, found without reading twice."""

import os
import time
from collections.abc import Collection
from pathlib import Path

import pytest

from inspector.config.references import FileReference, ModuleReference, parse
from inspector.model import Location
from inspector.sources import collections, data_files
from inspector.sources.collections import Candidate, Candidates
from inspector.sources.python_text import Sources

TOOLS = ("refund", "send_mail", "crm.lookup", "look up")


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return name


def find(folder: Path, *modules: str, names: Collection[str] = TOOLS) -> dict[str, Candidate]:
    return {one.reference: one for one in Candidates(folder).find(modules, mentioning=names)}


def listed(candidate: Candidate) -> list[tuple[str, object]]:
    return [(one.name, one.value) for one in candidate.entries]


@pytest.mark.parametrize(
    ("text", "attribute", "entries"),
    [
        ("A = ['refund', 'send_mail']", "A", [("refund", None), ("send_mail", None)]),
        ("A: list[str] = ['refund', 'x']", "A", [("refund", None), ("x", None)]),
        ("A = frozenset({'refund', 'x'})", "A", None),
        ("APPROVE = ('refund',)", "APPROVE", [("refund", None)]),
        ("A = {'refund': 'always', 'x': 1, **more}", "A", [("refund", "always"), ("x", "1")]),
        ("A = dict(refund=True, x=None)", "A", [("refund", True), ("x", None)]),
        ("A = MappingProxyType({'refund': False, 'x': True})", "A", [("refund", False), ("x", True)]),
        ("try:\n  A = ['refund', 'x']\nexcept E:\n  pass", "A", [("refund", None), ("x", None)]),
        ("class P:\n  A = ['refund', 'x']", "P.A", [("refund", None), ("x", None)]),
        ("class P(Base):\n  a: set = field(default_factory=lambda: {'refund', 'x'})", "P.a", None),
        ("class T(StrEnum):\n  R = 'refund'\n  X = 'x'", "T", [("refund", None), ("x", None)]),
        ("class T(StrEnum):\n  REFUND = auto()\n  X = 'refund_2'\nA = 'refund'", "T", None),
        (
            "class T(str, Enum):\n  R = 'refund'\n  X = 'x'\nA = {T.R: 'always', T.X.value: True, U.Y: 1}",
            "A",
            [("refund", "always"), ("x", True)],
        ),
        (
            "@dataclass\nclass F:\n  refund: bool = True\n  mail: bool = field(default=False)\n  n: int = 3",
            "F",
            [("refund", True), ("mail", False)],
        ),
        (
            "class F(Base):\n  refund: str = Field('always', title='x')\n  c: bool = True\n  _own: str = ''",
            "F",
            [("refund", "always"), ("c", True)],
        ),
    ],
)
def test_a_module_s_collections_are_found(
    text: str, attribute: str, entries: list[tuple[str, object]] | None, tmp_path: Path
) -> None:
    found = find(tmp_path, write(tmp_path, "policy.py", text))[f"policy:{attribute}"]
    assert found.name == attribute.rpartition(".")[2]
    assert entries is None or listed(found) == entries
    for entry in found.entries:
        assert entry.location is not None and entry.location.path == "policy.py"


def test_each_entry_stands_on_its_line(tmp_path: Path) -> None:
    text = "\n\nAPPROVAL = {\n  'refund': 1,\n  'send_mail': 2,\n}\n"
    found = find(tmp_path, write(tmp_path, "policy.py", text))["policy:APPROVAL"]
    assert found.location == Location("policy.py", 3)
    assert [one.location for one in found.entries] == [Location("policy.py", 4), Location("policy.py", 5)]


@pytest.mark.parametrize(
    ("name", "text", "reference", "names"),
    [
        ("a.toml", "[sets]\napproval = ['refund', 'x']", "a.toml#sets.approval", ["refund", "x"]),
        ("a.toml", '[sets."a.b"]\nrefund = true\nx = false', 'a.toml#sets."a.b"', ["refund", "x"]),
        ("a.yaml", "- refund\n- x\n", "a.yaml", ["refund", "x"]),
        ("a.yml", "a:\n  - name: refund\n  - tool: x\n", "a.yml#a", ["refund", "x"]),
        ("c/a.json", '{"a": {"refund": {"approval": "high"}, "x": {}}}', "c/a.json#a", ["refund", "x"]),
        (".env", "APPROVAL_TOOLS=refund,x\nHOST=h\n", ".env#APPROVAL_TOOLS", ["refund", "x"]),
        (".env.local", "STOP='[\"refund\"]'\n", ".env.local#STOP", ["refund"]),
        ("pyproject.toml", "[tool.ours]\na = ['refund', 'x']", "pyproject.toml#tool.ours.a", ["refund", "x"]),
    ],
)
def test_a_data_file_s_collections_are_found(
    name: str, text: str, reference: str, names: list[str], tmp_path: Path
) -> None:
    write(tmp_path, name, text)
    assert [one.name for one in find(tmp_path)[reference].entries] == names


def test_every_reference_of_a_data_file_reads_the_same_names(tmp_path: Path) -> None:
    write(
        tmp_path,
        "a.toml",
        "[sets.'a b']\nx.refund = 'high'\nx.y = 'low'\n[[t]]\nname='refund'\n[[t]]\nname='z'",
    )
    write(tmp_path, "b.yaml", "sets:\n  'a.b': [refund, x]\n  '': {refund: on, x: off}\n")
    write(tmp_path, ".env", '\nTOOLS=refund x\nJ={"refund": true, "x": false}\n')
    found = find(tmp_path)
    assert len(found) >= 5
    for reference, candidate in found.items():
        path, _, key = reference.partition("#")
        if key.endswith('""'):
            continue
        assert data_files.read(Path(path), key, root=tmp_path).entries == candidate.entries, reference


def test_every_reference_is_one_that_a_config_may_hold(tmp_path: Path) -> None:
    write(tmp_path, "src/shop/__init__.py", "")
    module = write(tmp_path, "src/shop/policy.py", "class P:\n  STOP = ['refund']\n")
    write(tmp_path, "conf/names.toml", "a.b = ['refund', 'x']\n")
    found = [parse(reference) for reference in find(tmp_path, module)]
    assert found == [ModuleReference("shop.policy", "P.STOP"), FileReference("conf/names.toml", "a.b")]


def test_a_module_is_named_as_the_project_imports_it(tmp_path: Path) -> None:
    policy = write(tmp_path, "backend/shop/policy.py", "STOP = ['refund']\n")
    assert list(find(tmp_path, policy)) == ["policy:STOP"]
    for number, text in enumerate(
        (
            "from shop.policy import STOP",
            "import os, shop.policy as p",
            "def f():\n  from shop import (\n a,\n policy)",
        )
    ):
        user = write(tmp_path, f"user{number}.py", text)
        assert list(find(tmp_path, policy, user)) == ["shop.policy:STOP"]


def test_a_module_s_candidates_stand_where_sources_find_them(tmp_path: Path) -> None:
    text = (
        "class T(str, Enum):\n  R = 'refund'\n\nclass P:\n  STOP = [\n    'refund',\n    'send_mail',\n  ]\n"
    )
    module = write(tmp_path, "policy.py", text)
    for reference, candidate in find(tmp_path, module).items():
        places = Sources(tmp_path).assigned(module, reference.partition(":")[2])
        assert places.location == candidate.location
        assert [places.names.get(one.name) for one in candidate.entries] == [
            one.location for one in candidate.entries
        ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", '{"scripts": {"refund": "x", "y": "z"}}'),
        ("toolinspect.toml", "approval = ['refund', 'x']"),
        ("tsconfig.base.json", '["refund", "x"]'),
        ("a.schema.json", '["refund", "x"]'),
        ("node_modules/a.json", '["refund", "x"]'),
        (".venv/a.json", '["refund", "x"]'),
        (".hidden.json", '["refund", "x"]'),
        ("a.txt", "refund\nx\n"),
        ("a.json", '["refund", "x"'),
        ("a.yaml", "a: [refund, x]\n---\n- refund\n"),
        (
            "pyproject.toml",
            "[project]\ndependencies = ['refund', 'x']\n[tool.ruff]\nselect = ['refund', 'x']\n",
        ),
        ("a.json", '["other", "names"]'),
        ("one.json", '{"words": ["refund"]}'),
    ],
)
def test_what_is_no_set_of_the_project_s_is_left_out(name: str, text: str, tmp_path: Path) -> None:
    write(tmp_path, name, text)
    assert find(tmp_path) == {}


def test_nothing_is_raised_for_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "latin.py").write_bytes(b"A = ['refund', '\xe9']")
    (tmp_path / "a.json").mkdir()
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    broken = write(tmp_path, "broken.py", "A = ['refund', 'x'")
    modules = ("folder.py", "latin.py", broken, "gone.py", "nul\0.py", str(tmp_path / "notes.txt"))
    assert find(tmp_path, *modules) == {}


def test_only_files_that_mention_a_name_are_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    monkeypatch.setattr(collections, "parse", parsed.append)
    modules = [
        write(tmp_path, "tool.py", "def refund():\n    '''Refund it.'''\nrefund()\n"),
        write(tmp_path, "other.py", "A = ['refunds', 'a refund']\n"),
        write(tmp_path, "set.py", 'A = ["refund"]\n'),
        write(tmp_path, "field.py", "class A:\n    send_mail: bool = True\n"),
        write(tmp_path, "space.py", "A = ['look up']\n"),
    ]
    find(tmp_path, *modules)
    assert [text.split("\n")[0] for text in parsed] == ['A = ["refund"]', "class A:", "A = ['look up']"]


def test_what_has_not_changed_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modules = [write(tmp_path, "a.py", "A = ['refund', 'x']"), write(tmp_path, "b.py", "B = ['other']")]
    write(tmp_path, "a.json", '["refund", "x"]')
    write(tmp_path, "b.json", '["other", "names"]')
    candidates = Candidates(tmp_path)
    first = candidates.find(modules, mentioning=TOOLS)
    assert [one.reference for one in first] == ["a:A", "a.json"]

    def refuse(path: Path, **_: object) -> str:
        raise AssertionError(f"{path} was read again")

    with monkeypatch.context() as patch:
        patch.setattr(collections, "read_text", refuse)
        assert candidates.find(modules, mentioning=list(TOOLS)) == first
        assert candidates.find(modules, mentioning=TOOLS[:2]) == first
        assert candidates.find(modules, mentioning=()) == ()
    assert candidates.find(modules, mentioning=TOOLS) == first


def test_changes_of_files_and_of_names_are_noticed(tmp_path: Path) -> None:
    def references(*names: str) -> list[str]:
        return [one.reference for one in candidates.find(modules, mentioning=names or TOOLS)]

    modules = [write(tmp_path, "a.py", "A = ['refund', 'x']"), write(tmp_path, "b.py", "B = ['other', 'x']")]
    write(tmp_path, "b.json", '["other", "names"]')
    candidates = Candidates(tmp_path)
    assert references() == ["a:A"]
    assert references(*TOOLS, "other") == ["a:A", "b:B", "b.json"]
    write(tmp_path, "a.py", "A = ['refund', 'x']\nSTOP = ['refund']")
    assert references("refund") == ["a:A", "a:STOP", "b:B", "b.json"]
    write(tmp_path, "c.toml", "a = ['refund', 'x']")
    (tmp_path / "a.py").unlink()
    (tmp_path / "b.json").unlink()
    assert references("refund") == ["b:B", "c.toml#a"]
    write(tmp_path, "c.toml", "a = ['other', 'names', 'only']")
    assert references("refund") == ["b:B"]


def test_data_files_are_parsed_within_a_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collections, "DATA_BYTES_PARSED", 40)
    for name in ("a", "b", "c"):
        write(tmp_path, f"{name}.json", '["refund", "x"]')
    candidates = Candidates(tmp_path)
    for _ in range(2):
        assert [one.reference for one in candidates.find((), mentioning=TOOLS)] == ["a.json", "b.json"]
    (tmp_path / "a.json").unlink()
    assert [one.reference for one in candidates.find((), mentioning=TOOLS)] == ["b.json", "c.json"]


def test_an_unchanged_project_of_300_modules_takes_milliseconds(tmp_path: Path) -> None:
    modules = [
        write(tmp_path, f"p{number % 20}/m{number}.py", f"A{number} = ['refund', 'x']")
        for number in range(300)
    ]
    for number in range(20):
        write(tmp_path, f"conf/c{number}.yaml", "a: [refund, x]\n" * (number == 0) + "b: 1\n")
    candidates = Candidates(tmp_path)
    assert len(candidates.find(modules, mentioning=TOOLS)) == 301
    fastest = 1.0
    for _ in range(10):
        started = time.perf_counter()
        candidates.find(modules, mentioning=TOOLS)
        fastest = min(fastest, time.perf_counter() - started)
    assert fastest < 0.1
