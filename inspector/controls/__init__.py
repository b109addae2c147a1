"""Pure functions that hold every list of tool names against what the model sees."""

from inspector.controls.apply import apply
from inspector.controls.called import called
from inspector.controls.contradictions import contradictions
from inspector.controls.derive import derive
from inspector.controls.join import ConsumerJoin, Ghost, Join, Listing, ToolControls, join
from inspector.controls.matching import HeldSets
from inspector.controls.names import Absence, Names
from inspector.controls.suggest import suggest

__all__ = [
    "Absence",
    "ConsumerJoin",
    "Ghost",
    "HeldSets",
    "Join",
    "Listing",
    "Names",
    "ToolControls",
    "apply",
    "called",
    "contradictions",
    "derive",
    "join",
    "suggest",
]
