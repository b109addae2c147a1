"""The `init` command: a first config, written from what is found."""

import shlex
from pathlib import Path

from inspector.cli.commands import loaded, opened
from inspector.cli.exit_codes import ExitCode, verdict
from inspector.cli.options import InitOptions
from inspector.cli.output import OutputError, ensure_writable, narrate, to_file
from inspector.config import load
from inspector.config.loading import OWN_FILE
from inspector.inspection import Inspection, TargetError
from inspector.inspection.starter import starter
from inspector.report.summary import counted, nothing


def init(path: str, options: InitOptions) -> ExitCode:
    """Write a starter; raises TargetError or OutputError where it would replace something."""
    inspector = opened(path, options)
    project = inspector.settings.target.project
    if options.output is None:
        _refuse_second(project)
    target = options.output or project / OWN_FILE
    _refuse_to_replace(target)
    ensure_writable(target)
    inspection = loaded(inspector)
    if _found_nothing(inspection):
        narrate("\n".join([*nothing(inspection), "No config was written."]))
        return ExitCode.NOTHING_INSPECTED
    _refuse_to_replace(target)
    to_file(target, starter(inspection.registry, inspection.suggestions).encode("utf-8"))
    narrate(f"wrote {_from_here(target)}: {_contents(inspection)}. Nothing in it counts yet.")
    config = f" --config {shlex.quote(str(options.output))}" if options.output is not None else ""
    narrate(
        "next: open it, take away the `#` before each line that holds, and run "
        f"`toolinspect check {shlex.quote(path)}{config}`"
    )
    return verdict(inspection, None)


def _refuse_second(project: Path) -> None:
    config = load(project)
    if config.path is None or not config.exists:
        return
    line = config.lines.get(())
    what = "there is a config already" if line is None else "holds a `[tool.toolinspect]` table already"
    raise TargetError(
        what,
        where=_from_here(config.path) if line is None else f"{_from_here(config.path)}:{line}",
        do="Change that one, or write a starter somewhere else with `--output PATH`",
    )


def _refuse_to_replace(target: Path) -> None:
    """A config may hold what nobody could write again; devices and pipes hold nothing."""
    if target.is_file():
        raise OutputError(f"{target}: is there already; remove it first, or name another with --output")


def _found_nothing(inspection: Inspection) -> bool:
    registry = inspection.registry
    return not (registry.consumers or registry.not_inspected or registry.seen or registry.failures)


def _contents(inspection: Inspection) -> str:
    registry = inspection.registry
    needy = sum(bool(part.config) for part in registry.not_inspected)
    parts = [counted(len(registry.consumers), "agent")]
    if suggested := len(inspection.suggestions):
        parts.append(counted(suggested, "suggested set"))
    if needy:
        parts.append(
            "1 factory that needs arguments" if needy == 1 else f"{needy} factories that need arguments"
        )
    if failed := len(registry.failures):
        parts.append(f"{counted(failed, 'module')} that failed to load (`toolinspect check` says why)")
    return ", ".join(parts)


def _from_here(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)
