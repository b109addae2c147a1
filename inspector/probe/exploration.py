"""What follows once a root has been read: everything that depends on flags, under all their combinations."""

import dataclasses
import functools
import time
from typing import TYPE_CHECKING, Any, Callable, Dict, List

from . import exploring
from .budget import Budget
from .call_order import left_behind
from .extract import Askable
from .factory import Factory
from .factory_builds import FactoryBuilds
from .plain import error_text
from .switches import predicates_of
from .tables import Tables
from .tellings import has_telling
from .varying_servers import lists_again

if TYPE_CHECKING:
    from .loading import Loading

Part = Dict[str, Any]
"""Fields of a `RootExploration`; parts of one root add up."""
SPARED = 0.1
"""Share of the time limit that is left for what can't be interrupted."""
_EVERY = 0.1
"""Seconds between two progress messages about the same."""


class Exploration:
    """Explores a root that has been loaded, in the process that loaded it, without importing anything again.

    `work` names what there is to do, in that order and in words.
    """

    def __init__(self, load: "Loading", progress: "Callable[[str], None]") -> None:
        self._load = load
        self._progress = progress
        self._askables = [each for each in load.survey.askables if self._is_open(each)]
        self._factories = [factory for factory, call in load.factories.calls if call.depends]
        self._tables = load.references.deciding
        self.work: List[str] = [
            *(f"reference {reference}" for reference in self._tables),
            *(f"predicates of {each.item.id}" for each in self._askables),
            *(f"factory {factory.ref}" for factory in self._factories),
            "what is kept between builds",
        ]
        self._finished = 0
        self._at = 0
        """What of the work is being done."""
        self._told = 0.0
        self._send: Callable[[Part, int], None]
        self._budget: Budget
        self._builds: FactoryBuilds

    def run(self, send: "Callable[[Part, int], None]") -> None:
        """`send` is given each part, and how much of the work is finished; raises only what that raises."""
        seconds = float(self._load.request.get("timeout") or 20.0) * (1 - SPARED)
        self._send = send
        self._budget = Budget(seconds, progress=self._say)
        self._builds = FactoryBuilds(self._load, self._budget)
        tables = Tables(self._load, self._budget)
        for reference in self._tables:
            self._do(functools.partial(tables.explore, reference))
        if self._askables:
            self._do(self._standing, len(self._askables))
        for factory in self._factories:
            self._do(functools.partial(self._factory, factory))
        self._do(self._kept)

    def _is_open(self, askable: Askable) -> bool:
        """Whether flags could decide about a consumer that is there without any build."""
        if askable.item.id not in self._load.standing.shown:
            return False
        try:
            if lists_again([askable], self._load.request):
                return True
            return bool(predicates_of(askable)) or has_telling(askable)
        except Exception:  # attributes of the project's own classes: exploring will say what they raise
            return True

    def _do(self, work: "Callable[[], Part]", count: int = 1) -> None:
        """The next `count` of the work, as far as there is time."""
        end = self._finished + count
        left = self.work[self._finished : end]
        if self._budget.over:
            self._deliver({"unfinished": [f"{each}: {self._budget.ending}" for each in left]}, end)
            return
        self._tell()
        self._load.staging.stages.take_reads()
        try:
            part = work()
        except BaseException as error:
            part = {"unfinished": [f"{left[0]}: {error_text(error)}"]}
        self._deliver(part, end)

    def _standing(self) -> Part:
        """Agents that are there in all scenarios, in one go: what they have in common is learnt once."""
        request = self._load.request
        with self._load.environment:
            return exploring.explore(
                dataclasses.replace(self._load.survey, askables=self._askables),
                stages=self._load.staging.stages,
                budget=self._budget,
                request={**request, "mcp": lists_again(self._askables, request)},
                emit=lambda part: self._deliver(part, self._at),
            )

    def _factory(self, factory: Factory) -> Part:
        return {"factories": [self._builds.explore(factory)]}

    def _kept(self) -> Part:
        """What builds and caches keep of the flags that came before."""
        load, differing = self._load, self._builds.differing
        built = [factory.ref for factory in self._factories]
        found = left_behind(load, built, self._builds.earlier, self._budget.left) if built else []
        known = self._builds.reported | {each["ref"] for each in load.unstable}
        found = [each for each in found if each["ref"] not in known]
        known.update(each["ref"] for each in found)
        found += [each for ref, each in differing.items() if each["difference"] and ref not in known]
        unstable = [*found, *load.staging.stages.frozen()]
        return {"unstable": unstable, "not_inspected": [*load.environment.notes, *self._captured()]}

    def _captured(self) -> "List[Dict[str, Any]]":
        reason = "it reads flags, and was captured under those that are shown alone"
        return [
            {"ref": entry.ref, "reason": reason, "severity": "info"} for entry in self._load.captures.deciding
        ]

    def _deliver(self, part: Part, finished: int) -> None:
        """Send a part, with what builds have come across meanwhile."""
        self._finished = self._at = finished
        self._send({**part, **self._builds.take(part)}, finished)

    def _say(self, step: str) -> None:
        """Follow what is asked of standing agents, who come in the order of the work."""
        standing = range(self._at, len(self._tables) + len(self._askables))
        self._at = next((at for at in standing if step.endswith(self._named(at))), self._at)
        if time.monotonic() - self._told > _EVERY:
            self._tell()

    def _named(self, at: int) -> str:
        """How a step ends that is about the agent at that place of the work; nothing ends so for a table."""
        number = at - len(self._tables)
        return f" of {self._askables[number].item.id}" if number >= 0 else "\0"

    def _tell(self) -> None:
        self._told = time.monotonic()
        self._progress(f"exploring flags: {self.work[self._at]} ({self._at + 1} of {len(self.work)})")
