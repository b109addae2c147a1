"""What is wrong with a file that a config names, said so that it can be put right."""

from inspector.model import Location


class SourceError(Exception):
    """A file, or a part of one, that can't be used; its text names file, line, problem and what to do."""

    def __init__(self, path: str, line: int | None, problem: str, do: str) -> None:
        """`path` is as locations have it: posix, relative to the project when inside it."""
        self.path = path
        self.line = line
        self.problem = problem
        self.do = do
        super().__init__(f"{self.location}: {problem}; {do}")

    @property
    def location(self) -> Location:
        return Location(self.path, self.line)


class Malformed(Exception):
    """Text that isn't what its format asks for: a 1-based line, and what is wrong there."""

    def __init__(self, line: int | None, problem: str) -> None:
        self.line = line
        self.problem = problem
        super().__init__(problem)
