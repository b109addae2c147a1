"""Which values of a data file list tool names, and what they say of each."""

from inspector.model import ListedName, Location
from inspector.sources.errors import Malformed
from inspector.sources.nodes import Items, Member, Node, Scalar, Table, called

NAME_KEYS = ("name", "tool")
_POLICY_KEYS = (
    "approval",
    "requires_approval",
    "require_approval",
    "needs_approval",
    "policy",
    "value",
    "enabled",
)
"""What a table about one tool calls the thing that a plain table says in a word."""
EXPECTED = "a list of names, a mapping of names, or a list of tables with `name`"


def entries(node: Node, path: str) -> tuple[ListedName, ...]:
    """The names in `node`, in the file's order; null lists none.

    Raises Malformed with what was found instead.
    """
    match node:
        case Items(items=items):
            return tuple(_item(item, path) for item in items)
        case Table(members=members):
            return tuple(_member(member, path) for member in members.values())
        case Scalar(kind="null"):
            return ()
        case Scalar(kind="string", text=text, line=line):
            return (ListedName(name=text, location=Location(path, line)),)
    raise Malformed(node.line, f"holds {called(node)} where {EXPECTED} is expected")


def lists_names(node: Node) -> bool:
    """Whether `entries` would take a list or mapping; a mapping of mere tables is left to its keys."""
    match node:
        case Items(items=items):
            return all(_name_of(item) is not None for item in items)
        case Table(members=members):
            return all(not isinstance(member.node, Items) for member in members.values())
    return False


def _item(item: Node, path: str) -> ListedName:
    if isinstance(item, Scalar) and item.kind == "null":
        raise Malformed(item.line, "holds an empty item in a list of names")
    name = _name_of(item)
    if name is None:
        problem = f"holds {called(item)} in a list where a name, or a table with `name`, is expected"
        raise Malformed(item.line, problem)
    value = _policy(item) if isinstance(item, Table) else None
    return ListedName(name=name.text, value=value, location=Location(path, name.line))


def _name_of(item: Node) -> Scalar | None:
    """The name in an item of a list."""
    if isinstance(item, Table):
        for key in NAME_KEYS:
            member = item.members.get(key)
            if member is not None and isinstance(member.node, Scalar) and member.node.kind == "string":
                return member.node
        return None
    if isinstance(item, Scalar) and (item.kind == "string" or _is_word(item)):
        return item
    return None


def _is_word(item: Scalar) -> bool:
    """`on` and `no` in a YAML list are names there, whatever they are elsewhere."""
    return item.kind == "boolean" and item.text.lower() not in ("true", "false")


def _member(member: Member, path: str) -> ListedName:
    match member.node:
        case Items() as found:
            problem = (
                f"holds {called(found)} under `{member.name}`, where a name has a word, a switch or a table"
            )
            raise Malformed(member.line, problem)
        case Table() as table:
            value = _policy(table)
        case scalar:
            value = scalar.value
    return ListedName(name=member.name, value=value, location=Location(path, member.line))


def _policy(table: Table) -> str | bool | None:
    """The one word that a table says of a tool, when it says one under a usual key."""
    said = [table.members[key].node for key in _POLICY_KEYS if key in table.members]
    return said[0].value if len(said) == 1 and isinstance(said[0], Scalar) else None
