"""Data files that are broken, hostile or mere noise: refused in words, quickly, and never otherwise."""

import time
from pathlib import Path
from unittest import mock

import pytest
import ruamel.yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.sources import SourceError, data_files
from inspector.sources.collections import Candidates
from inspector.sources.errors import Malformed
from inspector.sources.formats import Format, parse

FORMATS: tuple[Format, ...] = ("toml", "yaml", "json", "env", "txt")
HOSTILE = {
    "an anchor within itself": "a: &a\n  - *a\n",
    "an anchor that is not there": "a: *b\n",
    "a Python object": "!!python/object/apply:os.system ['true']\n",
    "a Python name": "a: !!python/name:os.system\n",
    "a Python object spelled out": "a: !<tag:yaml.org,2002:python/object:os.x> b\n",
    "a Python object behind a handle": "%TAG ! tag:yaml.org,2002:python/\n---\na: !object:x y\n",
    "a tab as indentation": "a:\n\t- b\n",
    "lists 10,000 levels deep": "[" * 10_000 + "]" * 10_000,
    "lists that never close": "[" * 100_000,
    "mappings that never close": "{a: " * 10_000,
    "dashes 10,000 levels deep": "- " * 10_000 + "x",
    "several documents": "a: 1\n---\nb: 1\n",
    "a key twice": "a: 1\nb: 2\na: 3\n",
    "a list as a key": "? [a, b]\n: c\n",
    "a merged word": "a:\n  <<: b\n",
    "control characters": "a: \x01\n",
    "half a surrogate pair": 'a: "\\ud800"\n',
    "an unknown escape": 'a: "\\q"\n',
    "an unknown version": "%YAML 9.9\n---\na: 1\n",
    "a quote that never ends": 'a: "b\n',
}


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.parametrize("pure", [False, True], ids=["compiled", "pure"])
def test_hostile_yaml_is_refused_quickly(case: str, pure: bool, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(HOSTILE[case])
    whole = ruamel.yaml.YAML
    parser = mock.patch.object(ruamel.yaml, "YAML", lambda typ: whole(typ=typ, pure=pure))
    started = time.perf_counter()
    with parser, pytest.raises(SourceError) as caught:
        data_files.read(Path("a.yaml"), "", root=tmp_path)
    assert time.perf_counter() - started < 5
    assert caught.value.path == "a.yaml" and caught.value.problem and caught.value.do


def test_aliases_that_double_again_and_again_stay_small(tmp_path: Path) -> None:
    levels = [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 30)]
    (tmp_path / "a.yaml").write_text("\n".join(["l0: &l0 [refund, x]", *levels]))
    started = time.perf_counter()
    assert [one.name for one in data_files.read(Path("a.yaml"), "l0", root=tmp_path).entries] == [
        "refund",
        "x",
    ]
    with pytest.raises(SourceError, match="list"):
        data_files.read(Path("a.yaml"), "l29", root=tmp_path)
    assert Candidates(tmp_path).find((), mentioning=["refund"])
    assert time.perf_counter() - started < 5


def test_merges_that_double_again_and_again_are_refused(tmp_path: Path) -> None:
    first = "m0: &m0\n" + "".join(f"  k{number}: 1\n" for number in range(1000))
    levels = [f"m{n}: &m{n}\n  <<: [{', '.join([f'*m{n - 1}'] * 10)}]\n" for n in range(1, 30)]
    (tmp_path / "a.yaml").write_text(first + "".join(levels))
    with pytest.raises(SourceError, match="merges"):
        data_files.read(Path("a.yaml"), "m29", root=tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.toml", "a = " + "[" * 10_000),
        ("a.toml", "a = " + "{a=" * 10_000),
        ("a.toml", ".".join(["a"] * 10_000) + " = 1"),
        ("a.toml", "[" + ".".join(["a"] * 5_000) + "]\nb = 1"),
        ("a.toml", "a = " + "1" * 5_000),
        ("a.toml", "a = 2020-13-45"),
        ("a.toml", "a = 1\na = 2"),
        ("a.json", "[" * 100_000 + "]" * 100_000),
        ("a.json", "1" * 5_000),
        ("a.json", '["\\ud800"]'),
        ("a.json", '{"a": 1, "a": 2}'),
        ("a.json", ""),
        ("a.json", "[1] [2]"),
        ("a.env", 'A="' + "\\\\" * 500_000),
        ("a.env", 'A="' + 'x\\"' * 300_000),
    ],
)
def test_other_hostile_files_are_refused_quickly(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    started = time.perf_counter()
    with pytest.raises(SourceError):
        data_files.read(Path(name), "", root=tmp_path)
    assert time.perf_counter() - started < 5


def test_hostile_files_yield_no_candidates(tmp_path: Path) -> None:
    for number, text in enumerate(HOSTILE.values()):
        (tmp_path / f"h{number}.yaml").write_text(f"{text}# refund\n")
    for one in Candidates(tmp_path).find((), mentioning=["refund"]):
        assert "refund" in [entry.name for entry in one.entries]


NOISE = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=60),
    st.text("""[]{}"'#:=,-&*!|>%@`<?.\\ \n\r\ta1é""", max_size=60),
    st.lists(
        st.sampled_from(
            ["a", "b: ", "- ", "[", "]", "{", "}", '"', "'", "\n", "  ", "&x ", "*x", "<<: ", "|\n", "#", ",",
             "=", "'''", '"""', "[[", "---\n", "!!str ", "? ", "null", "1e9", "\\u12", "export ", "A="]
        ),
        max_size=25,
    ).map("".join),
)  # fmt: skip


@pytest.mark.parametrize("form", FORMATS)
@given(text=NOISE)
@settings(max_examples=150)
def test_noise_is_read_or_refused(form: Format, text: str) -> None:
    try:
        parse(text, form)
    except Malformed as error:
        assert error.problem
        assert error.line is None or 1 <= error.line <= len(text.split("\n")) + text.count("\r")


@given(data=st.binary(max_size=80), key=st.text(".ab\"'[]0\\", max_size=6), name=st.sampled_from(
    ["a.toml", "a.yaml", "a.json", ".env", "a.txt"]))  # fmt: skip
@settings(max_examples=150)
def test_random_bytes_are_read_or_refused(
    data: bytes, key: str, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    (folder / name).write_bytes(data)
    try:
        found = data_files.read(Path(name), key, root=folder)
    except SourceError as error:
        assert str(error).startswith(name)
    else:
        assert all(one.location is not None for one in found.entries)
    (folder / name).unlink()
