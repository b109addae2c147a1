"""Switches that operations flip while the service runs."""

from collections.abc import Callable
from typing import Any

from agents import Agent, RunContextWrapper

from ledgerly.files import CONFIG

Predicate = Callable[[RunContextWrapper[Any], Agent[Any]], bool]


def switched_off() -> set[str]:
    """Tools whose line in switches.yaml says false; the file is flat, so lines are all there is to read."""
    lines = (CONFIG / "switches.yaml").read_text(encoding="utf-8").splitlines()
    pairs = (line.strip().partition(":") for line in lines if not line.lstrip().startswith("#"))
    return {name for name, _, position in pairs if position.strip() == "false"}


def switched(tool: str) -> Predicate:
    """Enabled unless operations switched it off."""

    def is_on(_context: RunContextWrapper[Any], _agent: Agent[Any]) -> bool:
        return tool not in switched_off()

    return is_on
