"""Dicts of a context, whose reads are recorded."""

from .mappings import RecordingDict


class RecordingContext(RecordingDict):
    """A context that is a dict, or a dict within one."""

    __slots__ = ()
