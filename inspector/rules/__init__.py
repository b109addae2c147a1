"""Pure functions from a registry to findings: no I/O, no clock, no SDK."""

from inspector.rules.catalogue import CATALOGUE
from inspector.rules.engine import evaluate, ordered
from inspector.rules.fate import Fate, fate
from inspector.rules.rule import Rule

__all__ = ["CATALOGUE", "Fate", "Rule", "evaluate", "fate", "ordered"]
