"""Whether the answers of a load are proven for every scenario, and what of them isn't."""

from collections.abc import Iterator

import msgspec

from inspector.controls.presence import existing, unknown
from inspector.inspection.explored import explored
from inspector.inspection.result import Inspection
from inspector.model import Condition
from inspector.report.flag_readers import decisions


class Exactness(msgspec.Struct, frozen=True, kw_only=True):
    """How far every report may say "always", "never" and "exact"."""

    explored: bool = True
    """False where there are other scenarios and none was looked at."""
    doubts: tuple[str, ...] = ()
    """What is sampled, in doubt, undecided or unstable, as `what: reason`."""
    unfinished: tuple[str, ...] = ()
    """What was not explored, in words."""
    sampled: bool = False
    """Whether any answer rests on a sample."""

    @property
    def exact(self) -> bool:
        return self.complete and not self.doubts

    @property
    def complete(self) -> bool:
        """Whether everything was looked at: only then is what read no flag known to read none."""
        return self.explored and not self.unfinished


def exactness(inspection: Inspection) -> Exactness:
    """Of a project without flags, too: a predicate without an answer could have come out otherwise."""
    known = explored(inspection)
    own = (*_undecided(inspection), *_unstable(inspection))
    return Exactness(
        explored=inspection.space is None or known is not None,
        doubts=tuple(dict.fromkeys((*(known.doubts if known is not None else ()), *own))),
        unfinished=known.unfinished if known is not None else (),
        sampled=any(decision.samples for _reader, decision in decisions(inspection)),
    )


def _undecided(inspection: Inspection) -> Iterator[str]:
    for consumer in inspection.everywhere.consumers:
        for tool in consumer.tools:
            if (where := unknown(consumer, tool)).possible:
                throughout = inspection.space is None or _covers(where, existing(consumer), inspection)
                scenarios = "any scenario" if throughout else "some scenarios"
                yield f"`{tool.visible}` on `{consumer.name}`: not decided in {scenarios}"


def _covers(where: Condition, all_of_it: Condition, inspection: Inspection) -> bool:
    return inspection.space is None or not (all_of_it & inspection.space.legal).meets(~where)


def _unstable(inspection: Inspection) -> Iterator[str]:
    found = (
        *inspection.registry.unstable,
        *inspection.everywhere.unstable,
        *(one for root in inspection.exploration for one in root.unstable),
    )
    for one in found:
        yield f"`{one.ref}`: not the same each time"
