"""What is kept of a project's files from one load to the next."""

from pathlib import Path

from inspector.sources.collections import Candidates
from inspector.sources.python_text import Sources


class ProjectText:
    """The texts of one project and what was found in them; each file is read again when it has changed."""

    def __init__(self, root: Path) -> None:
        self.sources = Sources(root)
        self.candidates = Candidates(root)
