"""Which occurrences of old names are mistakes, what risk that is, and what the fix may write there."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from inspector.audit.belonging import is_test, names_the_function
from inspector.audit.declared import Belongs
from inspector.audit.occurrence import Occurrence
from inspector.audit.overrides import SeenTool
from inspector.audit.uses import is_compared
from inspector.model import Batch, Override, Reference, ReferenceSet, Risk

_RISKS: dict[ReferenceSet, Risk] = {
    "stop": "F1",
    "approval": "F2",
    "enable": "F3",
    "tool_choice": "F3",
    "prompt": "F4",
}
_SURE = frozenset({"approval", "stop", "enable", "tool_choice", "trace"})
"""Sets whose every whole string is a tool's name."""
_IDENTIFIER = re.compile(r"[_0-9]|[a-z][A-Z]")
_PLAIN_NAME = re.compile(r"[\w.-]+\Z")
_AROUND = 60
"""Characters before and after a word that tell whether it is part of a path."""
_BESIDE_TOOL = re.compile(r"\btools? [`'\"]?$", re.I), re.compile(r"^[`'\"]? tools?\b", re.I)
_GENERIC = frozenset(
    {
        *(
            "tool",
            "tools",
            "function",
            "func",
            "fn",
            "agent",
            "agents",
            "wrapper",
            "wrapped",
            "inner",
            "handler",
        ),
        *("callback", "handoff", "result", "new", "name", "function_tool", "invoke", "on_invoke_tool"),
    }
)
"""Names of variables that are no name of any tool."""
_GIVES = frozenset({"name_override", "tool_name", "tool_name_override"})
"""Arguments that give a name, and don't quote one."""
_AGENTS = frozenset({"as_tool", "handoff"})
"""Forms whose old names are names of agents as well."""

Belonging = Callable[[Occurrence], Belongs]


class Judge:
    """Knows all overrides of a repository, and what else is called like their old names."""

    def __init__(
        self,
        overrides: Sequence[Override],
        tools: Iterable[SeenTool],
        accepted: Mapping[str, str],
        drifting: Collection[str] = (),
    ) -> None:
        """`accepted` are reasons by `module.function`, function or `path#name`; `drifting` functions."""
        self._overrides = overrides
        self._accepted = accepted
        self._drifting = frozenset(drifting)
        self._visible: dict[str, SeenTool] = {}
        for tool in tools:
            if tool.visible is not None:
                self._visible.setdefault(tool.visible, tool)
        self._by_name: dict[str, list[Override]] = defaultdict(list)
        for override in overrides:
            for name in override.old_names:
                if name.isidentifier() and name.lower() not in _GENERIC:
                    self._by_name[name].append(override)

    @property
    def names(self) -> frozenset[str]:
        """Every old name, to be looked for."""
        return frozenset(self._by_name)

    def judged(
        self, occurrences: Iterable[tuple[Occurrence, str]], belongs: Belonging
    ) -> tuple[Override, ...]:
        """The overrides with their references, by batch, path and line; each occurrence beside its text."""
        found: dict[int, list[Reference]] = defaultdict(list)
        for occurrence, text in occurrences:
            for override in self._by_name[occurrence.name]:
                if occurrence.path != override.path and _is_local(override, occurrence.name):
                    continue
                reference = self._reference(override, occurrence, text, belongs(occurrence))
                if reference is not None:
                    found[id(override)].append(reference)
        judged = [self._with(override, found[id(override)]) for override in self._overrides]
        return tuple(sorted(judged, key=lambda one: (one.batch or 4, one.path, one.line, one.column)))

    def _with(self, override: Override, references: list[Reference]) -> Override:
        due = [one for one in references if one.due]
        sets = {one.set for one in due}
        risks = {_RISKS[one] for one in sets if one in _RISKS}
        if override.function.rpartition(".")[2] in self._drifting:
            risks.add("F5")
        batch: Batch | None = 1 if "approval" in sets else 2 if "stop" in sets else 3 if sets else None
        return msgspec.structs.replace(
            override,
            references=tuple(references),
            risk=tuple(sorted(risks)),
            batch=batch,
            accepted=self._accepted_as(override),
        )

    def _accepted_as(self, override: Override) -> str:
        keys = (f"{override.module}.{override.function}", override.function)
        return next((self._accepted[key] for key in keys if key in self._accepted), "")

    def _reference(
        self, override: Override, occurrence: Occurrence, text: str, belongs: Belongs
    ) -> Reference | None:
        if override.path == occurrence.path and occurrence.role == "docstring":
            return None  # Its own module speaks of the function.
        proven = _proof(occurrence) if belongs.set in ("other", "test") else ""
        kept, due = self._kept(override, occurrence, text, belongs)
        if kept is None:
            return None
        key = f"{occurrence.path}#{occurrence.name}"
        accepted = (self._accepted_as(override) or self._accepted.get(key, "")) if due else ""
        return Reference(
            path=occurrence.path,
            line=occurrence.line,
            column=occurrence.column,
            name=occurrence.name,
            text=occurrence.text,
            set=belongs.set,
            reason=f"compared with `{proven}`" if proven else belongs.reason,
            role=occurrence.role,
            replacement=None if kept or accepted else override.override,
            kept=kept,
            due=due and not accepted,
            accepted=accepted,
        )

    def _kept(
        self, override: Override, occurrence: Occurrence, text: str, belongs: Belongs
    ) -> tuple[str | None, bool]:
        """(why the fix leaves it alone, whether it is due); None for what is no reference at all."""
        before = text[max(occurrence.start - _AROUND, 0) : occurrence.start]
        after = text[occurrence.end : occurrence.end + _AROUND]
        is_plain = _IDENTIFIER.search(occurrence.name) is None
        if is_plain and not occurrence.exact and not _is_told(occurrence, before, after):
            return None, False
        if is_plain and occurrence.role in ("comment", "docstring"):
            return None, False
        if any(step.kind == "keyword" and step.name in _GIVES for step in occurrence.steps[-1:]):
            return None, False
        if names_the_function(before, after):
            return "part of a path that names the function", False
        if belongs.right:
            return belongs.right, False
        if occurrence.role in ("comment", "docstring"):
            return f"a {occurrence.role}", False
        other = self._visible.get(occurrence.name)
        if other is not None:
            return f"also what the model sees of `{other.function}` ({other.path}:{other.line})", False
        return self._unsure(override, occurrence, belongs, is_plain=is_plain)

    def _unsure(
        self, override: Override, occurrence: Occurrence, belongs: Belongs, *, is_plain: bool
    ) -> tuple[str | None, bool]:
        proven = _proof(occurrence)
        if override.form in _AGENTS and belongs.set == "prompt":
            return None, False
        if belongs.set in ("other", "test") and not proven:
            if is_plain or override.form in _AGENTS:
                return None, False
            if not occurrence.exact:
                return "nothing shows that a tool's name is meant", False
            return "nothing shows that a tool's name is meant", belongs.set == "other"
        if override.form == "tool_namespace" and belongs.set == "stop":
            return "a stop list's bare name also matches the namespaced tool", False
        if override.override is None:
            return f"the visible name can't be told: {override.unresolved}", True
        if not _PLAIN_NAME.match(override.override):
            return "the visible name has characters that would have to be escaped there", True
        visible = {one.override for one in self._by_name[occurrence.name]}
        if len(visible) > 1:
            named = ", ".join(f"`{one}`" for one in sorted(str(each) for each in visible))
            return f"several tools are called so in the code: {named}", True
        if occurrence.exact and (belongs.set in _SURE or proven):
            return "", True
        if belongs.set == "prompt" and (not is_plain or occurrence.quoted or occurrence.exact):
            return "", True
        return "more than the name stands in the string", True


def _proof(occurrence: Occurrence) -> str:
    """What of a tool's name it is compared with; a plain word may be anything's `name`, but no tool's."""
    compared = is_compared(occurrence)
    is_telling = _IDENTIFIER.search(occurrence.name) is not None or "tool" in compared.lower()
    return compared if is_telling else ""


def _is_local(override: Override, name: str) -> bool:
    """Whether a name is of no use outside of its file: of a test's own tool, or within a function."""
    is_bound_here = name == override.variable and override.form != "tool_namespace"
    is_own = is_bound_here or override.form == "FunctionTool"
    return is_test(override.path) or (is_own and not override.importable)


def _is_told(occurrence: Occurrence, before: str, after: str) -> bool:
    """Whether a plain word of a longer text is marked as a name."""
    return occurrence.quoted or bool(_BESIDE_TOOL[0].search(before)) or bool(_BESIDE_TOOL[1].match(after))


def references_of(overrides: Iterable[Override]) -> Iterator[tuple[Override, Reference]]:
    """Every reference with its override."""
    for override in overrides:
        for reference in override.references:
            yield override, reference
