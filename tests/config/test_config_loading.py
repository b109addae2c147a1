"""A config is read whole, or refused with file, line, key and a way out."""

import json
from pathlib import Path

import pytest

from inspector.config import ConfigError, load
from inspector.model import CODES


def write(folder: Path, text: str, name: str = "toolinspect.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problem(folder: Path, text: str, name: str = "toolinspect.toml") -> ConfigError:
    write(folder, text, name)
    with pytest.raises(ConfigError) as caught:
        load(folder)
    return caught.value


def test_a_project_without_config_has_the_defaults(tmp_path: Path) -> None:
    loaded = load(tmp_path)
    assert loaded.path is None
    assert loaded.config.timeout == 20.0
    assert loaded.config.agents == ()


def test_pyproject_keys_stand_under_the_tool_table(tmp_path: Path) -> None:
    write(
        tmp_path,
        '[project]\nname = "x"\n[tool.toolinspect]\nagents = ["a.b:c"]\ntimeout = 5\n',
        "pyproject.toml",
    )
    loaded = load(tmp_path)
    assert loaded.config.agents == ("a.b:c",)
    assert loaded.config.timeout == 5.0


def test_the_own_file_wins_over_pyproject(tmp_path: Path) -> None:
    write(tmp_path, "[tool.toolinspect]\ntimeout = 5\n", "pyproject.toml")
    write(tmp_path, 'ignore = ["TI303"]\n')
    assert load(tmp_path).config.ignore == ("TI303",)
    assert load(tmp_path).config.timeout == 20.0


def test_arguments_keep_their_values(tmp_path: Path) -> None:
    write(tmp_path, '[arguments]\n"support.factory:build" = {db = "support.fakes:DB", retries = 3}\n')
    assert load(tmp_path).config.arguments == {
        "support.factory:build": {"db": "support.fakes:DB", "retries": 3}
    }


def test_an_unknown_key_names_line_and_nearest_key(tmp_path: Path) -> None:
    error = problem(tmp_path, 'agents = []\n\nignroe = ["TI303"]\n')
    assert (error.line, error.key) == (3, "ignroe")
    assert "did you mean `ignore`?" in str(error)
    assert "toolinspect.toml:3: ignroe:" in str(error)


@pytest.mark.parametrize(
    ("text", "key", "line", "said"),
    [
        ('agents = "a:b"\n', "agents", 1, "expected a list, got a string"),
        ("\ntimeout = -1\n", "timeout", 2, "> 0"),
        ("timeout = nan\n", "timeout", 1, "> 0"),
        ("timeout = inf\n", "timeout", 1, "<= 86400"),
        ("timeout = 1e12\n", "timeout", 1, "<= 86400"),
        ('ignore = ["TI3"]\n', "ignore", 1, "finding codes such as TI303"),
        (
            '[severity]\nTI101 = "fatal"\n',
            "severity.TI101",
            2,
            'can\'t be "fatal"; choose one of `error`, `info`, `warning`',
        ),
        ("[severity]\nTI101 = 3\n", "severity.TI101", 2, "can't be 3"),
        ('severity = {TI101 = "no"}\n', "severity.TI101", 1, 'can\'t be "no"'),
        ("[env]\nKEY = 3\n", "env.KEY", 2, "expected a string, got a number"),
    ],
)
def test_a_wrong_type_names_line_and_key(tmp_path: Path, text: str, key: str, line: int, said: str) -> None:
    error = problem(tmp_path, text)
    assert (error.key, error.line) == (key, line)
    assert said in str(error)


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ('timeout = 3\nignore = ["TI110"]\n', "ignore", 2),
        ('[per-consumer-ignores]\nDesk = ["TI101"]\nOrders = ["TI110"]\n', "per-consumer-ignores.Orders", 3),
        ('[severity]\nTI101 = "info"\nTI110 = "info"\n', "severity.TI110", 3),
    ],
)
def test_a_code_that_does_not_exist_names_line_and_nearest(
    tmp_path: Path, text: str, key: str, line: int
) -> None:
    error = problem(tmp_path, text)
    assert (error.key, error.line) == (key, line)
    assert "there is no finding TI110; did you mean TI10" in str(error)


def test_what_is_like_nothing_gets_no_suggestion(tmp_path: Path) -> None:
    assert str(problem(tmp_path, 'ignore = ["TI999"]\n')).endswith("there is no finding TI999")
    unlike = str(problem(tmp_path, "x = 1\n"))
    assert "did you mean" not in unlike
    assert "known keys: agents, python, path," in unlike


def test_the_table_of_pyproject_is_told_apart_from_the_own_file(tmp_path: Path) -> None:
    error = problem(tmp_path, "[tool.toolinspect]\ntimeout = 5\n")
    assert error.line == 1
    assert "keys of toolinspect.toml stand without the prefix `tool.toolinspect`" in str(error)


def test_every_code_of_the_format_may_be_named(tmp_path: Path) -> None:
    write(tmp_path, f"ignore = {json.dumps(CODES)}\n")
    assert load(tmp_path).config.ignore == CODES


@pytest.mark.parametrize("name", ["pyproject.toml", "toolinspect.toml"])
def test_lines_of_keys_are_kept(tmp_path: Path, name: str) -> None:
    header = "[tool.toolinspect]\n" if name == "pyproject.toml" else "# ours\n"
    write(tmp_path, f'{header}context = "a:b"\n', name)
    assert load(tmp_path).lines["context",] == 2


def test_broken_toml_names_the_line(tmp_path: Path) -> None:
    error = problem(tmp_path, 'agents = ["a:b"]\npython = \n')
    assert error.line == 2
    assert "isn't valid TOML" in str(error)


def test_a_missing_explicit_file_is_a_config_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read"):
        load(tmp_path, tmp_path / "nowhere.toml")


def test_latin1_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "toolinspect.toml").write_bytes(b'python = "caf\xe9"\n')
    with pytest.raises(ConfigError, match="isn't UTF-8"):
        load(tmp_path)


def test_keys_without_effect_in_this_version_are_named(tmp_path: Path) -> None:
    write(tmp_path, 'workflows = ["*.json"]\n[flags]\nbeta = [false, true]\n[scope]\nhandoff = "isolate"\n')
    assert load(tmp_path).unused == ("workflows", "scope")


def test_a_tool_table_that_is_no_table_is_refused(tmp_path: Path) -> None:
    error = problem(tmp_path, "[tool]\ntoolinspect = 3\n", "pyproject.toml")
    assert error.line == 2
    assert "must be a table" in str(error)
