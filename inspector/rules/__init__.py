"""Pure functions from a registry to findings: no I/O, no clock, no SDK."""

from inspector.rules.catalogue import CATALOGUE, Rule
from inspector.rules.engine import evaluate, ordered

__all__ = ["CATALOGUE", "Rule", "evaluate", "ordered"]
