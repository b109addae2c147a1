"""What the commands do with an inspection."""

import sys
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from inspector.cli.exit_codes import ExitCode, verdict
from inspector.cli.options import FlagsOptions, LoadOptions, Options
from inspector.cli.output import encoded, ensure_writable, narrate, to_file, to_stdout
from inspector.cli.progress import Narrator
from inspector.config.likeness import most_like
from inspector.inspection import Inspection, Inspector, Settings, TargetError
from inspector.report import explain as explain_report
from inspector.report import flags_json, flags_report, json_report, table, text_report
from inspector.report.style import Style, style_for
from inspector.rules import CATALOGUE

COMMANDS = ("check", "show", "flags", "audit", "explain", "init")


class Report(msgspec.Struct, frozen=True):
    """What an inspection is written as."""

    text: Callable[[Inspection, Style], Iterator[str]]
    json: Callable[[Inspection], bytes] = json_report.render


_FINDINGS, _TABLE = Report(text_report.render), Report(table.render)


def browse(path: str, options: Options) -> ExitCode:
    """The app on a terminal, else the table."""
    if options.format is not None or options.output is not None:
        return show(path, options)
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return _report(path, options, _TABLE, note="no terminal, so here is a plain table")
    with opened(path, options, keep_going=True) as inspector:
        # Imported while the worker's process warms up.
        from inspector.tui.app import run

        run(inspector, inspector.settings.target.project, poll=options.poll)
    return ExitCode.OK


def check(path: str, options: Options) -> ExitCode:
    """The findings, among them what only another order of hashing shows."""
    return _report(path, options, _FINDINGS, seeds=True)


def show(path: str, options: Options) -> ExitCode:
    """Consumers and tools."""
    return _report(path, options, _TABLE)


def flags(path: str, options: FlagsOptions) -> ExitCode:
    """What depends on tenants and flags."""
    text = partial(flags_report.render, every=options.all)
    return _report(path, options, Report(text, flags_json.render))


def explain(code: str) -> ExitCode:
    """One rule; raises TargetError for a code that doesn't exist."""
    rule = CATALOGUE.get(code.upper())
    if rule is None:
        nearest = most_like(code.upper(), CATALOGUE)
        hint = f"Did you mean {nearest}? " if nearest else ""
        raise TargetError("no such finding code", where=code, do=f"{hint}Known: {', '.join(CATALOGUE)}")
    to_stdout(encoded(explain_report.render(rule, style_for(sys.stdout)), sys.stdout.encoding))
    return ExitCode.OK


def _report(path: str, options: Options, report: Report, *, note: str = "", seeds: bool = False) -> ExitCode:
    if options.output is not None:
        ensure_writable(options.output)
    inspection = loaded(opened(path, options, seeds=seeds), note=note)
    if options.output is not None:
        to_file(options.output, _rendered(inspection, options, report, Style(bounded=False), "utf-8"))
    else:
        style = style_for(sys.stdout)
        to_stdout(_rendered(inspection, options, report, style, sys.stdout.encoding))
    return verdict(inspection, None if options.fail_on == "never" else options.fail_on)


def loaded(inspector: Inspector, *, note: str = "") -> Inspection:
    """One load, with `note` and what the config says in vain on stderr, and progress when it takes long."""
    with inspector, Narrator() as narrator:
        for line in (*((note,) if note else ()), *_read_past(inspector.settings)):
            narrate(line)
        inspection = inspector.load(narrator.hear)
    for line in inspection.notices:
        narrate(line)
    return inspection


def _read_past(settings: Settings) -> tuple[str, ...]:
    """What the config asks for in vain."""
    if not settings.unused or settings.config_path is None:
        return ()
    keys = ", ".join(f"`{key}`" for key in settings.unused)
    return (f"{settings.config_name}: {keys}: not supported yet in this version, without effect",)


def _rendered(inspection: Inspection, options: Options, report: Report, style: Style, encoding: str) -> bytes:
    if options.format == "json":
        return report.json(inspection)
    return encoded(report.text(inspection, style), encoding)


def opened(path: str, options: LoadOptions, *, keep_going: bool = False, seeds: bool = False) -> Inspector:
    """An inspector that hasn't started its worker yet; raises for what the user got wrong.

    `keep_going`: a load leaves out control sets that can't be read, and goes on. `seeds`: it is done once
    more under other hash seeds.
    """
    try:
        return Inspector(options.to_inspect(path, keep_going=keep_going, seeds=seeds))
    except TargetError as error:
        nearest = most_like(path, COMMANDS)
        if nearest is None or ":" in path:
            raise
        raise TargetError(
            error.what, where=error.where, do=f"Did you mean the command `{nearest}`?"
        ) from None
