"""What ctrl+p finds: actions, tenants, flags, consumers and tools, matched and shown as plain text."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from inspector.report.escape import visible
from inspector.report.listed import GHOST
from inspector.report.scenario_text import departures, flags_of, settings_text, value_text
from inspector.tui.actions import ACTIONS
from inspector.tui.ghost_lines import ghost_key
from inspector.tui.scenario_choice import same, tenant_scenario
from inspector.tui.snapshot import Snapshot

if TYPE_CHECKING:
    from inspector.tui.app import ToolInspectApp

_MOST = 400
"""Consumers and tools that a search gives at most."""
_LONGEST = 120


class JumpProvider(Provider):
    """Entries as `action`, `Tenant acme`, `Flag plan = pro`, `Consumer` and `tool · Consumer`."""

    async def discover(self) -> Hits:
        for text, help_text, command in self._actions():
            yield DiscoveryHit(Content(text), command, text=text, help=help_text)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        count = 0
        for text, help_text, command in self._actions():
            score = matcher.match(text)
            if score > 0:
                yield Hit(score, Content(text), command, text=text, help=help_text)
        for text, note, command in self._places():
            score = matcher.match(text)
            if score > 0:
                # The note stands in the entry itself: Textual takes `help` for markup.
                shown = Content.assemble(text, (f"  {note}", "$foreground 50%"))
                yield Hit(score, shown, command, text=text)
                count += 1
                if count >= _MOST:
                    return

    @property
    def _owner(self) -> "ToolInspectApp":
        return cast("ToolInspectApp", self.app)

    def _actions(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        situation = self._owner.situation()
        for action in ACTIONS:
            if action.id in {"palette", "left", "right", "clear"}:
                continue
            reason = action.why_not(situation)
            yield (
                f"{action.label}  {action.shown}",
                f"Not now: {reason}" if reason else action.help,
                self._act(action.id),
            )

    def _places(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        snapshot = self._owner.snapshot
        if snapshot is None:
            return
        yield from self._scenarios(snapshot)
        for consumer in snapshot.registry.consumers:
            name = visible(consumer.name)[:_LONGEST]
            yield name, visible(consumer.id)[:_LONGEST], self._go(consumer.id, None)
            for tool in consumer.tools:
                text = f"{visible(tool.visible)[:_LONGEST]} · {name}"
                yield text, visible(tool.function or tool.type)[:_LONGEST], self._go(consumer.id, tool.key)
            for ghost in snapshot.ghosts(consumer.id):
                text = f"{GHOST} {visible(ghost.name)[:_LONGEST]} · {name}"
                yield text, visible(ghost.reason)[:_LONGEST], self._go(consumer.id, ghost_key(ghost.name))

    def _scenarios(self, snapshot: Snapshot) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """Tenants, and every flag with each value that it hasn't now."""
        space, flags = snapshot.space, self._owner.flags
        if space is None:
            return
        for tenant in space.tenants:
            told = settings_text(departures(space, tenant_scenario(space, tenant).values))
            pick = partial(flags.pick_tenant, tenant)
            yield f"Tenant {visible(tenant)[:_LONGEST]}", visible(told)[:_LONGEST], pick
        for flag in flags_of(space):
            now = snapshot.scenario.values[flag.name]
            for value in flag.values:
                if value is not None and not same(value, now):
                    text = f"Flag {visible(flag.name)[:_LONGEST]} = {visible(value_text(value))[:_LONGEST]}"
                    yield (
                        text,
                        f"now {visible(value_text(now))[:_LONGEST]}",
                        partial(flags.give, flag.name, value),
                    )

    def _act(self, action: str) -> Callable[[], None]:
        return lambda: self._owner.action_act(action)

    def _go(self, consumer: str, tool: str | None) -> Callable[[], None]:
        return lambda: self._owner.go_to(consumer, tool)
