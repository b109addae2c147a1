"""Local MCP servers: started on request, listed by the SDK's own code, and stopped again."""

import asyncio
import dataclasses
from typing import Any

from . import sdk
from .plain import error_text, text

NEEDS_NETWORK = "needs the network; pass --network"
_REMOTE_BASES = ("MCPServerSse", "MCPServerStreamableHttp")


@dataclasses.dataclass
class Listing:
    """What the MCP servers of one agent list."""

    tools: list[tuple[Any, Any]] = dataclasses.field(default_factory=list)
    """(server object, function tool) in the order of the SDK."""
    errors: dict[int, str] = dataclasses.field(default_factory=dict)
    """id(server) -> why it could not be listed."""
    run_error: str | None = None
    """What `get_mcp_tools` raises for the servers together."""


class Fleet:
    """The servers of one import root; each is started once, however many agents share it."""

    def __init__(self, *, limit: float, network: bool) -> None:
        self._limit = limit
        self._network = network
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._servers: list[Any] = []
        self._stop = asyncio.Event()
        self.errors: dict[int, str] = {}
        """id(server) -> why it did not start, or did not list; such a server is not asked again."""

    async def start(self, servers: list[Any]) -> None:
        """Connects all of them side by side, each within the time limit."""
        waiting: list[asyncio.Future[None]] = []
        for server in servers:
            if id(server) in self._tasks or id(server) in self.errors or is_connected(server):
                continue
            if is_remote(server) and not self._network:
                self.errors[id(server)] = NEEDS_NETWORK
                continue
            ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._servers.append(server)
            self._tasks[id(server)] = asyncio.create_task(self._own(server, ready))
            waiting.append(ready)
        if waiting:
            await asyncio.wait(waiting)

    async def _own(self, server: Any, ready: "asyncio.Future[None]") -> None:
        """Connects and cleans up in one task, as the transports' cancel scopes demand."""
        try:
            await _within(server.connect(), self._limit)
        except (Exception, asyncio.CancelledError) as error:
            self.errors[id(server)] = self._reason(error)
        if not ready.done():
            ready.set_result(None)
        if id(server) not in self.errors:
            await self._stop.wait()
        try:
            await _within(server.cleanup(), self._limit)
        except (Exception, asyncio.CancelledError) as error:
            self.errors.setdefault(id(server), f"cleanup: {self._reason(error)}")

    def _reason(self, error: BaseException) -> str:
        if isinstance(error, (TimeoutError, asyncio.TimeoutError, asyncio.CancelledError)):
            return f"no answer within {self._limit:g} s"
        return error_text(_first_cause(error))

    async def stop(self) -> None:
        """Stops what was started; returns when every server is down or its time limit has passed."""
        self._stop.set()
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()), timeout=2 * self._limit)

    async def listing(self, agent: Any, context: Any, reserved: set[str]) -> Listing:
        """The tools of an agent's servers; `reserved` are the names that prefixed ones must avoid."""
        servers = list(agent.mcp_servers)
        found = Listing(errors={id(s): self.errors[id(s)] for s in servers if id(s) in self.errors})
        if not found.errors:
            try:
                tools = await _within(agent.get_mcp_tools(context), self._limit)
                found.tools = _by_server(tools, servers)
                return found
            except Exception as error:
                if type(error).__name__ == "UserError":
                    found.run_error = text(error)
        for server in servers:
            if id(server) not in found.errors:
                await self._list_alone(server, agent, context, reserved, found)
        return found

    async def _list_alone(
        self, server: Any, agent: Any, context: Any, reserved: set[str], found: Listing
    ) -> None:
        try:
            tools = await _within(sdk.list_mcp_server(server, agent, context, reserved), self._limit)
            found.tools.extend((server, tool) for tool in tools)
        except (Exception, asyncio.CancelledError) as error:
            self.errors[id(server)] = found.errors[id(server)] = self._reason(error)


def is_connected(server: Any) -> bool:
    """Whether the project has connected the server itself."""
    return getattr(server, "session", None) is not None


def is_remote(server: Any) -> bool:
    """Whether starting the server means an outgoing connection."""
    return any(base.__name__ in _REMOTE_BASES for base in type(server).__mro__)


def server_name(server: Any) -> str:
    """The server's name, or its type where it can't tell."""
    try:
        return text(server.name)
    except Exception:
        return type(server).__name__


def _by_server(tools: list[Any], servers: list[Any]) -> list[tuple[Any, Any]]:
    pairs: list[tuple[Any, Any]] = []
    for tool in tools:
        binding = sdk.mcp_binding(tool)
        pairs.append((binding[0] if binding is not None else servers[0], tool))
    return pairs


def _first_cause(error: BaseException) -> BaseException:
    """The innermost single error of an exception group."""
    while isinstance(inner := getattr(error, "exceptions", None), tuple) and inner:
        error = inner[0]
    return error


async def _within(work: Any, seconds: float) -> Any:
    """Awaits in this very task, and cancels what is awaited after the time limit with TimeoutError."""
    task = asyncio.current_task()
    expired = False

    def expire() -> None:
        nonlocal expired
        expired = True
        if task is not None:
            task.cancel()

    handle = asyncio.get_running_loop().call_later(seconds, expire)
    try:
        return await work
    except asyncio.CancelledError:
        if expired:
            uncancel = getattr(task, "uncancel", None)
            if uncancel is not None:
                uncancel()
            raise TimeoutError from None
        raise
    finally:
        handle.cancel()
