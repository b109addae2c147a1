"""Where constants, attributes and texts stand in source, read again only when a file has changed."""

import os
import time
from pathlib import Path

import pytest

from inspector.model import Location
from inspector.sources import python_text
from inspector.sources.python_text import Sources


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return name


def places(folder: Path, module: str, attribute: str) -> tuple[str | None, dict[str, str]]:
    """(where it is defined, name to place), each as `file:line`."""
    found = Sources(folder).assigned(module, attribute)
    at = str(found.location) if found.location is not None else None
    return at, {name: str(place) for name, place in found.names.items()}


def test_a_constant_is_found_in_the_statement_that_was_meant(tmp_path: Path) -> None:
    text = (
        'STOP = ["refund"]\n'
        "a = Agent(\n"
        '    name="a",\n'
        "    tool_use_behavior=StopAtTools(stop_at_tool_names=[\n"
        '        "refund",\n'
        "    ]),\n"
        ")\n"
        "def make():\n"
        '    one = Agent(stop=["refund"])\n'
        '    two = Agent(stop=["refund"])\n'
        "    return one, two\n"
    )
    module = write(tmp_path, "m.py", text)
    sources = Sources(tmp_path)
    expected = {2: 5, 3: 5, 4: 5, 9: 9, 10: 10, 11: 9, 8: 9, 1: 1, None: 1, 99: 1, 0: 1, -4: 1}
    for near, line in expected.items():
        assert sources.constant(module, "refund", near=near) == Location("m.py", line), near


@pytest.mark.parametrize(
    "text",
    [
        '"""refund"""\n',
        "def f():\n    'refund'\n",
        "x = f'refund'\n",
        "x = 'refunds'\n",
        "x = b'refund'\n",
        "refund = 1\n",
        "# 'refund'\n",
        "x = ('refund'\n",
        "",
    ],
)
def test_what_is_no_string_constant_is_not_found(text: str, tmp_path: Path) -> None:
    assert Sources(tmp_path).constant(write(tmp_path, "m.py", text), "refund", near=1) is None


def test_a_constant_of_several_pieces_is_one(tmp_path: Path) -> None:
    module = write(tmp_path, "m.py", "x = 1\ny = ('re'\n     'fund')\n")
    assert Sources(tmp_path).constant(module, "refund") == Location("m.py", 2)


SHAPES = {
    "list": ("A = [\n  'refund',\n  'mail',\n]\n", "A", "1", {"refund": 2, "mail": 3}),
    "annotated": ("A: list[str] = [\n  'refund',\n]\n", "A", "1", {"refund": 2}),
    "frozenset": ("\nA = frozenset({\n  'refund',\n})\n", "A", "2", {"refund": 3}),
    "dict": ("A = {\n  'refund': 'mail',\n  'mail': 'x',\n}\n", "A", "1", {"refund": 2, "mail": 3}),
    "keywords": ("A = dict(\n  refund='x',\n  mail=1,\n)\n", "A", "1", {"refund": 2, "mail": 3}),
    "constants": ("R = 'refund'\n\nA = [\n  R,\n  'mail',\n]\n", "A", "3", {"refund": 4, "mail": 5}),
    "sum": ("A = ['refund']\nB = [\n  *A,\n] + ['mail']\n", "B", "2", {"refund": 1, "mail": 4}),
    "union": ("A = {'refund'}\nB = A | {\n  'mail'}\n", "B", "2", {"refund": 1, "mail": 3}),
    "added to": ("A = ['refund']\nA.append('mail')\nA += ['x']\nA[1] = 'y'\n", "A", "1", {
        "refund": 1, "mail": 2, "x": 3, "y": 4}),
    "a key set later": ("A = {}\nA['refund'] = True\n", "A", "1", {"refund": 2}),
    "the last one": ("A = ['refund']\nA = [\n  'refund']\n", "A", "2", {"refund": 3}),
    "either branch": ("if x:\n  A = ['refund']\nelse:\n  A = ['mail']\n", "A", "4", {"refund": 2, "mail": 4}),
    "Enum": ("class A(str, Enum):\n  R = 'refund'\n  M = 'mail'\n", "A", "1", {"refund": 2, "mail": 3}),
    "auto": ("class A(StrEnum):\n  REFUND = auto()\n  MAIL = auto()\n", "A", "1", {"refund": 2, "mail": 3}),
    "members": ("class T(Enum):\n  R = 'refund'\nA = [\n  T.R,\n]\n", "A", "3", {"refund": 4}),
    "values": ("class T(Enum):\n  R = 'refund'\nA = [\n  T.R.value,\n]\n", "A", "3", {"refund": 4}),
    "dataclass": ("@dataclass\nclass A:\n  refund: bool = True\n  mail: str = 'x'\n", "A", "2", {
        "refund": 3, "mail": 4}),
    "instance": ("class F:\n  refund: bool = True\nA = F(\n  refund=False,\n)\n", "A", "3", {"refund": 4}),
    "function": ("def a():\n  '''refund'''\n  return [\n    'refund',\n  ]\n", "a", "1", {"refund": 4}),
    "async": ("async def a():\n  return {\n    'refund': 1}\n", "a", "1", {"refund": 3}),
    "built up": ("def a():\n  x = []\n  x.append('refund')\n  return x\n", "a", "1", {"refund": 3}),
    "through a constant": ("R = ['refund']\n\ndef a():\n  return R\n", "a", "3", {"refund": 1}),
    "attribute": ("class P:\n  A = [\n    'refund']\n", "P.A", "2", {"refund": 3}),
    "inner class": ("class P:\n  class Q:\n    A = ['refund']\n", "P.Q.A", "3", {"refund": 3}),
    "method": ("class P:\n  @classmethod\n  def a(cls):\n    return ['refund']\n", "P.a", "3", {"refund": 4}),
    "item": ("P = {\n  'free': ['look'],\n  'pro': [\n    'refund']}\n", "P.pro", "3", {"refund": 4}),
    "item of an Enum": ("P = {\n  Plan.PRO: ['refund']}\n", "P.PRO", "2", {"refund": 2}),
    "item of a class": ("class P:\n  A = {\n    'x': ['refund']}\n", "P.A.x", "3", {"refund": 3}),
    "item of an item": ("P = {'a':\n  {'b': ['refund']}}\n", "P.a.b", "2", {"refund": 2}),
    "item elsewhere": ("Q = ['refund']\nP = {\n  'pro': Q, **{}}\n", "P.pro", "3", {"refund": 1}),
    "inherited": ("class B:\n  A = ['refund']\nclass P(B):\n  pass\n", "P.A", "2", {"refund": 2}),
    "of an instance": ("class P:\n  A = ['refund']\np = P()\n", "p.A", "2", {"refund": 2}),
    "alias": ("A = ['refund']\nB = A\n", "B", "2", {"refund": 1}),
    "comprehension": ("A = {n: 1 for n in (\n  'refund',)}\n", "A", "1", {"refund": 2}),
    "several targets": ("A = B = ['refund']\n", "B", "1", {"refund": 1}),
    "unpacked": ("A, B = ['refund'], [\n  'mail']\n", "B", "1", {"mail": 2}),
    "cast": ("A = cast('list[str]', [\n  'refund'])\n", "A", "1", {"refund": 2}),
    "walrus and lambda": ("A = (lambda: [\n  'refund'])\n", "A", "1", {"refund": 2}),
    "text": ("A = '''\nUse refund\n'''\n", "A", "1", {"\nUse refund\n": 1}),
    "type statement": ("A = Literal['refund', 'mail']\n", "A", "1", {"refund": 1, "mail": 1}),
    "itself": ("A = A + ['refund']\n", "A", "1", {"refund": 1}),
}  # fmt: skip


@pytest.mark.parametrize("case", SHAPES)
def test_names_of_an_attribute_stand_where_they_are_written(case: str, tmp_path: Path) -> None:
    text, attribute, line, expected = SHAPES[case]
    at, found = places(tmp_path, write(tmp_path, "m.py", text), attribute)
    assert at == f"m.py:{line}"
    names = {name: found.get(name) or found.get(name.upper()) for name in expected}
    assert names == {name: f"m.py:{number}" for name, number in expected.items()}


IMPORTS = {
    "relative": ("pkg/__init__.py", "from .policy import A\n", "pkg/policy.py"),
    "renamed": ("pkg/__init__.py", "from .policy import B as A\n", "pkg/policy.py"),
    "absolute": ("app.py", "from pkg.policy import A\n", "pkg/policy.py"),
    "below src": ("src/app.py", "from pkg.policy import A\n", "src/pkg/policy.py"),
    "from src": ("app.py", "from pkg.policy import A\n", "src/pkg/policy.py"),
    "two levels up": ("pkg/a/b.py", "from ..policy import A\n", "pkg/policy.py"),
    "star": ("app.py", "from pkg.policy import *\n", "pkg/policy.py"),
    "guarded": (
        "app.py",
        "try:\n  from pkg.policy import A\nexcept ImportError:\n  A = None\n",
        "pkg/policy.py",
    ),
    "in brackets": ("app.py", "from pkg.policy import (\n  X,\n  A,\n)\n", "pkg/policy.py"),
}


@pytest.mark.parametrize("case", IMPORTS)
def test_an_attribute_is_followed_through_imports(case: str, tmp_path: Path) -> None:
    user, statement, policy = IMPORTS[case]
    write(tmp_path, policy, "\nA = [\n  'refund',\n]\nB = A\n")
    at, found = places(tmp_path, write(tmp_path, user, statement), "A")
    assert found["refund"] == f"{policy}:3"
    assert at in (f"{policy}:2", f"{policy}:5", "app.py:4")


def test_attributes_are_followed_through_imported_modules(tmp_path: Path) -> None:
    write(tmp_path, "pkg/__init__.py", "")
    write(tmp_path, "pkg/policy.py", "A = [\n  'refund']\n")
    user = write(
        tmp_path, "app.py", "from pkg import policy\nimport pkg.policy as p\nB = [*policy.A]\nC = p.A\n"
    )
    for attribute in ("policy.A", "B", "C", "p.A"):
        _, found = places(tmp_path, user, attribute)
        assert found.get("refund") in ("pkg/policy.py:2", "app.py:3", "app.py:4"), attribute


def test_sets_of_imported_constants_stand_where_they_are_listed(tmp_path: Path) -> None:
    write(tmp_path, "names.py", "R = 'refund'\nclass T(StrEnum):\n  M = 'mail'\n")
    module = write(tmp_path, "policy.py", "from names import R, T\nA = [\n  R,\n  T.M,\n]\n")
    at, found = places(tmp_path, module, "A")
    assert (at, found["refund"], found["mail"]) == ("policy.py:2", "policy.py:3", "policy.py:4")


def test_what_cannot_be_found_has_no_places(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "from b import A\nfrom .x import Y\nfrom ....... import Z\nfrom os import W\n")
    write(tmp_path, "b.py", "from a import A\n")
    write(tmp_path, "broken.py", "A = [")
    write(tmp_path, "long.py", f"from {'a' * 5000} import A\n")
    write(tmp_path, "deep.py", "A = " + "(" * 300 + ")" * 300)
    (tmp_path / "binary.py").write_bytes(b"A = '\xff'")
    (tmp_path / "folder.py").mkdir()
    modules = (
        "a.py",
        "b.py",
        "broken.py",
        "deep.py",
        "binary.py",
        "folder.py",
        "gone.py",
        "nul\0.py",
        "long.py",
        "",
    )
    for module in modules:
        for attribute in ("A", "Y", "Z", "W", "A.b.c", "", ".", "é"):
            assert places(tmp_path, module, attribute) == (None, {})


def test_many_names_that_refer_to_each_other_take_no_time(tmp_path: Path) -> None:
    lines = ["A0 = ['refund']", *(f"A{n} = A{n - 1} + A{n - 1} + [A{n - 2}]" for n in range(2, 400))]
    module = write(tmp_path, "m.py", "\n".join(lines))
    started = time.perf_counter()
    places(tmp_path, module, "A399")
    assert time.perf_counter() - started < 2


def test_lines_end_where_editors_end_them(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_bytes("a\r\nb\x0cc\u2028d\ne\rf".encode())
    assert Sources(tmp_path).lines("m.py") == ["a", "b\x0cc\u2028d", "e", "f"]
    assert Sources(tmp_path).lines("gone.py") == ()


def test_places_count_lines_as_python_does(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_bytes("\ufeffx = '\u2028\x0c'\r\n\x0c\r\nA = ['refund']\r\n".encode())
    sources = Sources(tmp_path)
    assert sources.constant("m.py", "refund") == Location("m.py", 3)


def test_a_changed_file_is_read_again_and_an_unchanged_one_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    whole = python_text.read_text

    def counted(path: Path, *, root: Path, limit: int, what: str) -> str:
        read.append(path)
        return whole(path, root=root, limit=limit, what=what)

    monkeypatch.setattr(python_text, "read_text", counted)
    module = write(tmp_path, "m.py", "A = ['refund']\n")
    sources = Sources(tmp_path)
    for _ in range(3):
        assert sources.assigned(module, "A").names == {"refund": Location("m.py", 1)}
        assert sources.lines(tmp_path / "m.py") == ["A = ['refund']", ""]
    assert len(read) == 1
    write(tmp_path, "m.py", "\nA = ['refund']\n")
    assert sources.assigned(module, "A").names == {"refund": Location("m.py", 2)}
    status = (tmp_path / "m.py").stat()
    write(tmp_path, "m.py", "\nA = ['refunt']\n")
    os.utime(tmp_path / "m.py", ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert list(sources.assigned(module, "A").names) == ["refunt"]
    assert len(read) == 3


def test_a_file_that_vanishes_is_forgotten_and_found_again(tmp_path: Path) -> None:
    module = write(tmp_path, "m.py", "A = ['refund']\n")
    sources = Sources(tmp_path)
    assert sources.constant(module, "refund") is not None
    (tmp_path / "m.py").unlink()
    assert sources.constant(module, "refund") is None
    assert sources.lines(module) == () and sources.module(module) is None
    assert sources.assigned(module, "A").location is None
    write(tmp_path, "m.py", "\nA = ['refund']\n")
    assert sources.constant(module, "refund") == Location("m.py", 2)


def test_files_outside_the_project_have_absolute_paths(tmp_path: Path) -> None:
    write(tmp_path, "lib/m.py", "A = ['refund']\n")
    (tmp_path / "project").mkdir()
    sources = Sources(tmp_path / "project")
    assert sources.constant("../lib/m.py", "refund") == Location((tmp_path / "lib/m.py").as_posix(), 1)


def test_a_file_too_large_to_be_source_is_left_alone(tmp_path: Path) -> None:
    with open(tmp_path / "m.py", "wb") as file:
        file.truncate(python_text.SIZE_LIMIT + 1)
    assert Sources(tmp_path).module("m.py") is None


def test_20_000_lines_are_searched_in_no_time(tmp_path: Path) -> None:
    body = "".join(f"def f{number}():\n    x = ['refund']\n    return x\n\n" for number in range(5_000))
    module = write(tmp_path, "m.py", body + "A = ['mail']\n")
    sources = Sources(tmp_path)
    started = time.perf_counter()
    for number in range(5_000):
        assert sources.constant(module, "refund", near=number * 4 + 1) == Location("m.py", number * 4 + 2)
    assert sources.assigned(module, "A").names == {"mail": Location("m.py", 20_001)}
    assert time.perf_counter() - started < 8
