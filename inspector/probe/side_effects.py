"""Which calls start a run, a server or a process, so that a function with one is never called."""

from .symbols import Symbols

_RUNNERS = frozenset(
    {
        "input",
        "asyncio.run",
        "uvicorn.run",
        "anyio.run",
        "socket.socket",
        "os.system",
        "subprocess.run",
        "subprocess.Popen",
        "subprocess.call",
        "subprocess.check_call",
        "subprocess.check_output",
        "asyncio.create_subprocess_exec",
        "asyncio.create_subprocess_shell",
        "run_demo_loop",
        "app.run",
        "mcp.run",
    }
)
_RUN_METHODS = frozenset({"run", "run_sync", "run_streamed"})


def starts_something(symbols: Symbols, path: str, dotted: str) -> bool:
    """Whether a call of `dotted`, as seen from `path`, does more than build objects."""
    if dotted in _RUNNERS:
        return True
    receiver, _, method = dotted.rpartition(".")
    if method not in _RUN_METHODS or not receiver:
        return False
    symbol = symbols.resolve(path, receiver)
    return symbol is not None and symbol.kind == "sdk" and symbol.name in ("Runner", "RealtimeRunner")
