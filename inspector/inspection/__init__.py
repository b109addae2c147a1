"""The use-cases: the only thing that the command line and the app call."""

from inspector.inspection.changes import Changes, ConsumerChange, diff
from inspector.inspection.errors import InspectionError, LoadAbandoned, TargetError, WorkerError
from inspector.inspection.explored import Explored, explored
from inspector.inspection.options import InspectOptions, Settings
from inspector.inspection.project import Inspector, inspect_project
from inspector.inspection.result import Inspection
from inspector.inspection.scenarios import in_scenario
from inspector.inspection.suppression import Suppressed

__all__ = [
    "Changes",
    "ConsumerChange",
    "Explored",
    "InspectOptions",
    "Inspection",
    "InspectionError",
    "Inspector",
    "LoadAbandoned",
    "Settings",
    "Suppressed",
    "TargetError",
    "WorkerError",
    "diff",
    "explored",
    "in_scenario",
    "inspect_project",
]
