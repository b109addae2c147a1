"""Names in data files, each with its line; a file that can't be used is refused in words."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.sources import SourceError, data_files
from inspector.sources.data_shapes import entries
from inspector.sources.formats import Format, parse
from inspector.sources.json_nodes import parse_json
from inspector.sources.nodes import Items, Table

NAMES = st.lists(st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True), unique=True, min_size=1)


GAPS = st.sampled_from(["", "\n", "# a comment: [x]\n", "\n\n#\n"])
ENDS = st.sampled_from(["\n", "\r\n"])


def read(folder: Path, text: str, name: str, key: str = "") -> data_files.DataSet:
    (folder / name).write_text(text, encoding="utf-8")
    return data_files.read(Path(name), key, root=folder)


def lines(found: data_files.DataSet) -> list[tuple[str, int | None]]:
    return [(one.name, one.location.line if one.location else None) for one in found.entries]


@given(NAMES, st.integers(0, 4))
def test_each_name_in_json_stands_on_its_line(names: list[str], indent: int) -> None:
    text = json.dumps({"list": names, "table": dict.fromkeys(names, True)}, indent=indent or None)
    top = parse_json(text)
    assert isinstance(top, Table)
    listed, table = top.members["list"].node, top.members["table"].node
    assert isinstance(listed, Items) and isinstance(table, Table)
    for name, item, member in zip(names, listed.items, table.members.values(), strict=True):
        assert name in text.split("\n")[item.line - 1]
        assert name in text.split("\n")[member.line - 1]


def check_lines(text: str, form: Format, names: list[str]) -> None:
    """The document has `names` under `list` and `table`, and as `name` in `tables`."""
    top = parse(text, form)
    assert isinstance(top, Table)
    written = text.replace("\r\n", "\n").split("\n")
    for key in ("list", "table", "tables"):
        found = entries(top.members[key].node, "a")
        assert [one.name for one in found] == names
        for one in found:
            assert one.location is not None and one.location.line is not None
            assert one.name in written[one.location.line - 1]
            assert key == "tables" or one.name not in written[one.location.line - 2]
    assert len({one.location for one in entries(top.members["table"].node, "a")}) == len(names)


@given(NAMES, st.data(), ENDS, st.sampled_from(["- {}", "- '{}'", '- "{}"', "- é{}"]))
def test_each_name_in_yaml_stands_on_its_line(
    names: list[str], data: st.DataObject, end: str, item: str
) -> None:
    names = [name.center(len(name) + 2, "q") for name in names]
    wanted = [f"é{name}" if "é" in item else name for name in names]

    def block(lines: list[str]) -> str:
        return "".join(f"{data.draw(GAPS)}  {line}\n" for line in lines)

    text = "list:\n" + block([item.format(name) for name in names])
    text += "text: |\n  list:\n    - 😀\n\n" + "table:\n" + block([f"'{name}': on" for name in wanted])
    text += "tables:\n" + block([f"- {{x: 1, name: {name}}}" for name in wanted])
    check_lines(text.replace("\n", end), "yaml", wanted)


@given(NAMES, st.data(), ENDS, st.booleans())
def test_each_name_in_toml_stands_on_its_line(
    names: list[str], data: st.DataObject, end: str, single: bool
) -> None:
    names = [name.center(len(name) + 2, "q") for name in names]
    quote = "'" if single else '"'
    text = 'text = """\nlist = 😀 [\n"""\nlist = [\n'
    text += "".join(f"{data.draw(GAPS)}  {quote}{name}{quote}, # x\n" for name in names) + "]\n[table]\n"
    text += "".join(f"{data.draw(GAPS)}{quote}{name}{quote} = true\n" for name in names)
    text += "".join(f"[[tables]]\n{data.draw(GAPS)}x = 1\nname = {quote}{name}{quote}\n" for name in names)
    check_lines(text.replace("\n", end), "toml", names)


def test_every_format_gives_names_with_lines(tmp_path: Path) -> None:
    expected = [("refund", 2), ("mail", 3)]
    assert lines(read(tmp_path, 'a = [\n"refund",\n"mail"]\n', "a.toml", "a")) == expected
    assert lines(read(tmp_path, "a:\n- refund\n- mail\n", "a.yaml", "a")) == expected
    assert lines(read(tmp_path, '{"a": [\r\n"refund",\r\n"mail"]}', "a.json", "a")) == expected
    assert lines(read(tmp_path, "# names\nrefund\nmail # old\n", "a.txt")) == expected
    assert lines(read(tmp_path, "\nA=refund, x\n", ".env.production", "A")) == [("refund", 2), ("x", 2)]


def test_merged_yaml_keys_stand_where_they_are_written(tmp_path: Path) -> None:
    found = read(tmp_path, "b: &b\n  mail: off\ns:\n  <<: *b\n  refund: high\n", "a.yaml", "s")
    assert [(one.name, one.value) for one in found.entries] == [("refund", "high"), ("mail", False)]
    assert lines(found) == [("refund", 5), ("mail", 2)]


@pytest.mark.parametrize(
    ("name", "text", "line", "part"),
    [
        ("a.yaml", "x: 1\ny: &c\n  - *c\n", 2, "contains itself"),
        ("a.yaml", "x: 1\nx: 2\n", 2, "twice"),
        ("a.yaml", "a: 1\n---\nb: 2\n", 2, "several documents"),
        ("a.yaml", "a: !!python/object:os.system x\n", 1, "Python object"),
        ("a.yaml", "a: [1,\n", 1, "isn't valid YAML"),
        ("a.json", '{"a": 1,\n"a": 2}', 2, "twice"),
        ("a.json", '{"a": [1', 1, "only half"),
        ("a.json", "[" * 100_000, None, "nested too deeply"),
        ("a.toml", "a = [\n", None, "isn't valid TOML"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(
    tmp_path: Path, name: str, text: str, line: int | None, part: str
) -> None:
    with pytest.raises(SourceError) as caught:
        read(tmp_path, text, name)
    assert part in caught.value.problem
    assert line is None or caught.value.line == line


def test_a_pipe_a_directory_and_50_megabytes_are_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    with open(tmp_path / "large.json", "wb") as file:
        file.truncate(50_000_000)
    for name, part in (("pipe", "a pipe"), ("folder", "a directory"), ("large", "50.0 MB")):
        with pytest.raises(SourceError, match=part):
            data_files.read(Path(f"{name}.json"), "", root=tmp_path)


def test_an_absent_key_or_file_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="did you mean `approval`"):
        read(tmp_path, '{"approval": []}', "names.json", "aproval")
    with pytest.raises(SourceError, match=r"did you mean `names\.json`"):
        data_files.read(Path("name.json"), "", root=tmp_path)
