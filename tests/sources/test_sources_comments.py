"""Comments that silence a finding: where they count, and what is no comment at all."""

import textwrap
import time
from pathlib import Path

import pytest

from inspector.model import Location
from inspector.sources.comments import Suppression, suppressions
from inspector.sources.python_text import Sources


def silenced(folder: Path, text: str, line: int, name: str = "m.py") -> Suppression | None:
    (folder / name).write_text(textwrap.dedent(text), encoding="utf-8")
    return suppressions(Sources(folder), [Location(name, line)], code="TI205")


MARK = "toolinspect: ignore[TI205] agreed"

COUNTS = {
    "on the line": (f"x = 1  # {MARK}\n", 1),
    "right above": (f"# {MARK}\nx = 1\n", 2),
    "above with others between": (f"# {MARK}\n# more\nx = 1\n", 3),
    "above a text of several lines": (f'# {MARK}\nTEXT = """\nfirst\nsecond\n"""\n', 4),
    "on the first line of a statement": (f"x = [  # {MARK}\n 'a',\n 'b',\n]\n", 3),
    "behind the end of a text": (f'TEXT = """\nfirst\nsecond\n"""  # {MARK}\n', 2),
    "above an argument": (
        f'a = Agent(\n  name="a",\n  # {MARK}\n  instructions="""\nfirst\nsecond\n""",\n)\n',
        6,
    ),
    "above an argument in brackets": (
        f'a = Agent(\n  name="a",\n  # {MARK}\n  instructions=(\n    "first"\n    "second"\n  ),\n)\n',
        6,
    ),
    "behind an argument's end": (f'a = Agent(\n  instructions="""\nfirst\n""",  # {MARK}\n)\n', 3),
    "above the key of a text": (f'P = {{\n  # {MARK}\n  "a": (\n    "first"\n    "second"\n  ),\n}}\n', 5),
    "above a call around it": (f"x = 1\n# {MARK}\na = Agent(\n  tools=[\n    one,\n  ],\n)\n", 5),
    "above a decorator": (f"# {MARK}\n@tool\ndef f():\n    pass\n", 3),
    "on a decorator": (f"@tool  # {MARK}\ndef f():\n    pass\n", 2),
    "on the second line of a signature": (f"def f(\n    a,  # {MARK}\n):\n    pass\n", 1),
    "within a function": (f"def f():\n    # {MARK}\n    return g(\n        1,\n    )\n", 4),
    "after a comment for another program": (f"x = 1  # noqa: E501  # {MARK}\n", 1),
    "without a space": ("x = 1  #toolinspect:ignore[TI205] agreed\n", 1),
    "with Windows line ends": (f"# {MARK}\r\nx = 1\r\n", 2),
}

SILENT = {
    "a line apart": (f"# {MARK}\n\nx = 1\n", 3),
    "below": (f"x = 1\n# {MARK}\n", 1),
    "behind the statement before": (f"y = 2  # {MARK}\nx = 1\n", 2),
    "on another argument": (f"a = Agent(\n  name='a',  # {MARK}\n  tools=[\n    one,\n  ],\n)\n", 4),
    "at a function, for its body": (f"# {MARK}\ndef f():\n    y = 1\n    x = 1\n", 4),
    "within a text": (f'TEXT = """\n# {MARK}\nfirst\n"""\n', 3),
    "within a string": (f'x = "# {MARK}"\n', 1),
    "another finding": ("x = 1  # toolinspect: ignore[TI101] agreed\n", 1),
    "talk of the program": ("x = 1  # see toolinspect, ignore[TI205]\n", 1),
}


@pytest.mark.parametrize("case", COUNTS)
def test_a_comment_counts(case: str, tmp_path: Path) -> None:
    text, line = COUNTS[case]
    found = silenced(tmp_path, text, line)
    assert found is not None
    assert (found.codes, found.reason, found.malformed) == (("TI205",), "agreed", "")


@pytest.mark.parametrize("case", SILENT)
def test_a_comment_does_not_count(case: str, tmp_path: Path) -> None:
    text, line = SILENT[case]
    assert silenced(tmp_path, text, line) is None


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.toml", f'a = ["refund"]  # {MARK}\n', 1),
        ("a.toml", f'a=["refund"]#{MARK}\n', 1),
        ("a.toml", f'# {MARK}\na = """\nfirst\nsecond\n"""\n', 4),
        ("a.toml", f'# {MARK}\na = [\n  "one",\n  "refund",\n]\n', 4),
        ("a.toml", f"a = '#'  # {MARK}\n", 1),
        ("a.yaml", f"a:\n  - refund  # {MARK}\n", 2),
        ("a.yml", f"a:\n  # {MARK}\n  - refund\n", 3),
        ("a.yaml", f"a: x\n# {MARK}\nb: |\n  # heading\n  refund\n", 5),
        (".env", f"A=refund # {MARK}\n", 1),
        (".env.production", f"# {MARK}\nA=refund\n", 2),
        ("names.txt", f"refund  # {MARK}\n", 1),
        ("p.txt", f"<!-- {MARK} -->\nUse refund\n", 2),
        ("p.md", f"<!-- {MARK} -->\nUse refund\n", 2),
        ("p.md", f"Use refund <!-- {MARK} -->\n", 1),
        ("p.md", f"<!--\n{MARK}\n-->\nUse refund\n", 4),
        ("p.j2", f"{{# {MARK} #}}\nUse refund\n", 2),
        ("prompt", f"<!-- {MARK} -->\nUse refund\n", 2),
    ],
)
def test_other_languages_have_comments_of_their_own(name: str, text: str, line: int, tmp_path: Path) -> None:
    found = silenced(tmp_path, text, line, name)
    assert found is not None and found.reason == "agreed"


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.toml", f'a = """\n# {MARK}\nrefund\n"""\n', 3),
        ("a.toml", f"a = '''\n# {MARK}\nrefund\n'''\n", 3),
        ("a.toml", f'a = "# {MARK}"\n', 1),
        ("a.yaml", f"a: |\n  # {MARK}\n  refund\n", 3),
        ("a.yaml", f'a: "# {MARK}"\n', 1),
        ("a.yaml", f"a: refund#{MARK}\n", 1),
        (".env", f'A="# {MARK}"\n', 1),
        ("p.md", f"# {MARK}\nUse refund\n", 2),
        ("p.md", f"<!-- {MARK}\nUse refund\n", 2),
        ("a.json", f'{{"a": "# {MARK}"}}\n', 1),
    ],
)
def test_what_only_looks_like_a_comment_is_none(name: str, text: str, line: int, tmp_path: Path) -> None:
    assert silenced(tmp_path, text, line, name) is None


def test_one_comment_may_name_several_codes(tmp_path: Path) -> None:
    found = silenced(tmp_path, "x = 1  # toolinspect: ignore[ti101, TI205 TI301]: twins - for now\n", 1)
    assert found is not None
    assert found.codes == ("TI101", "TI205", "TI301")
    assert found.reason == "twins - for now"


def test_comments_for_different_codes_stand_above_each_other(tmp_path: Path) -> None:
    text = "# toolinspect: ignore[TI205] one\n# toolinspect: ignore[TI101] two\nx = 1\n"
    (tmp_path / "m.py").write_text(text)
    for code, reason in (("TI205", "one"), ("TI101", "two")):
        found = suppressions(Sources(tmp_path), [Location("m.py", 3)], code=code)
        assert found is not None and found.reason == reason


def test_any_of_a_findings_places_will_do(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(f"x = 1\ny = 2  # {MARK}\n")
    places = [Location("gone.py", 3), Location("m.py", None), Location("m.py", 1), Location("m.py", 2)]
    found = suppressions(Sources(tmp_path), places, code="TI205")
    assert found is not None and found.location == Location("m.py", 2)


def test_a_comment_without_a_reason_is_found_without_one(tmp_path: Path) -> None:
    found = silenced(tmp_path, "x = 1  # toolinspect: ignore[TI205]  # noqa: E501\n", 1)
    assert found is not None and (found.reason, found.malformed) == ("", "")


@pytest.mark.parametrize(
    ("comment", "problem", "codes"),
    [
        ("toolinspect:", "nothing is said after `toolinspect:`", ()),
        ("toolinspect: ignore", "`ignore` is not understood", ()),
        ("toolinspect: ignore TI205 agreed", "`ignore TI205 agreed` is not understood", ("TI205",)),
        ("toolinspect: ignore[TI205 agreed", "`ignore[TI205 agreed` is not understood", ("TI205",)),
        ("toolinspect: skip[TI205] agreed", "`skip` is not understood", ("TI205",)),
        ("toolinspect: ingore[ti205] agreed", "`ingore` is not understood", ("TI205",)),
        ("toolinspect: (see the notes)", "`(see the notes)` is not understood", ()),
        ("toolinspect: ignore[] agreed", "`ignore[]` names no code", ()),
        ("toolinspect: ignore[TI999] agreed", "`TI999` is no code of a finding", ()),
        ("toolinspect: ignore[refund, x] agreed", "`refund`, `x` are no codes of a finding", ()),
    ],
)
def test_a_malformed_comment_says_what_is_not_understood(
    comment: str, problem: str, codes: tuple[str, ...], tmp_path: Path
) -> None:
    found = silenced(tmp_path, f"x = 1  # {comment}\n", 1)
    assert found is not None and (found.malformed, found.codes) == (problem, codes)


def test_a_known_code_beside_an_unknown_one_still_counts(tmp_path: Path) -> None:
    found = silenced(tmp_path, "x = 1  # toolinspect: ignore[TI205, TI999] agreed\n", 1)
    assert found is not None
    assert found.codes == ("TI205",) and "TI999" in found.malformed


def test_comments_count_up_to_where_a_module_is_broken(tmp_path: Path) -> None:
    assert silenced(tmp_path, f"x = 1  # {MARK}\ny = (\n", 1) is not None
    assert silenced(tmp_path, f'x = """\n# {MARK}\ny = 1\n', 2) is None


def test_lines_that_are_not_there_have_no_comment(tmp_path: Path) -> None:
    for line in (0, -3, 99):
        assert silenced(tmp_path, f"x = 1\n# {MARK}\n", line) is None


def test_ten_thousand_findings_read_their_file_once(tmp_path: Path) -> None:
    lines = [f"x{number} = 'refund'  # {MARK}" for number in range(10_000)]
    (tmp_path / "m.py").write_text("\n".join(lines))
    sources = Sources(tmp_path)
    started = time.perf_counter()
    found = [suppressions(sources, [Location("m.py", line)], code="TI205") for line in range(1, 10_001)]
    assert all(one is not None for one in found)
    assert time.perf_counter() - started < 10


def test_a_chain_of_thousands_of_calls_is_no_matter(tmp_path: Path) -> None:
    chain = "x = (\n  a\n" + "  .b(1)\n" * 900 + f")  # {MARK}\n"
    assert silenced(tmp_path, chain, 500) is not None
