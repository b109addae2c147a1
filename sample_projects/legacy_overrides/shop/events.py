"""What the front end is told of a run."""

from enum import Enum


class Shown(str, Enum):
    """Tools whose calls are shown."""

    TRACKING = "track_parcel_v2"
    LOOKUP = "order_lookup"


def icon(tool_name: str) -> str:
    """The sign beside a call."""
    match tool_name:
        case "track_parcel_v2":
            return "parcel"
        case "rate_answer_v1" | "open_ticket_v2":
            return "person"
    return "gear" if tool_name != "lookup_order_v3" else "eye"
