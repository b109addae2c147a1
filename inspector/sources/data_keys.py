"""Keys into data files, as `approval."crm.lookup".0`."""

import re

from inspector.config.likeness import most_like
from inspector.sources.errors import Malformed
from inspector.sources.nodes import Items, Member, Node, Scalar, Table, called

_PART = re.compile(
    r"""(?P<dot>\.)?(?:"(?P<double>(?:\\.|[^"\\])*)"|'(?P<single>[^']*)'|\[(?P<index>\d+)\]|(?P<bare>[^."'\[\]]+))"""
)
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_NAMED = 5
"""How many existing keys a message lists."""


def split_key(key: str) -> tuple[str, ...]:
    """The parts of a key; the empty key has none. Raises Malformed without a line."""
    parts: list[str] = []
    at = 0
    while at < len(key):
        found = _PART.match(key, at)
        if found is None or (found["dot"] is None) != (at == 0 or found["index"] is not None):
            raise Malformed(
                None, f'has no key `{key}`: write parts as `a.b`, quoted (`a."b.c"`) where they hold dots'
            )
        double = found["double"]
        part = re.sub(r"\\(.)", r"\1", double) if double is not None else None
        parts.append(
            next(one for one in (part, found["single"], found["index"], found["bare"]) if one is not None)
        )
        at = found.end()
    return tuple(parts)


def join_key(parts: tuple[str, ...]) -> str:
    """The key as a config would write it."""
    return ".".join(part if _BARE.match(part) else _quoted(part) for part in parts)


def _quoted(part: str) -> str:
    escaped = part.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def find(top: Node, key: str) -> Member:
    """What `key` names, with the line where it begins; raises Malformed when it isn't there."""
    found = Member("", top.line, top)
    done: tuple[str, ...] = ()
    for part in split_key(key):
        below = _below(found.node, part)
        if below is None:
            raise Malformed(found.line, _absent(found.node, done, part))
        found, done = below, (*done, part)
    return found


def _below(node: Node, part: str) -> Member | None:
    if isinstance(node, Table):
        return node.members.get(part)
    if isinstance(node, Items) and part.isdecimal() and len(part) < 10 and int(part) < len(node.items):
        item = node.items[int(part)]
        return Member(part, item.line, item)
    return None


def _absent(node: Node, done: tuple[str, ...], part: str) -> str:
    where = f" in `{join_key(done)}`" if done else ""
    if isinstance(node, Scalar):
        return f"has no key `{part}`{where}, which is {called(node)}"
    if isinstance(node, Items):
        return f"has no item {part}{where}, which is a list of {len(node.items)}"
    nearest = most_like(part, node.members)
    if nearest:
        return f"has no key `{part}`{where}; did you mean `{join_key((nearest,))}`?"
    names = [f"`{join_key((name,))}`" for name in list(node.members)[:_NAMED]]
    more = ", …" if len(node.members) > _NAMED else ""
    return (
        f"has no key `{part}`{where}; its keys are {', '.join(names)}{more}"
        if names
        else f"has no key `{part}`{where}"
    )
