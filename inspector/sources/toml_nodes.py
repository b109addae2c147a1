"""TOML with the line of every value: tomli reads it, `toml_places` knows where it stands."""

import tomli

from inspector.config.toml_places import KeyPath, places
from inspector.sources.errors import Malformed
from inspector.sources.nodes import Items, Member, Node, Scalar, Table

_DEEPEST = 100


def parse_toml(text: str) -> Node:
    """Raises Malformed."""
    try:
        read = tomli.loads(text)
        return _node(read, (), 1, places(text))
    except tomli.TOMLDecodeError as error:
        raise Malformed(error.lineno, f"isn't valid TOML: {error.msg[0].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise Malformed(None, "is nested too deeply") from None
    except ValueError as error:
        # A number with thousands of digits.
        raise Malformed(None, f"holds a value that can't be read ({error})") from None


def _node(value: object, key: KeyPath, line: int, lines: dict[KeyPath, int]) -> Node:
    line = lines.get(key, line)
    if len(key) > _DEEPEST:
        raise Malformed(line, "is nested too deeply")
    match value:
        case dict():
            return Table(line, {name: _member(one, (*key, name), line, lines) for name, one in value.items()})
        case list():
            items = [_node(one, (*key, str(index)), line, lines) for index, one in enumerate(value)]
            return Items(line, items)
        case bool():
            return Scalar(line, "boolean", "true" if value else "false")
        case str():
            return Scalar(line, "string", value)
        case int() | float():
            return Scalar(line, "number", str(value))
        case _:
            return Scalar(line, "other", str(value))


def _member(value: object, key: KeyPath, line: int, lines: dict[KeyPath, int]) -> Member:
    line = lines.get(key, line)
    return Member(key[-1], line, _node(value, key, line, lines))
