"""What is offered where."""

import os
from typing import Any

from agents import Agent, RunContextWrapper

REGION = os.environ.get("LEDGERLY_REGION", "eu")


def self_service(_agent: Agent[Any], _context: RunContextWrapper[Any]) -> bool:
    """Regions in which subscribers resume a plan on their own."""
    return REGION in {"eu", "uk"}
