"""Every reference in a config, classified, with the place where it stands."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from inspector.config import references
from inspector.config.fault import Fault, Place, instead, shown
from inspector.config.references import MalformedReference, SetItem
from inspector.config.schema import Config, Sets

APPROVAL_DEFAULTS = ("allow", "deny")


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """One item of the config that names something elsewhere."""

    place: Place
    text: str
    """As the config has it."""
    item: SetItem


def declared(config: Config) -> tuple[Declared, ...]:
    """Items of sets, override tables, the table of ids and approval defaults that are references.

    In the order of the schema; names and globs in sets are among them, the words `allow` and `deny` aren't.
    Raises Fault for the first that is malformed.
    """
    return tuple(_declared(config))


def check(config: Config) -> None:
    """Raise Fault for the first malformed reference of any key."""
    declared(config)
    for index, text in enumerate(config.agents):
        _check_ends(("agents", index), text)
    for key, text in (("context", config.context), ("run-config", config.run_config)):
        if text:
            _check_ends((key,), text)
    for name, run in config.run.items():
        if run.run_config is not None:
            _parsed(references.parse_module, ("run", name, "run-config"), run.run_config)
        for place, text in _listed(("run", name, "additional-tools"), run.additional_tools):
            _parsed(references.parse_module, place, text)


def _declared(config: Config) -> Iterator[Declared]:
    yield from _of_sets(("sets",), config.sets)
    for consumer, sets in config.sets_of.items():
        yield from _of_sets(("sets-of", consumer), sets)
    for environment, text in config.overrides.items():
        yield _parsed(references.parse_reference, ("overrides", environment), text)
    if config.ids_file is not None:
        yield _parsed(references.parse_reference, ("ids", "file"), config.ids_file)


def _of_sets(place: Place, sets: Sets) -> Iterator[Declared]:
    named = {
        "approval": sets.approval,
        "enable": sets.enable,
        "stop": sets.stop,
        "trace": sets.trace,
        **sets.other,
    }
    for key, items in named.items():
        for at, text in _listed((*place, key), items):
            yield _parsed(references.parse, at, text)
    for at, text in _listed((*place, "prompts"), sets.prompts):
        yield _parsed(references.parse_prompt, at, text)
    default = sets.approval_default
    if default is not None and default not in APPROVAL_DEFAULTS:
        yield _default((*place, "approval-default"), default)


def _default(place: Place, text: str) -> Declared:
    if text.strip() and not set(text) & set(":#./"):
        hint = instead(text, APPROVAL_DEFAULTS, among="choose one of these, or a reference")
        raise Fault(place, f"can't be {shown(text)}; {hint}")
    return _parsed(references.parse_reference, place, text)


def _listed(place: Place, items: Sequence[str]) -> Iterator[tuple[Place, str]]:
    for index, text in enumerate(items):
        yield (*place, index), text


def _parsed(parse: Callable[[str], SetItem], place: Place, text: str) -> Declared:
    try:
        return Declared(place=place, text=text, item=parse(text))
    except MalformedReference as error:
        raise Fault(place, str(error)) from None


def _check_ends(place: Place, text: str) -> None:
    """What names an agent may be a module or a file alone; the scan knows which there are."""
    if ":" in text or not text or text != text.strip():
        module, _, attribute = text.rpartition(":")
        if text != text.strip() or not module.strip() or not attribute.strip():
            _parsed(references.parse_module, place, text)
