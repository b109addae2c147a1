"""What a load has for parameters that ask for flags, the tenant, or the context."""

import difflib
import re
from dataclasses import dataclass
from typing import Any, Mapping, Optional

from .plain import error_text, short_repr
from .staging import Staging

PLANNED = re.compile(r"\$(flags\.[\w.-]+|[A-Za-z_][\w.]*)")
"""A value of the config that stands for something of the scenario."""
_FLAG = "$flags."
_CONTEXT_NAMES = ("context", "ctx")


class NotOffered(Exception):
    """The config asks for what it doesn't declare; its text says what there is."""


@dataclass(frozen=True)
class Offer:
    """Something of a scenario, with how it is told."""

    value: Any
    shown: str
    why: str
    """flag, tenant or context."""


class Offers:
    """What the config declares, and its values in the scenario of now, which is only asked when it is needed.

    Handing out a flag's value or the tenant's name is a read of it.
    """

    def __init__(self, request: "Mapping[str, Any]", staging: "Optional[Staging]" = None) -> None:
        self._flags = [name for name, _ in request.get("flags") or ()]
        self._tenants = bool(request.get("tenants"))
        self._context = str(request.get("context") or "")
        self._staging = staging

    @property
    def fillable(self) -> str:
        """Which parameters can be filled by name, as the end of a sentence."""
        names = [f"`{name}`" for name in ("flags", *self._flags, "tenant", "context") if self.named(name)]
        if not names:
            return "one without required parameters can be called"
        return f"parameters are filled by name: {', '.join(names)}"

    def named(self, parameter: str) -> "str | None":
        """The `$` value that a parameter of that name stands for; None for one that stands for none."""
        if parameter in self._flags:
            return _FLAG + parameter
        if parameter == "flags" and self._flags:
            return "$flags"
        if parameter == "tenant" and self._tenants:
            return "$tenant"
        return "$context" if parameter in _CONTEXT_NAMES and self._context else None

    def check(self, asked: str) -> None:
        """Raises NotOffered for a `$` value that the config declares nothing for."""
        if asked.startswith(_FLAG) and asked[len(_FLAG) :] not in self._flags:
            raise NotOffered(self._no_flag(asked[len(_FLAG) :]))
        if asked == "$flags" and not self._flags:
            raise NotOffered("the config declares no flags")
        if asked == "$tenant" and not self._tenants:
            raise NotOffered("the config names no tenants")
        if asked == "$context" and not self._context:
            raise NotOffered("the config has no `context`")
        if asked not in ("$flags", "$tenant", "$context") and not asked.startswith(_FLAG):
            raise NotOffered("there are `$flags`, `$flags.<name>`, `$tenant` and `$context`")

    def has(self, asked: str) -> bool:
        """Whether the config declares what a `$` value stands for."""
        try:
            self.check(asked)
        except NotOffered:
            return False
        return True

    def give(self, asked: str) -> Offer:
        """What it is in the scenario of now; raises NotOffered."""
        self.check(asked)
        assert self._staging is not None
        stage = self._staging.now()
        if asked == "$context":
            try:
                return Offer(stage.context, self._context, "context")
            except BaseException as error:
                raise NotOffered(f"making the context failed: {error_text(error)}") from error
        if asked == "$tenant":
            tenant = stage.tenant
            return Offer(tenant, short_repr(tenant), "tenant")
        if asked == "$flags":
            return Offer(stage.flags, short_repr(self._staging.space.flags(stage.scenario)), "flag")
        value = stage.value(asked[len(_FLAG) :])
        return Offer(value, short_repr(value), "flag")

    def _no_flag(self, name: str) -> str:
        if not self._flags:
            return "the config declares no flags"
        near = difflib.get_close_matches(name, self._flags, n=1)
        listed = ", ".join(f"`{flag}`" for flag in self._flags)
        hint = f"; did you mean `{_FLAG}{near[0]}`?" if near else ""
        return f"there is no flag `{name}`, only {listed}{hint}"
