"""A JSON schema's parameters, each on a line."""

from collections.abc import Iterator, Mapping
from typing import Any


def parameters_of(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Name, type, and what else is said of each top-level property."""
    properties = schema.get("properties")
    required = schema.get("required") or ()
    if not isinstance(properties, Mapping):
        return
    for name, given in properties.items():
        about = given if isinstance(given, Mapping) else {}
        notes = [] if name in required else ["optional"]
        if "default" in about:
            notes[:] = [f"default {about['default']!r}"]
        if about.get("description"):
            notes.append(str(about["description"]))
        yield str(name), kind_of(about), " · ".join(notes)


def kind_of(about: Mapping[str, Any]) -> str:
    """A short word for a schema: `string`, `array of integer`, `string or null`, `low | high`."""
    if "enum" in about:
        return " | ".join(map(str, about["enum"]))
    if "const" in about:
        return repr(about["const"])
    for union in ("anyOf", "oneOf"):
        if isinstance(about.get(union), list):
            return " or ".join(kind_of(one) for one in about[union] if isinstance(one, Mapping))
    if "$ref" in about:
        return str(about["$ref"]).rpartition("/")[2]
    kind = about.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(map(str, kind))
    if kind == "array" and isinstance(about.get("items"), Mapping):
        return f"array of {kind_of(about['items'])}"
    return str(kind)
