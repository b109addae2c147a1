"""Which side of a mapping of lists names tools: its keys, or what the lists hold."""

from inspector.controls import called
from inspector.model import ListedName, ReadReference, Registry


def listed_by(answer: ReadReference, registry: Registry) -> tuple[ListedName, ...]:
    """The names that a reference lists; of lists by group (`PLANS = {"pro": ["refund"]}`) those in the lists.

    The keys are groups where no tool goes by any of them, and some tool goes by a name in the lists.
    """
    if not answer.groups:
        return answer.entries
    known = called(registry)
    members = dict.fromkeys(name for names in answer.groups.values() for name in names)
    if known.isdisjoint(answer.groups) and not known.isdisjoint(members):
        return tuple(ListedName(name=name) for name in members)
    return answer.entries
