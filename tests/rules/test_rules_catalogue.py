"""The catalogue: what `explain` says can be read, and its examples are Python or TOML."""

import ast
import re
import tomllib

import pytest

from inspector.rules import CATALOGUE, Rule

_FILE = re.compile(r"^# [\w/.]+\.toml$", re.MULTILINE)
"""Where the lines of a config file begin."""


@pytest.mark.parametrize("rule", CATALOGUE.values(), ids=list(CATALOGUE))
def test_examples_are_python_then_toml(rule: Rule) -> None:
    code, *files = _FILE.split(rule.example)
    if code.startswith("[tool.toolinspect") or "\n[tool.toolinspect" in code:
        code, files = "", [code, *files]
    ast.parse(code)
    assert all(tomllib.loads(text) for text in files)


@pytest.mark.parametrize("rule", CATALOGUE.values(), ids=list(CATALOGUE))
def test_texts_are_whole_sentences(rule: Rule) -> None:
    for text in (rule.meaning, rule.why, rule.fix):
        assert re.fullmatch(r"[A-Z`].*\.", text), text
        assert "  " not in text


def test_words_of_the_trade_are_left_to_the_design() -> None:
    texts = [text for rule in CATALOGUE.values() for text in (rule.meaning, rule.why, rule.fix)]
    assert [text for text in texts if re.search(r"leaf tool|lookup key|\bconsumers?\b", text)] == []
