"""Every place where the config names a control set, prompts, a table or a text."""

from collections.abc import Iterator
from typing import Literal as OneOf

import msgspec

from inspector.config import Config
from inspector.config.references import Glob, Literal, ModuleReference, Reference, parse, parse_prompt
from inspector.config.schema import Sets
from inspector.config.toml_places import KeyPath

Use = OneOf["approval", "enable", "stop", "trace", "declared", "prompts", "override", "ids", "default"]


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """One reference or literal name, and what it is for."""

    key: KeyPath
    """Where it stands in the config."""
    use: Use
    text: str
    consumer: str | None = None
    """Id or name of the consumer that `sets-of` binds it to."""
    label: str = ""
    """The environment of an override table, or the name of a set of the user's own."""

    @property
    def item(self) -> Reference | Glob | Literal:
        """What the text stands for; that it stands for something was checked with the config."""
        return parse_prompt(self.text) if self.use == "prompts" else parse(self.text)

    @property
    def dotted(self) -> str:
        """The key as messages write it, without list positions."""
        return ".".join(part for part in self.key if not part.isdigit())


def declared(config: Config) -> Iterator[Declared]:
    """All of them, in the order of the config's keys."""
    yield from _of_sets(config.sets, ("sets",), None)
    for consumer, sets in config.sets_of.items():
        yield from _of_sets(sets, ("sets-of", consumer), consumer)
    for environment, text in config.overrides.items():
        yield Declared(key=("overrides", environment), use="override", text=text, label=environment)
    if config.ids_file is not None:
        yield Declared(key=("ids", "file"), use="ids", text=config.ids_file)


def module_references(config: Config) -> tuple[str, ...]:
    """What only the project's process can read, each once."""
    found = (one.text for one in declared(config) if isinstance(one.item, ModuleReference))
    return tuple(dict.fromkeys(found))


def _of_sets(sets: Sets, place: KeyPath, consumer: str | None) -> Iterator[Declared]:
    named: tuple[tuple[Use, tuple[str, ...]], ...] = (
        ("approval", sets.approval),
        ("enable", sets.enable),
        ("stop", sets.stop),
        ("prompts", sets.prompts),
        ("trace", sets.trace),
    )
    for use, items in named:
        yield from _of_list(items, (*place, use), use, consumer)
    for label, items in sets.other.items():
        yield from _of_list(items, (*place, label), "declared", consumer, label)
    if sets.approval_default is not None:
        key = (*place, "approval-default")
        yield Declared(key=key, use="default", text=sets.approval_default, consumer=consumer)


def _of_list(
    items: tuple[str, ...], key: KeyPath, use: Use, consumer: str | None, label: str = ""
) -> Iterator[Declared]:
    for index, text in enumerate(items):
        yield Declared(key=(*key, str(index)), use=use, text=text, consumer=consumer, label=label)
