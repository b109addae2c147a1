"""What references of the config to callables hold under every outcome of the flags that they read."""

from typing import TYPE_CHECKING, Any, Dict, List, Tuple

from .budget import Budget
from .decisions import decide
from .factory_builds import READS_EARLIER
from .fickleness import noticed
from .keeping import KEEPS, KEEPS_FLAGS
from .space import Scenario

if TYPE_CHECKING:
    from .loading import Loading


class Tables:
    """Reads the references of a root that has been loaded in other scenarios."""

    def __init__(self, load: "Loading", budget: Budget) -> None:
        self._load = load
        self._budget = budget

    def explore(self, reference: str) -> "Dict[str, List[Any]]":
        """A `Table`, and `Unstable` dicts of it, as fields of a `RootExploration`."""
        staging, references = self._load.staging, self._load.references
        doubts: Dict[str, None] = {}
        kept: Dict[str, None] = {}
        path: List[Any] = [None]

        def evaluated(scenario: Scenario) -> "Tuple[Dict[str, Any], Tuple[int, ...]]":
            staging.stages.fresh()
            with noticed() as fickleness:
                found, reads = references.read_again(reference, scenario)
            doubts.update(dict.fromkeys((staging.doubt, fickleness.doubt)))
            path[0] = found.get("path")
            if staging.stale:
                doubts[READS_EARLIER] = None
                kept[f"{READS_EARLIER}: something outside of it keeps them"] = None
            if scenario == staging.space.requested and not set(references.reads[reference]) <= set(reads):
                doubts[KEEPS] = None
                kept[KEEPS_FLAGS] = None
            return found, reads

        with self._load.recorder, self._load.environment:
            decided = decide(staging.space, evaluated, near=staging.space.requested, budget=self._budget)
        decision = decided.decision
        decision["doubt"] = "; ".join(filter(None, (decision["doubt"], *doubts)))
        unstable = [
            {"ref": reference, "difference": difference, "path": path[0]} for difference in list(kept)[:1]
        ]
        table = {"reference": reference, "decision": decision, "outcomes": decided.outcomes}
        return {"tables": [table], "unstable": unstable}
