"""For generated apps, what is said of every legal combination is what running all of them shows."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from condition_words import reading
from enumeration import Desk, Desks, Seen, enumerate_all
from generated_projects import Project, make_project

from inspector.flags.space import position, share
from inspector.inspection import Inspection, InspectOptions, inspect_project
from inspector.inspection.scenarios import in_scenario
from inspector.model import ALWAYS, NEVER, Condition, Consumer, Finding, Scenario, Space, Tool

APPS_PER_PROJECT = 8
PROJECTS = -(-int(os.environ.get("TOOLINSPECT_EXPLORATION_APPS", "72")) // APPS_PER_PROJECT)
SHOWN = 12
"""Scenarios of a project that are shown one by one as well."""
MEETINGS = {"TI101", "TI102"}


@pytest.mark.parametrize("seed", range(PROJECTS))
def test_what_is_said_of_every_scenario_is_what_running_it_shows(
    seed: int, tmp_path: Path, counts: "Counter[str]"
) -> None:
    project = make_project(seed, APPS_PER_PROJECT)
    project.write(tmp_path / "app")
    inspection = inspect_project(InspectOptions(path=str(tmp_path / "app")))
    comparison = Comparison(project, inspection, counts)
    assert [*comparison.differences()] == []
    counts["apps"] += APPS_PER_PROJECT
    counts["scenarios"] += len(comparison.truth)


class Comparison:
    """One project, as it is said to be and as it is."""

    def __init__(self, project: Project, inspection: Inspection, counts: "Counter[str]") -> None:
        assert inspection.space is not None
        self._space: Space = inspection.space
        self._inspection = inspection
        self._scenarios = [
            Scenario(values=dict(flags), tenant=tenant or "") for flags, tenant in project.scenarios()
        ]
        self._positions = [position(self._space, scenario) for scenario in self._scenarios]
        self._counts = counts
        self.truth: list[Desks] = enumerate_all(project)

    def differences(self) -> Iterator[str]:
        """Each in words; none when all is right."""
        consumers = {one.id: one for one in self._inspection.everywhere.consumers}
        known = {consumer for desks in self.truth for consumer in desks}
        yield from (f"missing: {consumer}" for consumer in known - consumers.keys())
        for part in self._inspection.exploration:
            yield from (f"unfinished: {what}" for what in part.unfinished)
            yield from (f"unstable: {one.ref}: {one.difference}" for one in part.unstable)
        yield from (f"failed: {one.ref}: {one.error}" for one in self._inspection.everywhere.failures)
        for consumer in sorted(known & consumers.keys()):
            yield from self._presence(consumers[consumer])
            yield from self._meetings(consumer)
            yield from self._failures(consumer)
        for finding in self._inspection.findings:
            yield from self._told_of(finding)
        yield from self._shown()

    def _presence(self, consumer: Consumer) -> Iterator[str]:
        for positions, desks in zip(self._positions, self.truth, strict=True):
            said = _present(consumer, positions)
            if any((tool.undecided or NEVER).possible for tool in said):
                yield f"{consumer.id}: a tool is undecided"
                return
            raising = _raising(consumer, positions)
            is_there = (consumer.presence or ALWAYS).holds(positions)
            if is_there is not (consumer.id in desks):
                yield f"{consumer.id} in {positions}: said to be {'there' if is_there else 'absent'}"
                return
            if is_there and sorted(map(_seen, said)) != sorted(_pairs(desks[consumer.id].present)):
                yield (
                    f"{consumer.id} in {positions}: {sorted(map(_seen, said))} said, "
                    f"{sorted(_pairs(desks[consumer.id].present))} found"
                )
                return
            if is_there and sorted(map(_seen, raising)) != sorted(_pairs(desks[consumer.id].raising)):
                yield (
                    f"{consumer.id} in {positions}: {sorted(map(_seen, raising))} said to raise, "
                    f"{sorted(_pairs(desks[consumer.id].raising))} found"
                )
                return

    def _failures(self, consumer: str) -> Iterator[str]:
        """Where a predicate raises, and where findings say so."""
        said = NEVER
        for finding in self._inspection.findings:
            if finding.code == "TI701" and finding.consumer == consumer:
                said |= self._holds(finding)
        for positions, desks in zip(self._positions, self.truth, strict=True):
            raises = consumer in desks and bool(desks[consumer].raising)
            if said.holds(positions) is not raises:
                yield f"{consumer}: predicates raise otherwise than said in {positions}"
                return

    def _meetings(self, consumer: str) -> Iterator[str]:
        """Where two tools of a name are there, and where findings say so."""
        said: dict[str, Condition] = {}
        for finding in self._inspection.findings:
            if finding.code in MEETINGS and finding.consumer == consumer:
                name = finding.names[0]
                said[name] = said.get(name, NEVER) | self._holds(finding)
        names = {one.name for desks in self.truth if consumer in desks for one in desks[consumer].present}
        for name in sorted(names | said.keys()):
            self._counts["names"] += 1
            condition = said.get(name, NEVER)
            meets = [_count(desks.get(consumer), name) > 1 for desks in self.truth]
            self._counts["collisions"] += any(meets)
            self._counts["collisions in some scenarios only"] += any(meets) and not all(meets)
            wrong = [
                positions
                for positions, is_there in zip(self._positions, meets, strict=True)
                if condition.holds(positions) is not is_there
            ]
            if wrong:
                yield f"{consumer}: `{name}` meets otherwise than said in {len(wrong)}, as {wrong[0]}"

    def _told_of(self, finding: Finding) -> Iterator[str]:
        """Words, example, tenants and share of a finding against where it holds."""
        title = f"{finding.code} of {finding.consumer} `{finding.names[:1]}` ({finding.condition})"
        if finding.code not in {*MEETINGS, "TI701"}:
            yield f"{title}: not asked for"
            return
        holds = self._holds(finding)
        where = [holds.holds(positions) for positions in self._positions]
        if not finding.exact:
            yield f"{title}: not exact"
            return
        if share(self._space, holds) != self._share(where):
            yield f"{title}: share {share(self._space, holds)}, not {self._share(where)}"
        if all(where):
            told = (finding.condition, finding.example, finding.tenants)
            if told != (None, None, ()):
                yield f"{title}: {told}, holds in all scenarios"
            return
        tenants = [
            one.tenant for one, here in zip(self._scenarios, where, strict=True) if one.tenant and here
        ]
        if list(finding.tenants) != tenants:
            yield f"{title}: tenants {finding.tenants}, not {tenants}"
        yield from (f"{title}: {wrong}" for wrong in self._words(finding, where))
        yield from (f"{title}: {wrong}" for wrong in self._example(finding, holds))

    def _share(self, where: list[bool]) -> Fraction:
        """Of the combinations of flags; of all scenarios where the tenant's name makes a difference."""
        unnamed = {
            positions[:-1]: here
            for positions, scenario, here in zip(self._positions, self._scenarios, where, strict=True)
            if self._space.has_tenant and not scenario.tenant
        }
        if all(
            unnamed.get(positions[:-1], here) is here
            for positions, here in zip(self._positions, where, strict=True)
        ):
            counted = [*unnamed.values()] or where
            return Fraction(sum(counted), len(counted))
        return Fraction(sum(where), len(where))

    def _words(self, finding: Finding, where: list[bool]) -> Iterator[str]:
        if finding.condition is None or "…" in finding.condition:
            self._counts["conditions too long to be told in full"] += 1
            return
        try:
            read = reading(finding.condition)
        except ValueError as error:
            yield f"unreadable: {error}"
            return
        for scenario, here in zip(self._scenarios, where, strict=True):
            if read({**scenario.values, "tenant": scenario.tenant or None}) is not here:
                yield f"its words are wrong in {scenario}"
                return

    def _example(self, finding: Finding, holds: Condition) -> Iterator[str]:
        given = dict(finding.example or {})
        tenant = str(given.pop("tenant", ""))
        at = position(self._space, Scenario(values=given, tenant=tenant))
        if at not in self._positions or not holds.holds(at):
            yield f"the example {finding.example} is none"

    def _shown(self) -> Iterator[str]:
        """Some scenarios as they are shown: what the model receives, which tool runs, what it is told."""
        step = max(1, len(self._scenarios) // SHOWN)
        for scenario, desks in [*zip(self._scenarios, self.truth, strict=True)][::step]:
            shown = in_scenario(self._inspection, scenario)
            if shown is None:
                yield f"{scenario}: not shown"
                continue
            consumers = {one.id: one for one in shown.registry.consumers}
            for consumer, desk in desks.items():
                if consumer not in consumers:
                    yield f"{scenario}: {consumer} isn't shown"
                else:
                    yield from (
                        f"{scenario}: {consumer}: {wrong}" for wrong in _unlike(consumers[consumer], desk)
                    )

    def _holds(self, finding: Finding) -> Condition:
        return self._space.legal if finding.holds is None else finding.holds


def _present(consumer: Consumer, positions: tuple[int, ...]) -> list[Tool]:
    return [tool for tool in consumer.tools if tool.live and (tool.presence or ALWAYS).holds(positions)]


def _raising(consumer: Consumer, positions: tuple[int, ...]) -> list[Tool]:
    return [tool for tool in consumer.tools if (tool.failing or NEVER).holds(positions)]


def _seen(tool: Tool) -> tuple[str, str]:
    return tool.visible, "handoff" if tool.origin == "handoff" else str(tool.function_name)


def _pairs(found: Iterable[Seen]) -> list[tuple[str, str]]:
    return [(one.name, one.function) for one in found]


def _count(desk: Desk | None, name: str) -> int:
    return sum(one.name == name for one in desk.present) if desk is not None else 0


def _unlike(consumer: Consumer, desk: Desk) -> Iterator[str]:
    live = [tool for tool in consumer.tools if tool.enabled]
    if [_seen(tool) for tool in live] != _pairs(desk.present):
        yield f"shown are {[_seen(tool) for tool in live]}, not {_pairs(desk.present)}"
    if consumer.name != desk.name:
        yield f"it is called {consumer.name}, not {desk.name}"
    if consumer.instructions != desk.told:
        yield f"it is told {consumer.instructions!r}, not {desk.told!r}"
    for name in {one.name for one in desk.present} - {one.name for one in desk.raising}:
        winners = [_seen(tool) for tool in live if tool.visible == name and tool.shadowed_by is None]
        runs = desk.running(name)
        if runs is not None and winners != [(name, runs.function)]:
            yield f"{winners} run as `{name}`, not {runs.function}"
