"""The `audit` command: a plan, a diff, or the fix itself."""

import sys

from inspector.cli.exit_codes import ExitCode
from inspector.cli.options import AuditOptions
from inspector.cli.output import encoded, ensure_writable, narrate, to_file, to_stdout
from inspector.cli.progress import Narrator
from inspector.inspection.audit import Audited, audit_project
from inspector.model import SEVERITIES
from inspector.report import audit_csv, audit_json, audit_markdown, audit_text
from inspector.report.audit_counts import is_worst
from inspector.report.style import Style, style_for
from inspector.report.summary import counted


def audit(path: str, options: AuditOptions) -> ExitCode:
    """Read the repository, and write what was asked for."""
    if options.output is not None:
        ensure_writable(options.output)
    with Narrator() as narrator:
        audited = audit_project(path, options.config, narrator.step)
    if not audited.audit.files:
        narrate("nothing could be read there")
        return ExitCode.NOTHING_INSPECTED
    if options.diff or options.fix:
        return _fix(audited, options)
    _write(_report(audited, options), options)
    return _verdict(audited, options)


def _report(audited: Audited, options: AuditOptions) -> bytes:
    match options.format:
        case "json":
            return audit_json.render(audited.audit)
        case "csv":
            return audit_csv.render(audited.audit, options.batch)
        case "markdown":
            return encoded(audit_markdown.render(audited.audit, options.batch))
    style = Style(bounded=False) if options.output is not None else style_for(sys.stdout)
    lines = audit_text.render(audited.audit, style, batch=options.batch, every=options.all)
    return encoded(lines, "utf-8" if options.output is not None else sys.stdout.encoding)


def _fix(audited: Audited, options: AuditOptions) -> ExitCode:
    # libcst takes a tenth of a second to import.
    from inspector.inspection.audit_fix import FixError, apply, diff, plan_fix

    planned = plan_fix(audited, options.batch)
    for one in planned.refused:
        narrate(f"{one.path}: left alone: {one.reason}")
    if options.diff:
        _write(_raw(b"".join(diff(planned.changes)), options), options)
        return ExitCode.OK
    try:
        apply(audited.root, planned.changes, force=options.force)
    except FixError as error:
        narrate(str(error))
        return ExitCode.USAGE
    for change in planned.changes:
        narrate(f"changed {change.path}")
    narrate(f"{counted(len(planned.changes), 'file')} changed; run the audit again to see what is left")
    return ExitCode.OK


def _raw(data: bytes, options: AuditOptions) -> bytes:
    """A diff must hold every byte as it is, so that it can be applied; on a terminal it is made visible."""
    if options.output is not None or not sys.stdout.isatty():
        return data
    return encoded(data.decode("utf-8", "replace").split("\n")[:-1])


def _write(data: bytes, options: AuditOptions) -> None:
    if options.output is not None:
        to_file(options.output, data)
    else:
        to_stdout(data)


def _verdict(audited: Audited, options: AuditOptions) -> ExitCode:
    worst = is_worst(audited.audit)
    if options.fail_on == "never" or not worst:
        return ExitCode.OK
    failing = SEVERITIES[: SEVERITIES.index(options.fail_on) + 1]
    return ExitCode.FINDINGS if worst in failing else ExitCode.OK
