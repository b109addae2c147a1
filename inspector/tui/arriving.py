"""What the import roots of a first load have answered so far."""

from inspector.config import ConfigError
from inspector.inspection import InspectionError, Settings
from inspector.inspection.answers import collect
from inspector.sources.project_text import ProjectText
from inspector.tui.snapshot import Snapshot, first
from inspector.wire.messages import Done, Message, Ready, RootDone


class Arriving:
    """Keeps the answers of one load until it is finished."""

    def __init__(self) -> None:
        self._answers: list[Message] = []
        self._unseen = 0

    def hear(self, message: Message) -> None:
        """Take in what matters of it."""
        if isinstance(message, Ready | RootDone):
            self._answers.append(message)
            self._unseen += isinstance(message, RootDone)

    def snapshot(self, settings: Settings) -> Snapshot | None:
        """Everything there is; None when there is nothing new, or nothing that can be shown by itself."""
        if not self._unseen:
            return None
        self._unseen = 0
        try:
            text = ProjectText(settings.target.project)
            messages = [*self._answers, Done(generation=0)]
            inspection = collect(messages, settings, text, whole=False)
        except (InspectionError, ConfigError):
            return None  # What is wrong is told when the load ends.
        return first(inspection) if inspection.registry.consumers else None
