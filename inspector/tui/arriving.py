"""What the import roots of a load have answered so far."""

from inspector.config import ConfigError
from inspector.inspection import Inspection, InspectionError, Settings
from inspector.inspection.answers import collect
from inspector.model import RootExploration
from inspector.sources.project_text import ProjectText
from inspector.wire.messages import Done, Explored, Message, Progress, Ready, RootDone

STOPPED = "exploring was stopped by the s key"


class Arriving:
    """Keeps the answers of one load until it is finished."""

    def __init__(self, expected: frozenset[str] | None = None) -> None:
        """`expected` are the import roots of the load before; None: this is the first one."""
        self.expected = expected
        self._answers: list[Message] = []
        self._unseen = 0
        self.roots: frozenset[str] = frozenset()
        """Those that have answered."""
        self.exploring = ""
        """What exploring the flags is at, as the worker says it; empty before it begins."""

    @property
    def complete(self) -> bool:
        """Whether every import root of the load before has answered again, so that none would be missed."""
        return self.expected is not None and self.expected <= self.roots

    def hear(self, message: Message) -> None:
        """Take in what matters of it."""
        if isinstance(message, Ready | RootDone | Explored):
            self._answers.append(message)
        if isinstance(message, RootDone):
            self._unseen += 1
            self.roots |= {message.result.root}
        elif isinstance(message, Progress) and "explor" in message.step:
            self.exploring = message.step

    def inspection(self, settings: Settings, *, stopped: bool = False) -> Inspection | None:
        """Everything there is; None when there is nothing new, or nothing that can be shown by itself.

        `stopped`: no more is to come, and what has not been explored is to be named.
        """
        if not self._unseen and not stopped:
            return None
        self._unseen = 0
        answers = list(self._answers)
        if stopped:
            part = RootExploration(root=min(self.roots, default=""), unfinished=(STOPPED,))
            answers.append(Explored(generation=0, part=part))
        try:
            text = ProjectText(settings.target.project)
            inspection = collect([*answers, Done(generation=0)], settings, text, whole=stopped)
        except (InspectionError, ConfigError):
            return None  # What is wrong is told when the load ends.
        return inspection if inspection.registry.consumers else None
