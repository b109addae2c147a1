"""JSON documents as bytes."""

from typing import Any

import msgspec

from inspector.report.escape import json_text


def encoded(document: dict[str, Any]) -> bytes:
    """Indented UTF-8 with a final newline; hidden characters are written as escapes."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2).decode("utf-8")
    return json_text(text).encode("utf-8") + b"\n"
