"""What the probe sends is what the host knows: a key that no type has would be dropped without a word."""

import json
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from workers_cases import Worker

from inspector.wire import messages
from inspector.workers import session
from inspector.workers.session import WorkerSession

SAMPLES = Path(__file__).parents[2] / "sample_projects"
SENT = {str(kind.__struct_config__.tag): kind for kind in typing.get_args(messages.Message)}


def unknown(value: Any, kind: Any, at: str = "") -> Iterator[str]:
    """Paths of keys in a JSON value that its type has no field for."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = typing.get_type_hints(kind)
        for key, item in value.items():
            if key in hints:
                yield from unknown(item, hints[key], f"{at}.{key}")
            elif key != kind.__struct_config__.tag_field:
                yield f"{at}.{key}"
    elif typing.get_origin(kind) in (typing.Union, types.UnionType):
        inner = [each for each in typing.get_args(kind) if each is not types.NoneType]
        if value is not None and len(inner) == 1:
            yield from unknown(value, inner[0], at)
    elif typing.get_origin(kind) is tuple and isinstance(value, list):
        for item in value:
            yield from unknown(item, typing.get_args(kind)[0], f"{at}[]")


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The raw lines that workers send."""
    found: list[bytes] = []

    def decode(line: bytes) -> messages.Message:
        found.append(line)
        return messages.decode(line)

    both = types.SimpleNamespace(**{**vars(messages), "decode": decode})
    monkeypatch.setattr(session, "messages", both)
    return found


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("support_desk", {}),
        ("travel_clean", {}),
        ("mcp_shop", {"mcp": True}),
        ("scripts", {}),
        ("broken", {"timeout": 4.0}),
    ],
)
def test_every_key_that_is_sent_is_known(name: str, options: Mapping[str, Any], lines: list[bytes]) -> None:
    project = SAMPLES / name
    with WorkerSession(project, Path(sys.executable)) as own:
        loaded = Worker(own).load(project, **options)
    assert loaded.consumers
    sent = [json.loads(line) for line in lines]
    assert {message["type"] for message in sent} >= {"ready", "scanned", "progress", "root", "done"}
    assert [
        path for message in sent for path in unknown(message, SENT[message["type"]], message["type"])
    ] == []


def test_a_key_that_no_type_has_is_found() -> None:
    message = {"type": "root", "result": {"root": "/", "consumers": [{"id": "a", "tools": [{"nmae": 1}]}]}}
    assert list(unknown(message, messages.RootDone)) == [".result.consumers[].tools[].nmae"]
