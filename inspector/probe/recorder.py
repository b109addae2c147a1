"""Remembers every agent and tool that a project constructs, and stops the runs it tries to start."""

import contextlib
import importlib
import os
import sys
from dataclasses import dataclass
from types import FrameType
from typing import Any, Callable, Iterable, Iterator, NamedTuple

import agents

from .paths import installed, within
from .plain import is_a, text

_OWN = os.path.dirname(os.path.abspath(__file__))
_SDK = os.path.dirname(os.path.abspath(agents.__file__))
_STDLIB = os.path.dirname(os.path.abspath(os.__file__))
_RUNNER_METHODS = ("run", "run_sync", "run_streamed")


class StoppedAtRun(BaseException):
    """Raised where the project would have started a run; no `except Exception` may swallow it."""


@dataclass
class RecordedAgent:
    agent: Any
    path: "str | None"
    line: "int | None"
    module: str
    function: str
    """Qualified where the interpreter knows it, else the bare name; empty at module level."""


class Run(NamedTuple):
    agent: Any
    path: "str | None"
    line: "int | None"


class _Site(NamedTuple):
    path: "str | None"
    line: "int | None"
    module: str
    function: str


class Recorder:
    """Context manager: while it is entered, constructions are recorded and runs are refused.

    `owns` tells the project's files. `parts` are modules of the SDK that the project imports: their entry
    points are replaced too. Objects are kept alive, so ids stay theirs.
    """

    def __init__(
        self, owns: "Callable[[str], bool]" = lambda path: not installed(path), parts: Iterable[str] = ()
    ) -> None:
        self.owns = owns
        self.parts = tuple(parts)
        self.agents: list[RecordedAgent] = []
        self.tools: dict[int, tuple[str, int]] = {}
        self.would_run: list[Run] = []
        self._kept: list[Any] = []
        self._undo: list[Callable[[], None]] = []

    def __enter__(self) -> "Recorder":
        for cls in _agent_classes():
            self._watch(cls, self._agent_made)
        for cls in _tool_classes():
            self._watch(cls, self._tool_made)
        for owner, method in _run_starters(self.parts):
            self._replace(owner, method, _stopper(self, vars(owner).get(method)))
        for server in _mcp_servers():
            for method in ("connect", "cleanup"):
                self._replace(server, method, _do_nothing)
        return self

    def __exit__(self, *error: Any) -> None:
        while self._undo:
            self._undo.pop()()

    def rewinder(self) -> "Callable[[], None]":
        """Forgets what modules that are being given up have built since now."""
        mark = len(self.agents)

        def rewind() -> None:
            self.agents[mark:] = [entry for entry in self.agents[mark:] if entry.module in sys.modules]

        return rewind

    def finished(self) -> "list[RecordedAgent]":
        """Agents whose construction came to its end."""
        return [recorded for recorded in self.agents if "name" in getattr(recorded.agent, "__dict__", {})]

    def built(self) -> "Iterator[tuple[Any, str, int]]":
        """(tool or handoff, path, line) of every construction whose place is known."""
        for tool in self._kept:
            site = self.tools.get(id(tool))
            if site is not None:
                yield tool, *site

    def _watch(self, cls: Any, made: "Callable[[Any], None]") -> None:
        active = [True]

        def __new__(kind: Any, *args: Any, **kwargs: Any) -> Any:
            create: Any = super(cls, kind).__new__
            created = object.__new__(kind) if create is object.__new__ else create(kind, *args, **kwargs)
            if active:
                made(created)
            return created

        # Taking `__new__` away again would leave object.__new__ refusing arguments, so it stays, idle.
        cls.__new__ = staticmethod(__new__)
        self._undo.append(active.clear)

    def _replace(self, owner: Any, name: str, stand_in: Any) -> None:
        had = name in vars(owner)
        before = vars(owner).get(name)
        setattr(owner, name, stand_in)
        self._undo.append(lambda: setattr(owner, name, before) if had else delattr(owner, name))

    def _agent_made(self, agent: Any) -> None:
        site = self._site(agent, sys._getframe(2))
        self.agents.append(RecordedAgent(agent, *site))

    def _tool_made(self, tool: Any) -> None:
        site = self._site(tool, sys._getframe(2))
        self._kept.append(tool)
        if site.path is not None and site.line is not None:
            self.tools[id(tool)] = (site.path, site.line)

    def stopped(self, agent: Any, frame: FrameType) -> None:
        """A run of `agent` was about to start in `frame`."""
        site = self._site(None, frame)
        self.would_run.append(Run(agent, site.path, site.line))
        where = f" of {os.path.basename(site.path)}" if site.path else ""
        tell(f"would run {agent_name(agent) or 'an agent'} at line {site.line}{where}")

    def _site(self, made: Any, start: "FrameType | None") -> _Site:
        """Where the project, or else whoever uses the SDK, asked for the object."""
        outside: _Site | None = None
        frame = start
        while frame is not None:
            path = frame.f_code.co_filename
            if not _is_machinery(path) and not _is_own_init(frame, made):
                if self.owns(path):
                    return _site_of(frame)
                if outside is None and (installed(path) or not within(_STDLIB, path)):
                    outside = _site_of(frame)
            frame = frame.f_back
        return outside or _Site(None, None, "", "")


def tell(text: str) -> None:
    """A line of our own in the log of what the project prints."""
    with contextlib.suppress(OSError):  # the project may have closed the descriptor
        os.write(2, f"toolinspect: {text}\n".encode("utf-8", "backslashreplace"))


def after_stop(error: BaseException) -> bool:
    """Whether an error only says that a run was refused, as when its exception group is unwrapped."""
    seen: set[int] = set()
    pending: list[Any] = [error]
    while pending:
        cause = pending.pop()
        if not is_a(cause, BaseException) or id(cause) in seen:
            continue
        if is_a(cause, StoppedAtRun):
            return True
        seen.add(id(cause))
        pending.extend((cause.__context__, cause.__cause__, *_grouped(cause)))
    return False


def _grouped(error: BaseException) -> "Iterable[Any]":
    """What an exception group holds: of the standard library, or, on Python 3.10, of a package."""
    try:
        parts = getattr(error, "exceptions", ())
    except Exception:  # a property of the project's own exception
        return ()
    return parts if is_a(parts, (list, tuple)) else ()


def waits_for_input(error: BaseException) -> bool:
    """Whether it comes from reading the closed standard input."""
    return isinstance(error, EOFError) and "reading a line" in text(error)


def agent_name(agent: Any) -> str:
    """An agent's name as text; empty where it has none or can't say."""
    try:
        name = agent.name
    except Exception:  # a property of the project's subclass, or an agent that was never finished
        return ""
    return "" if name is None else text(name)


def _is_machinery(path: str) -> bool:
    return path.startswith("<") or within(_OWN, path) or within(_SDK, path)


def _site_of(frame: FrameType) -> _Site:
    module = frame.f_globals.get("__name__", "")
    name = getattr(frame.f_code, "co_qualname", frame.f_code.co_name)
    function = "" if name == "<module>" else name.replace(".<locals>", "")
    return _Site(frame.f_code.co_filename, frame.f_lineno, module if is_a(module, str) else "", function)


def _is_own_init(frame: FrameType, made: Any) -> bool:
    """Whether the frame is a subclass's `__init__` on the way to the construction."""
    code = frame.f_code
    if made is None or code.co_name not in ("__init__", "__new__", "__post_init__") or not code.co_argcount:
        return False
    first = frame.f_locals.get(code.co_varnames[0])
    return first is made or any(kind is first for kind in type(made).__mro__)


def _agent_classes() -> "list[type]":
    base = getattr(agents, "AgentBase", None) or agents.agent.__dict__.get("AgentBase") or agents.Agent
    return [base]


def _tool_classes() -> "list[type]":
    found = [
        value
        for name, value in vars(agents.tool).items()
        if isinstance(value, type) and name.endswith("Tool") and value.__module__ == agents.tool.__name__
    ]
    return [*found, agents.Handoff]


def _run_starters(parts: "tuple[str, ...]") -> "list[tuple[Any, str]]":
    """Public entry points that start a run, as far as this version has them."""
    found: list[tuple[Any, str]] = [(agents.Runner, method) for method in _RUNNER_METHODS]
    found += [(module, "run_demo_loop") for module in (agents, sys.modules.get("agents.repl"))]
    for part, name, methods in (
        ("agents.realtime", "RealtimeRunner", ("run",)),
        ("agents.realtime", "RealtimeSession", ("__aenter__", "enter")),
        ("agents.voice", "VoicePipeline", ("run",)),
    ):
        owner = getattr(_part(part, parts), name, None)
        found += [(owner, method) for method in methods]
    return [(owner, method) for owner, method in found if owner is not None and hasattr(owner, method)]


def _part(name: str, parts: "tuple[str, ...]") -> Any:
    if not any(part == name or part.startswith(name + ".") for part in parts):
        return sys.modules.get(name)
    try:
        return importlib.import_module(name)
    except ImportError:
        # An extra of the SDK that isn't installed: the project's own import of it will say so.
        return None


def _mcp_servers() -> "list[type]":
    try:
        from agents import mcp
    except ImportError:
        return []
    names = ("MCPServerStdio", "MCPServerSse", "MCPServerStreamableHttp")
    return [getattr(mcp, name) for name in names if hasattr(mcp, name)]


async def _do_nothing(self: Any) -> None:
    """Stands in for connecting to a server and for leaving it: loading starts no process."""


def _stopper(recorder: Recorder, original: Any) -> Any:
    def stop(*args: Any, **kwargs: Any) -> Any:
        candidates = [*args, *kwargs.values()]
        held = [value for owner in args[:1] for value in getattr(owner, "__dict__", {}).values()]
        agent = next((value for value in [*candidates, *held] if _is_agent(value)), None)
        recorder.stopped(agent, sys._getframe(1))
        raise StoppedAtRun("a run was about to start")

    return classmethod(stop) if isinstance(original, classmethod) else stop


def _is_agent(value: Any) -> bool:
    return is_a(value, tuple(_agent_classes()))
