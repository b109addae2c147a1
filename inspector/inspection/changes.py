"""What one load changed against the one before it."""

import msgspec

from inspector.model import Consumer, Registry, Tool


class ConsumerChange(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of a consumer's tools that came, went or changed; empty for a consumer that is new or gone."""

    id: str
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    itself: bool = False
    """Something but its tools changed: name, boundaries, stop list, tool choice, instructions."""

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed or self.itself)


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """Ids of consumers that came and went, and what changed in the others."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    consumers: tuple[ConsumerChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.consumers)


def diff(before: Registry, after: Registry) -> Changes:
    """Changes between two loads by consumer id and tool key; moved lines alone are no change."""
    old = {consumer.id: consumer for consumer in before.consumers}
    new = {consumer.id: consumer for consumer in after.consumers}
    pairs = ((old[one], consumer) for one, consumer in new.items() if one in old)
    return Changes(
        added=tuple(one for one in new if one not in old),
        removed=tuple(one for one in old if one not in new),
        consumers=tuple(change for pair in pairs if pair[0] is not pair[1] and (change := _consumer(*pair))),
    )


def _consumer(before: Consumer, after: Consumer) -> ConsumerChange:
    old = {tool.key: tool for tool in before.tools}
    new = {tool.key: tool for tool in after.tools}
    return ConsumerChange(
        id=after.id,
        added=tuple(key for key in new if key not in old),
        changed=tuple(
            key
            for key, tool in new.items()
            if key in old and tool is not old[key] and _content(tool) != _content(old[key])
        ),
        removed=tuple(key for key in old if key not in new),
        itself=_frame(before) != _frame(after),
    )


def _content(tool: Tool) -> Tool:
    """A tool without what an edit elsewhere in the file moves, and what is the same in every scenario."""
    return msgspec.structs.replace(
        tool,
        identity=0,
        predicate_identity=None,
        line=None,
        built_at=None,
        precedence=None,
        sent_if_shadowed=False,
        presence=None,
        undecided=None,
        failing=None,
        late=None,
        late_error=None,
        gated=None,
        doubt="",
    )


def _frame(consumer: Consumer) -> Consumer:
    return msgspec.structs.replace(
        consumer,
        tools=(),
        line=None,
        tools_list=0,
        presence=None,
        doubt="",
        junk=tuple(msgspec.structs.replace(junk, location=None) for junk in consumer.junk),
    )
