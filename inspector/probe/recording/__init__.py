"""Flags and contexts that tell which flags an evaluation read, and look to user code like plain ones."""

from .making import ContextFactory, ContextSource, Given
from .stage import Stage
from .stages import Stages
from .watching import unwatch

__all__ = ["ContextFactory", "ContextSource", "Given", "Stage", "Stages", "unwatch"]
