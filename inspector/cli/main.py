"""The command line: one function per command."""

import sys
from collections.abc import Sequence
from pathlib import Path

from cyclopts import App, CycloptsError, UnusedCliTokensError

from inspector import __version__
from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import AuditOptions, FlagsOptions, InitOptions, Options
from inspector.cli.output import OutputError, narrate, reopen_closed_streams
from inspector.config import ConfigError
from inspector.inspection import InspectionError, TargetError

app = App(
    name="toolinspect",
    version=f"toolinspect {__version__}",
    help="See what every OpenAI Agents SDK agent really exposes: names, owners, collisions.",
    help_format="plaintext",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
app.register_install_completion_command()
_DEFAULTS = Options()
_FLAGS_DEFAULTS = FlagsOptions()
_AUDIT_DEFAULTS = AuditOptions()
_INIT_DEFAULTS = InitOptions()


@app.default
def browse(path: str = ".", /, *, options: Options = _DEFAULTS) -> ExitCode:
    """Open the app on a project, or print its table when there is no terminal.

    Parameters
    ----------
    path
        Directory, Python file, or `module:attr`.
    """
    from inspector.cli.commands import browse as run

    return run(path, options)


@app.command
def check(path: str = ".", /, *, options: Options = _DEFAULTS) -> ExitCode:
    """Report the findings of a project.

    Parameters
    ----------
    path
        Directory, Python file, or `module:attr`.
    """
    from inspector.cli.commands import check as run

    return run(path, options)


@app.command
def show(path: str = ".", /, *, options: Options = _DEFAULTS) -> ExitCode:
    """Print every consumer with its tools.

    Parameters
    ----------
    path
        Directory, Python file, or `module:attr`.
    """
    from inspector.cli.commands import show as run

    return run(path, options)


@app.command
def flags(path: str = ".", /, *, options: FlagsOptions = _FLAGS_DEFAULTS) -> ExitCode:
    """Say what depends on tenants and flags: which tools are there when, and which findings hold when.

    Parameters
    ----------
    path
        Directory, Python file, or `module:attr`.
    """
    from inspector.cli.commands import flags as run

    return run(path, options)


@app.command
def audit(path: str = ".", /, *, options: AuditOptions = _AUDIT_DEFAULTS) -> ExitCode:
    """Find the tools that were given other names, and where their old names still stand; runs nothing.

    Parameters
    ----------
    path
        Directory of the repository.
    """
    from inspector.cli.auditing import audit as run

    return run(path, options)


@app.command
def init(path: str = ".", /, *, options: InitOptions = _INIT_DEFAULTS) -> ExitCode:
    """Write a commented toolinspect.toml from what is found.

    Parameters
    ----------
    path
        Directory, Python file, or `module:attr`.
    """
    from inspector.cli.starting import init as run

    return run(path, options)


@app.command
def explain(code: str, /) -> ExitCode:
    """Say what a finding means, why it hurts, and how to fix it.

    Parameters
    ----------
    code
        As TI101.
    """
    from inspector.cli.commands import explain as run

    return run(code)


def run(arguments: Sequence[str]) -> int:
    """Parse `arguments`, run the command, and return its exit code; a user's mistake is told on stderr."""
    try:
        result = app(list(arguments), exit_on_error=False, print_error=False)
    except UnusedCliTokensError as error:
        return _complain(_too_many(arguments, error.unused_tokens or []), ExitCode.USAGE)
    except CycloptsError as error:
        return _complain(str(error), ExitCode.USAGE)
    except (ConfigError, TargetError, OutputError) as error:
        return _complain(str(error), ExitCode.USAGE)
    except InspectionError as error:
        return _complain(str(error), ExitCode.NOTHING_INSPECTED)
    except KeyboardInterrupt:
        return _complain("interrupted", ExitCode.INTERRUPTED)
    return int(result) if isinstance(result, int) else ExitCode.OK


def main() -> None:
    """Run with the arguments of this process, and leave it with the exit code."""
    reopen_closed_streams()
    try:
        code = run(sys.argv[1:])
    except Exception:  # noqa: BLE001 - a defect of ours must not exit with 1, which means findings
        import traceback

        narrate(f"a defect of toolinspect's own, please report it:\n{traceback.format_exc()}")
        code = ExitCode.NOTHING_INSPECTED
    sys.exit(code)


def _too_many(arguments: Sequence[str], unused: Sequence[str]) -> str:
    """What is wrong with words that are left over: a misspelt command, or a second PATH."""
    from inspector.cli.commands import COMMANDS
    from inspector.config.likeness import most_like

    extra = ", ".join(f"`{word}`" for word in unused)
    first = arguments[0]
    if first in COMMANDS:
        return f"`{first}` takes one {'CODE' if first == 'explain' else 'PATH'}; what is {extra}?"
    nearest = most_like(first, COMMANDS)
    if first.startswith("-") or Path(first).exists():
        return f"takes one PATH; what is {extra}?"
    hint = f"did you mean `{nearest}`?" if nearest else f"the commands are {', '.join(COMMANDS)}"
    return f"there is no command or path `{first}`; {hint}"


def _complain(text: str, code: ExitCode) -> int:
    narrate(text)
    return code
