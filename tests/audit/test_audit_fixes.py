"""What the fix writes, and that it changes nothing else, byte for byte."""

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.audit.import_graph import ImportGraph
from inspector.audit.modules import Modules
from inspector.audit.python_fix import Change, in_module
from inspector.audit.python_occurrences import in_python
from inspector.inspection.audit import audit_project
from inspector.inspection.audit_fix import plan_fix

NAME = "refund_v2"


def changes(text: str, variable: str = "") -> list[Change]:
    found = in_python(text, "app.py", {NAME})
    return [
        Change(one.start, one.end, "refund", "shop.tools", variable if one.role == "string" else "")
        for one in found
        if one.role != "comment"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('X = {"refund_v2": 1}', "X = {refund_v2.name: 1}"),
        ("X = ['refund_v2', 'b']", "X = [refund_v2.name, 'b']"),
        ("if tool.name == 'refund_v2': ...", "if tool.name == refund_v2.name: ..."),
        ("match n:\n    case 'refund_v2' | 'b': ...", "match n:\n    case refund_v2.name | 'b': ..."),
        ("class E(Enum):\n    A = 'refund_v2'", "class E(Enum):\n    A = refund_v2.name"),
        ("def f(a='refund_v2'): ...", "def f(a=refund_v2.name): ..."),
    ],
)
def test_a_whole_string_becomes_the_tools_own_name(before: str, after: str) -> None:
    assert in_module(before, changes(before, NAME)) == f"from shop.tools import refund_v2\n\n{after}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x: Literal['refund_v2']", "x: Literal['refund']"),
        ("def f(a: 'Literal[\"refund_v2\"]'): ...", "def f(a: 'Literal[\"refund\"]'): ..."),
        ("s = f'call {x} refund_v2'", "s = f'call {x} refund'"),
        ("s = 'use refund_v2 now'", "s = 'use refund now'"),
        ("s = 'a' 'refund_v2'", "s = 'a' 'refund'"),
        ("'''Calls refund_v2.'''", "'''Calls refund.'''"),
        ("s = rb''\nt = r'refund_v2\\d'", "s = rb''\nt = r'refund\\d'"),
    ],
)
def test_elsewhere_only_the_word_in_the_string_changes(before: str, after: str) -> None:
    assert in_module(before, changes(before, NAME)) == after


def test_a_name_that_the_module_uses_for_something_else_is_not_taken() -> None:
    before = "def f(refund_v2):\n    return ['refund_v2']"
    assert in_module(before, changes(before, NAME)) == "def f(refund_v2):\n    return ['refund']"


def test_a_name_that_is_imported_already_is_not_imported_again() -> None:
    before = "from shop.tools import refund_v2\nX = ['refund_v2']\n"
    assert (
        in_module(before, changes(before, NAME)) == "from shop.tools import refund_v2\nX = [refund_v2.name]\n"
    )


@pytest.mark.parametrize(
    "head",
    [
        "def f():\n    from shop.tools import refund_v2\n",
        "if TYPE_CHECKING:\n    from shop.tools import refund_v2\n",
        "def f():\n    from shop.tools import other\n",
    ],
)
def test_an_import_that_may_not_have_run_is_not_relied_on(head: str) -> None:
    before = f"{head}X = ['refund_v2']\n"
    assert in_module(before, changes(before, NAME)) == f"{head}X = ['refund']\n"


PIECES = st.sampled_from(
    [
        "X = {'refund_v2': \"high\",   'b':1}",
        "# refund_v2  stays",
        "def f( a = 'refund_v2' ,b=2 ):\n\treturn   a",
        'y = ["é", "refund_v2" , ]',
        "if x :\n    pass  # é refund_v2",
        "z = ( 'refund_v2'\n      'x' )",
        '"""Text about refund_v2.\n  Indented.\n"""',
        "s = f'{x!r} refund_v2 {{'",
    ]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_all_but_the_names_stays_byte_for_byte(pieces: list[str], ends: str, closed: bool) -> None:
    text = "\n".join(pieces) + ("\n" if closed else "")
    text = text.replace("\n", ends)
    made = changes(text)
    expected = text
    for change in reversed(made):
        expected = expected[: change.start] + "refund" + expected[change.end :]
    assert in_module(text, made) == expected


def graph(**texts: str) -> ImportGraph:
    return ImportGraph(Modules({f"{name.replace('__', '/')}.py": text for name, text in texts.items()}))


def test_a_circle_keeps_the_string() -> None:
    imports = graph(tools="import policy\n", policy="X = 1\n", other="", lazy="def f():\n    import policy\n")
    assert not imports.importable("policy.py", "tools.py")
    assert imports.importable("other.py", "tools.py")
    assert imports.importable("policy.py", "lazy.py")


def test_imports_for_types_alone_make_no_circle() -> None:
    imports = graph(
        tools="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import policy\n", policy="X = 1\n"
    )
    assert imports.importable("policy.py", "tools.py")


def test_a_package_imports_what_its_init_does() -> None:
    texts = {"shop/__init__.py": "from shop import policy\n", "shop/policy.py": "", "shop/tools.py": ""}
    imports = ImportGraph(Modules(texts))
    assert imports.reaches("shop/tools.py", "shop/policy.py")
    assert not imports.importable("shop/policy.py", "shop/tools.py")


DATA = {
    "approval.toml": '# é\n[high]\nrefund_v2="x"   # refund_v2\n[low]\n"refund_v2" = 1\n',
    "approval.yaml": "high:   # refund_v2\n  - refund_v2\n  -   'refund_v2'\n",
    "stops.json": '{"stop":["refund_v2" ,\t"b"]}',
    "approval.ini": "[high]\r\nnames = refund_v2 , b\r\n",
    ".env": "STOP_TOOLS='refund_v2,b'\n",
}


@pytest.mark.parametrize("path", DATA)
@pytest.mark.parametrize("visible", ["refund", "pay-back", "crm.refund"])
def test_data_files_keep_comments_quotes_and_layout(tmp_path: Path, path: str, visible: str) -> None:
    (tmp_path / "tools.py").write_text(
        f"from agents import function_tool\n@function_tool(name_override='{visible}')\ndef refund_v2(): ...\n"
    )
    (tmp_path / path).write_bytes(DATA[path].encode())
    (change,) = plan_fix(audit_project(str(tmp_path))).changes
    kept = DATA[path].replace(f"# {NAME}", "# kept")
    if visible == "crm.refund":
        kept = kept.replace(f"\n{NAME}=", f'\n"{NAME}"=')
    assert change.after.decode().replace(f"# {NAME}", "# kept") == kept.replace(NAME, visible)


def test_a_dotted_name_is_quoted_where_a_bare_key_stood(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "from agents import function_tool, tool_namespace\n@function_tool\ndef refund(): ...\n"
        "crm = tool_namespace(name='crm', description='', tools=[refund])\n"
    )
    (tmp_path / "approval.toml").write_text("[high]\nrefund = 'x'\n[low]\n\"refund\" = 'y'\n")
    (change,) = plan_fix(audit_project(str(tmp_path))).changes
    assert change.after == b"[high]\n\"crm.refund\" = 'x'\n[low]\n\"crm.refund\" = 'y'\n"


def test_the_encoding_stays(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "from agents import function_tool\n@function_tool(name_override='refund')\ndef refund_v2(): ...\n"
    )
    text = "é = 1\r\nSTOP_TOOLS = ['refund_v2']\r\n"
    (tmp_path / "stops.py").write_bytes(b"# coding: latin-1\r\n" + text.encode("latin-1"))
    (tmp_path / "stops.json").write_bytes(b"\xef\xbb\xbf" + b'["refund_v2"]')
    by_path = {change.path: change.after for change in plan_fix(audit_project(str(tmp_path))).changes}
    assert by_path["stops.json"] == b'\xef\xbb\xbf["refund"]'
    expected = "é = 1\r\nSTOP_TOOLS = [refund_v2.name]\r\n".encode("latin-1")
    assert by_path["stops.py"].endswith(expected)
    ast.parse(by_path["stops.py"])
