"""What an item of a set stands for."""

import pytest

from inspector.config.references import (
    FileReference,
    Glob,
    Literal,
    MalformedReference,
    ModuleReference,
    SetItem,
    parse,
    parse_module,
    parse_prompt,
    parse_reference,
)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("support.policy:APPROVAL", ModuleReference("support.policy", "APPROVAL")),
        ("policy:Rules.names", ModuleReference("policy", "Rules.names")),
        ("support.env:TOOLS", ModuleReference("support.env", "TOOLS")),
        ("config/approval.toml#high_risk", FileReference("config/approval.toml", "high_risk")),
        ("config/overrides.staging.toml#names", FileReference("config/overrides.staging.toml", "names")),
        ("switches.yaml", FileReference("switches.yaml")),
        ("config/tools.YML#a.b", FileReference("config/tools.YML", "a.b")),
        (".env.production", FileReference(".env.production")),
        ("deploy/.env#TOOLS", FileReference("deploy/.env", "TOOLS")),
        ("names.txt", FileReference("names.txt")),
        ("C:\\config\\a.json", FileReference("C:\\config\\a.json")),
        ("refund*", Glob("refund*")),
        ("crm.[a-l]?*", Glob("crm.[a-l]?*")),
        ("refund", Literal("refund")),
        ("crm.lookup", Literal("crm.lookup")),
        ("Refund order", Literal("Refund order")),
    ],
)
def test_an_item_of_a_set(text: str, item: SetItem) -> None:
    assert parse(text) == item


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("support.policy:", "names nothing after `:`; write `support.policy:NAME`"),
        (":APPROVAL", "names no module before `:`"),
        ("support-desk:APPROVAL", "`support-desk` is no name of a module"),
        ("support.policy:A-B", "`A-B` is no name of an attribute"),
        ("support/policy.py:APPROVAL", "write the dotted name, as `support.policy:APPROVAL`"),
        ("config.toml:names", "is a data file; write `config.toml#names`"),
        ("config/a.toml:names", "or `config/a.toml#names` for a data file"),
        ("support/policy.py", "is a module"),
        ("file.toml#", "names no key after `#`"),
        ("#names", "names no file before `#`"),
        ("file.toml#a..b", "has an empty part"),
        ("names.txt#a", "has one name a line and no keys"),
        ("config/names.csv", "known suffixes: .toml, .yaml"),
        ("config/names.tmol", "did you mean `.toml`?"),
        ("config/*.toml#names", "only `prompts` takes globs of files"),
        ("config/", "is a directory"),
        ("refund, lookup", "write each name as a string of its own"),
        (" refund", "has spaces around it"),
        ("", "an empty string names nothing"),
        ("refund\x1b[2J", "holds a control character"),
    ],
)
def test_what_looks_like_a_reference_and_is_none_says_why(text: str, said: str) -> None:
    with pytest.raises(MalformedReference) as caught:
        parse(text)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("prompts/**/*.md", Glob("prompts/**/*.md")),
        ("prompts/triage.md", FileReference("prompts/triage.md")),
        ("prompts/triage", FileReference("prompts/triage")),
        ("triage.jinja", FileReference("triage.jinja")),
        ("prompts.yaml#triage.system", FileReference("prompts.yaml", "triage.system")),
        ("guides/c#-style.md", FileReference("guides/c#-style.md")),
        ("support.texts:TRIAGE", ModuleReference("support.texts", "TRIAGE")),
    ],
)
def test_an_item_of_prompts(text: str, item: SetItem) -> None:
    assert parse_prompt(text) == item


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("triage", "name a file (`prompts/triage.md`)"),
        ("prompts/", "name its files, as `prompts/*.md`"),
        ("prompts.py", "name the text in it"),
        ("triage.md#intro", "files have keys; leave out `#intro`"),
        ("support.texts:", "names nothing after `:`"),
    ],
)
def test_what_is_no_prompt_says_why(text: str, said: str) -> None:
    with pytest.raises(MalformedReference) as caught:
        parse_prompt(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["refund", "refund*"])
def test_where_a_table_is_wanted_a_name_is_no_reference(text: str) -> None:
    with pytest.raises(MalformedReference, match="is no reference"):
        parse_reference(text)
    with pytest.raises(MalformedReference, match="names no attribute"):
        parse_module(text)
