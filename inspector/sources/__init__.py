"""Data files, prompt files and source text of a project, read without running anything of it."""

from inspector.sources.errors import SourceError

__all__ = ["SourceError"]
