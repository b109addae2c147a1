"""What each reference of the config is for."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from inspector.config import Config, declared
from inspector.config.fault import Place, dotted
from inspector.config.references import ModuleReference, SetItem

Use = Literal["approval", "enable", "stop", "trace", "declared", "prompts", "override", "ids", "default"]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """One reference, or a name that is written out, and what it is for."""

    place: Place
    """Where it stands in the config."""
    use: Use
    text: str
    item: SetItem
    consumer: str | None = None
    """Id or name of the consumer that `sets-of` binds it to."""
    label: str = ""
    """The environment of an override table."""

    @property
    def key(self) -> str:
        """The key as the config has it."""
        return dotted(self.place)


def wanted(config: Config) -> Iterator[Wanted]:
    """All of them, in the order of the config's keys."""
    for one in declared(config):
        match one.place:
            case ("overrides", environment):
                yield Wanted(
                    place=one.place, use="override", text=one.text, item=one.item, label=str(environment)
                )
            case ("ids", _):
                yield Wanted(place=one.place, use="ids", text=one.text, item=one.item)
            case ("sets-of", consumer, key, *_):
                yield Wanted(
                    place=one.place, use=_use(key), text=one.text, item=one.item, consumer=str(consumer)
                )
            case (_, key, *_):
                yield Wanted(place=one.place, use=_use(key), text=one.text, item=one.item)


def module_references(config: Config) -> tuple[str, ...]:
    """What only the project's process can read, each once."""
    found = (one.text for one in declared(config) if isinstance(one.item, ModuleReference))
    return tuple(dict.fromkeys(found))


def _use(key: str | int) -> Use:
    """By the key of the set; any other is a set of the user's own naming."""
    match key:
        case "approval" | "enable" | "stop" | "trace" | "prompts":
            return key
        case "approval-default":
            return "default"
        case _:
            return "declared"
