"""Which places of a repository the config declares to be sets of tool names."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from inspector.audit.modules import Modules
from inspector.audit.occurrence import Occurrence
from inspector.config.references import (
    FileReference,
    MalformedReference,
    ModuleReference,
    parse,
    parse_prompt,
)
from inspector.config.schema import Config, Sets
from inspector.model import ReferenceSet
from inspector.sources.data_keys import split_key
from inspector.sources.errors import Malformed

_KINDS: dict[str, ReferenceSet] = {
    "approval": "approval",
    "enable": "enable",
    "stop": "stop",
    "prompts": "prompt",
    "trace": "trace",
    "overrides": "override_table",
    "ids": "other",
}
_BY_FUNCTION = frozenset({"overrides", "ids"})
"""Tables that are keyed by functions."""


class Belongs(NamedTuple):
    """What a reference belongs to, and why."""

    set: ReferenceSet
    reason: str
    right: str = ""
    """Why the function's own name is right there; empty where it isn't, or where nobody knows."""


class Declared:
    """What the config says of files, keys of files, and variables."""

    def __init__(
        self,
        config: Config,
        config_path: str | None,
        modules: Modules,
        prompts: Mapping[str, Collection[str]],
    ) -> None:
        """`config_path` is relative to the audited directory; `prompts` are files by their glob."""
        self._config_path = config_path
        self._modules = modules
        self._folder = config_path.rpartition("/")[0] if config_path else ""
        self._files: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        """Path to (key, kind, as the config has it)."""
        self._attributes: dict[tuple[str, str], tuple[str, str]] = {}
        for kind, reference in _references(config):
            self._add(kind, reference)
        for pattern, paths in prompts.items():
            for path in paths:
                self._files.setdefault(path, []).append(((), "prompts", pattern))

    def of(self, occurrence: Occurrence) -> Belongs | None:
        """None for a place that the config says nothing of."""
        if occurrence.path == self._config_path:
            return self._in_config(occurrence)
        if occurrence.language == "python":
            return self._in_module(occurrence)
        for key, kind, source in self._files.get(occurrence.path, ()):
            names = tuple(step.name for step in occurrence.steps if step.kind in ("key", "item"))
            if names[: len(key)] == key and (occurrence.role != "key" or len(names) >= len(key)):
                return self._belongs(kind, f"`{source}` is in `{_table(kind)}` of the config", occurrence)
        return None

    def _belongs(self, kind: str, reason: str, occurrence: Occurrence) -> Belongs:
        right = ""
        if kind in _BY_FUNCTION:
            is_key = occurrence.role == "key" or any(step.kind == "dict key" for step in occurrence.steps)
            right = f"the table is keyed by functions: {reason}" if is_key else "a visible name of its own"
        return Belongs(_KINDS[kind], reason, right)

    def _in_module(self, occurrence: Occurrence) -> Belongs | None:
        holders = [
            step.name for step in occurrence.steps if step.kind in ("variable", "class", "enum", "function")
        ]
        for count in range(1, len(holders) + 1):
            found = self._attributes.get((occurrence.path, ".".join(holders[:count])))
            if found is not None:
                return self._belongs(
                    found[0], f"`{found[1]}` is in `{_table(found[0])}` of the config", occurrence
                )
        return None

    def _in_config(self, occurrence: Occurrence) -> Belongs | None:
        """A name that stands in the config itself."""
        names = [step.name for step in occurrence.steps if step.kind == "key"]
        if names[:2] == ["tool", "toolinspect"]:
            names = names[2:]
        table, *rest = names or [""]
        if table in ("ids", "arguments"):
            return Belongs("other", f"`{table}` of the config", "it names functions")
        if table == "risk":
            return Belongs("other", "`risk.high` of the config", "it may name functions")
        if table == "accepted":
            return Belongs("other", "`accepted` of the config", "it says what is accepted")
        kind = (
            rest[0] if table == "sets" and rest else rest[1] if table == "sets-of" and len(rest) > 1 else ""
        )
        return Belongs(_KINDS[kind], f"`{_table(kind)}` of the config") if kind in _KINDS else None

    def _add(self, kind: str, reference: str) -> None:
        try:
            item = parse_prompt(reference) if kind == "prompts" else parse(reference)
        except MalformedReference:
            return  # Loading the config has told that already.
        if isinstance(item, FileReference):
            path = f"{self._folder}/{item.path}" if self._folder else item.path
            try:
                key = split_key(item.key)
            except Malformed:
                return
            self._files.setdefault(path.removeprefix("./"), []).append((key, kind, reference))
        elif isinstance(item, ModuleReference):
            beside = f"{self._folder}/toolinspect.toml" if self._folder else "toolinspect.toml"
            path_of = self._modules.find(beside, item.module)
            if path_of is not None:
                self._attributes[path_of, item.attribute] = (kind, reference)


def _references(config: Config) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for sets in (config.sets, *config.sets_of.values()):
        found += _of_sets(sets)
    found += [("overrides", reference) for reference in config.overrides.values()]
    if config.ids_file is not None:
        found.append(("ids", config.ids_file))
    return found


def _of_sets(sets: Sets) -> list[tuple[str, str]]:
    by_kind = {
        "approval": sets.approval,
        "enable": sets.enable,
        "stop": sets.stop,
        "prompts": sets.prompts,
        "trace": sets.trace,
    }
    return [(kind, reference) for kind, references in by_kind.items() for reference in references]


def _table(kind: str) -> str:
    return kind if kind in _BY_FUNCTION else f"sets.{kind}"
