"""What builds of a factory hand out, and when two builds hand out the same."""

import json
from typing import Any, Dict, Iterable, Mapping, Set, Tuple

from .comparing import Tools, changes, tools_of

Surface = Dict[str, Any]
"""The model's `Surface`."""
_ILLEGAL = -1
"""What a tree has where no legal scenario leads."""
_DECISIONS = ("switches", "tellings", "listings")
_PREDICATE = ("enabled", "predicate_error", "predicate_failure")
_FATE = ("sent", "shadowed_by")
_TELLING = ("instructions", "instructions_error")


def surface_key(surface: Surface) -> str:
    """Equal for builds whose agents, and all that decides about them, are the same.

    What a predicate or a callable answered in the scenario of the build doesn't count where its decision is
    known: that says more.
    """
    decided = {(each["consumer"], key) for each in surface.get("switches", ()) for key in each["tools"]}
    told = {each["consumer"] for each in surface.get("tellings", ())}
    listed = {each["consumer"] for each in surface.get("listings", ())}
    compared = {
        **surface,
        "consumers": [_consumer(each, decided, told, listed) for each in surface.get("consumers", ())],
        **{field: [_decided(each) for each in surface.get(field, ())] for field in _DECISIONS},
        "listings": [_decided(_unnumbered(each)) for each in surface.get("listings", ())],
        "failure": _failure(surface.get("failure")),
    }
    return json.dumps(compared, sort_keys=True, default=repr)


def within(tree: Any, values: Mapping[int, int]) -> Any:
    """The tree of a decision where some variables have certain values."""
    if not isinstance(tree, (list, tuple)):
        return tree
    flag, branches = tree
    if flag in values:
        return within(branches[values[flag]], values)
    return [flag, [within(branch, values) for branch in branches]]


def narrowed(surface: Surface, values: Mapping[int, int]) -> Surface:
    """The surface of a build without what its own scenario has decided already."""
    return {
        **surface,
        **{field: [_narrowed(each, values) for each in surface.get(field, ())] for field in _DECISIONS},
    }


class Numbers:
    """Gives the objects of surfaces identities that no other surface has; those up to `last` stay."""

    def __init__(self, last: int) -> None:
        self._last = last
        self._by = 0
        self._highest = last

    def own(self, surface: Surface) -> Surface:
        """The surface with numbers of its own."""
        found = {
            **surface,
            "consumers": [self._consumer(each) for each in surface.get("consumers", ())],
            "listings": [self._listing(each) for each in surface.get("listings", ())],
        }
        self._by = self._highest - self._last
        return found

    def _consumer(self, consumer: Dict[str, Any]) -> Dict[str, Any]:
        tools = [self._tool(tool) for tool in consumer["tools"]]
        return {**consumer, "tools": tools, "tools_list": self._of(consumer.get("tools_list") or 0)}

    def _listing(self, listing: Dict[str, Any]) -> Dict[str, Any]:
        outcomes = [
            {**each, "tools": [self._tool(tool) for tool in each.get("tools", ())]}
            for each in listing["outcomes"]
        ]
        return {**listing, "outcomes": outcomes}

    def _tool(self, tool: Dict[str, Any]) -> Dict[str, Any]:
        predicate = tool.get("predicate_identity")
        numbers = {
            "identity": self._of(tool["identity"]),
            "predicate_identity": None if predicate is None else self._of(predicate),
        }
        return {**tool, **numbers}

    def _of(self, number: int) -> int:
        if number <= self._last:
            return number
        self._highest = max(self._highest, number + self._by)
        return number + self._by


def difference(one: Surface, other: Surface) -> str:
    """How two builds differ in what they hand out, in words; empty where only answers of predicates do."""
    first, second = one.get("failure"), other.get("failure")
    if first != second and None in (first, second):
        return f"one of them raised {(first or second or {}).get('error', '')}"
    before, after = ({each["id"]: each for each in side.get("consumers", ())} for side in (one, other))
    if list(before) != list(after):
        return f"they hand out {_named(before)}, then {_named(after)}"
    for key, consumer in before.items():
        old, new = _unasked(consumer), _unasked(after[key])
        if old != new:
            return f"{consumer['name']!r}: {changes(old, new, 'the later one ')}"
    return ""


def _unasked(consumer: Dict[str, Any]) -> Tools:
    """Its tools, whatever was said of their being enabled."""
    return [(visible, behind, None) for visible, behind, _ in tools_of(consumer) or ()]


def _named(consumers: "Iterable[str]") -> str:
    return ", ".join(f"`{each}`" for each in consumers) or "nothing"


def _narrowed(each: Dict[str, Any], values: Mapping[int, int]) -> Dict[str, Any]:
    decision = each["decision"]
    if decision.get("samples") or "tree" not in decision:
        return each
    return {**each, "decision": {**decision, "tree": within(decision["tree"], values)}}


def _consumer(
    consumer: Dict[str, Any], decided: "Set[Tuple[str, str]]", told: "Set[str]", listed: "Set[str]"
) -> Dict[str, Any]:
    tools = [_tool(tool, (consumer["id"], tool["key"]) in decided) for tool in consumer["tools"]]
    open_ended = consumer["id"] in listed or any(pair[0] == consumer["id"] for pair in decided)
    if open_ended:
        tools = [_without(tool, _FATE) for tool in tools]
    left_out = (*(("resolution",) if open_ended else ()), *(_TELLING if consumer["id"] in told else ()))
    return {**_without(consumer, left_out), "tools": tools}


def _tool(tool: Dict[str, Any], decided: bool) -> Dict[str, Any]:
    return _without(tool, _PREDICATE) if decided else tool


def _decided(each: Dict[str, Any]) -> Dict[str, Any]:
    """A switch, telling or listing; of one that isn't exact only what it is about."""
    decision = each["decision"]
    if decision.get("doubt"):
        return {**_without(each, ("outcomes",)), "decision": decision["doubt"]}
    positions: Dict[int, int] = {}
    samples = decision.get("samples")
    if samples:
        met = sorted(samples, key=lambda sample: list(sample[0]))
        tree: Any = [[list(scenario), _numbered(leaf, positions)] for scenario, leaf in met]
    else:
        tree = _numbered(decision.get("tree"), positions)
    return {**each, "decision": tree, "outcomes": [each["outcomes"][position] for position in positions]}


def _numbered(tree: Any, positions: "Dict[int, int]") -> Any:
    """The tree with outcomes numbered as they come: which one was met first depends on where one began."""
    if isinstance(tree, (list, tuple)):
        flag, branches = tree
        return [flag, [_numbered(branch, positions) for branch in branches]]
    is_outcome = tree is not None and tree != _ILLEGAL
    return positions.setdefault(tree, len(positions)) if is_outcome else tree


def _unnumbered(listing: Dict[str, Any]) -> Dict[str, Any]:
    """Each listing makes new tool objects: which ones they are is no difference."""
    outcomes = [
        {**each, "tools": [{**tool, "identity": 0, "predicate_identity": None} for tool in each["tools"]]}
        for each in listing["outcomes"]
    ]
    return {**listing, "outcomes": outcomes}


def _failure(failure: "Dict[str, Any] | None") -> "Dict[str, Any] | None":
    """Where one that took too long stood, and how long that was, is another each time."""
    if failure is None:
        return None
    hung = failure.get("kind") == "hung"
    return _without(failure, ("traceback", *(("error", "path", "line") if hung else ())))


def _without(fields: Mapping[str, Any], names: "Iterable[str]") -> Dict[str, Any]:
    left_out = frozenset(names)
    return {name: value for name, value in fields.items() if name not in left_out}
