"""The context and RunConfig that the config names, each had once for an import root."""

import functools
import inspect
from typing import Any

from . import deadline, sdk
from .agent_settings import forced_choice
from .plain import error_text, text
from .referred import WrongReference, find
from .stub_objects import package_of

SHARE = 4
"""A fourth of the time limit is what making a context may take, each of the call and the wait."""


class Configured:
    """What `run-config` and `context` of the config come to; both are looked for when they are asked for."""

    def __init__(self, run_config: str, context: str, seconds: float) -> None:
        self._seconds = seconds
        self._run_config = run_config
        self._context = context
        self._made: tuple[Any] | None = None
        self.notes: list[dict[str, Any]] = []
        """`NotInspected` dicts; equal in all import roots that meet the same."""
        self.unresolved: list[tuple[str, str]] = []
        self.context_failed = False

    @functools.cached_property
    def run_config(self) -> Any:
        """The RunConfig; None where none is configured, or it can't be had."""
        if not self._run_config:
            return None
        try:
            value = find(self._run_config)
            if package_of(value) is not None:
                return None
            if not sdk.is_run_config(value):
                raise WrongReference(f"it is no RunConfig but of type `{type(value).__name__}`")
        except BaseException as error:
            self._note("run-config", self._run_config, error)
            return None
        return value

    @property
    def policy(self) -> str | None:
        """Collision policy that the RunConfig asks for; None where there is none to ask."""
        return None if self.run_config is None else sdk.collision_policy(self.run_config)

    @property
    def unknown_tool(self) -> str:
        """What a call of an unknown name leads to; empty where a RunConfig decides that can't be had."""
        lost = bool(self._run_config) and self.run_config is None
        return "" if lost and not sdk.unknown_tool_is_settled() else sdk.unknown_tool(self.run_config)

    async def context(self) -> Any:
        """The value, or what calling it gives; None where that fails."""
        if self._made is None:
            self._made = (await self._make_context(),)
        return self._made[0]

    async def _make_context(self) -> Any:
        if not self._context:
            return None
        try:
            value = find(self._context)
            with deadline.limited(self._seconds):
                value = value() if callable(value) else value
            return await deadline.awaited(value, self._seconds) if inspect.isawaitable(value) else value
        except BaseException as error:
            self.context_failed = True
            self._note("context", self._context, error)
            return None

    def outcome(self) -> dict[str, Any]:
        """Fields of a `RootResult`."""
        return {
            "collision_policy": self.policy,
            "context_failed": self.context_failed,
            **{f"run_{key}": value for key, value in forced_choice(self.run_config).items()},
            "unknown_tool": self.unknown_tool,
            "unresolved": list(dict.fromkeys(self.unresolved)),
        }

    def _note(self, key: str, reference: str, error: BaseException) -> None:
        """A wrong reference is the config's fault; what the project raised is told beside its agents."""
        shown = text(error) if isinstance(error, WrongReference) else error_text(error)
        if isinstance(error, WrongReference):
            self.unresolved.append((key, f"`{reference}`: {shown}"))
        what = "context" if key == "context" else "RunConfig"
        advice = f"Repair `{reference}`, or name another under `{key}` in `[tool.toolinspect]`."
        reason = f"the configured {what} failed: {shown}"
        note = {"ref": reference, "reason": reason, "severity": "warning", "advice": advice}
        self.notes.append(note)


@functools.lru_cache(maxsize=1)
def _configured(run_config: str, context: str, seconds: float) -> Configured:
    return Configured(run_config, context, seconds)


def of(request: dict[str, Any]) -> Configured:
    """The one of this request: it is had once, however often agents are read for it."""
    seconds = float(request.get("timeout") or 20.0) / SHARE
    return _configured(request.get("run_config") or "", request.get("context") or "", seconds)
