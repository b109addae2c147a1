"""Whether the config that loads went by is still there: without it, its sets and ignores count no more."""

from inspector.config.loading import PYPROJECT
from inspector.inspection import Settings

_COUNTS = "its sets, ids and ignores"


class ConfigPresence:
    """Compares the config of each load with that of the load before."""

    def __init__(self) -> None:
        self.notice = ""
        """What has gone, until it returns or the notice is dismissed; raw text."""
        self._counting: str | None = None
        """Name of the config that says something; empty: none does; None before the first load."""
        self._lost = ""

    def look(self, settings: Settings) -> str:
        """Take in the config of a finished load; a passing remark where one came, else nothing."""
        before, now = self._counting, _counting(settings)
        self._counting = now
        if before is None or before == now:
            return ""
        if now and now == self._lost:
            self.dismiss()
            return f"{now} is back: {_COUNTS} count again."
        if not before:
            self.dismiss()
            return f"{now} counts now: {_COUNTS}."
        self._lost = before
        self.notice = f"{before} {_what_became(before, now, settings)}"
        return ""

    def dismiss(self) -> None:
        """Say no more of it."""
        self.notice = ""


def _counting(settings: Settings) -> str:
    return settings.config_name if settings.config_path is not None and settings.lines else ""


def _what_became(before: str, now: str, settings: Settings) -> str:
    still_there = settings.config_path is not None and settings.config_path.with_name(before).exists()
    if now and still_there:
        return f"counts no longer: {now} takes its place"
    if now:
        return f"is gone: {now} counts in its place"
    if not still_there:
        fate = "is gone"
    else:
        fate = "has no [tool.toolinspect] any more" if before == PYPROJECT else "says nothing any more"
    return f"{fate}: {_COUNTS} no longer count"
