"""The context and RunConfig that the config names, as one import root has them."""

import functools
import json
from typing import Any

from . import sdk
from .agent_settings import forced_choice
from .plain import error_text, text
from .recording import ContextFactory, Given, Stages
from .referred import WrongReference, find
from .space import Space
from .stub_objects import package_of

SHARE = 4
"""A fourth of the time limit is what making a context may take, each of the call and the wait."""


_ASKED = ("flags", "forbidden", "tenants", "scenario", "tenant")
"""Fields of a request that its space is made of."""


class Configured:
    """What `run-config` and `context` of the config come to; both are looked for when they are asked for."""

    def __init__(
        self,
        run_config: str,
        context: str,
        seconds: float,
        *,
        space: "Space | None" = None,
        project: str = "",
    ) -> None:
        self.space = space or Space(())
        self._project = project
        self._seconds = seconds
        self._run_config = run_config
        self._context = context
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

    @functools.cached_property
    def stages(self) -> Stages:
        """What the project is given under each scenario; looks for the context."""
        return Stages(self.space, self._source(), seconds=self._seconds, project=self._project)

    async def context(self) -> Any:
        """The one of the requested scenario; None where it can't be had."""
        stage = await self.stages.at(self.space.requested)
        try:
            return stage.context
        except BaseException as error:
            if not self.context_failed:
                self._note("context", self._context, error)
            self.context_failed = True
            return None

    def _source(self) -> "ContextFactory | Given | None":
        if not self._context:
            return None
        try:
            value = find(self._context)
        except BaseException as error:
            return Given(None, error)
        return ContextFactory(value, self.space) if callable(value) else Given(value)

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
def _configured(run_config: str, context: str, seconds: float, project: str, asked: str) -> Configured:
    space = Space.of(json.loads(asked))
    return Configured(run_config, context, seconds, space=space, project=project)


def of(request: dict[str, Any]) -> Configured:
    """The one of this request: it is had once, however often agents are read for it."""
    seconds = float(request.get("timeout") or 20.0) / SHARE
    asked = {key: request[key] for key in _ASKED if request.get(key)}
    run_config, context = request.get("run_config") or "", request.get("context") or ""
    return _configured(run_config, context, seconds, request.get("project") or "", json.dumps(asked))
