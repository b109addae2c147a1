"""What a run knows of its traveller."""

from dataclasses import dataclass, field


@dataclass
class Traveller:
    """The person the assistant works for."""

    name: str = "guest"
    home: str = "VIE"
    loyalty: str = "none"
    bookings: list[str] = field(default_factory=list)
