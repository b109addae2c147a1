"""What keeps an inspection from starting or ending, said so that it can be put right."""


class InspectionError(Exception):
    """Something went wrong: `what` happened, `where`, and what to `do` about it."""

    def __init__(self, what: str, *, where: str = "", do: str = "") -> None:
        self.what = what
        self.where = where
        self.do = do
        text = f"{where}: {what}" if where else what
        super().__init__(f"{text}. {do}" if do else text)


class TargetError(InspectionError):
    """PATH names nothing that can be inspected: the user's to change."""


class WorkerError(InspectionError):
    """The project's interpreter could not be started, has no SDK, or went away."""


class LoadAbandoned(InspectionError):
    """A newer load, a cancellation or the end of the program came first: there is nothing to show."""

    def __init__(self) -> None:
        super().__init__("the load was abandoned")
