"""Flags and contexts that tell which flags an evaluation read, and look to user code like plain ones."""

from .making import ContextFactory, ContextSource, Given
from .stages import Stage, Stages

__all__ = ["ContextFactory", "ContextSource", "Given", "Stage", "Stages"]
