"""What decides which actions can be done, read off the screen and what it shows."""

from inspector.report.escape import visible
from inspector.report.scenario_text import flags_of
from inspector.tui.actions import Situation
from inspector.tui.main_screen import MainScreen
from inspector.tui.snapshot import Snapshot


def situation_of(
    main: MainScreen,
    snapshot: Snapshot | None,
    *,
    error: str,
    trouble: str,
    has_editor: bool,
    has_output: bool,
    exploring: bool,
) -> Situation:
    """`error` is what the last load ended with, `trouble` its first line once no other load runs."""
    subject, banner = main.subject, main.banner
    space = snapshot.space if snapshot is not None else None
    return Situation(
        view=main.view,
        loaded=snapshot is not None,
        trouble=trouble,
        has_subject=bool(subject.name),
        has_place=subject.location is not None,
        has_editor=has_editor,
        findings=len(snapshot.findings) if snapshot else 0,
        failures=(len(snapshot.registry.failures) if snapshot else 0) + bool(error),
        has_output=has_output,
        can_flatten=main.registry.grouped,
        shows_tools=main.registry.shows_tools,
        filtered=bool(main.current.filter) or main.filter.display,
        filter=visible(main.hidden_filter),
        has_notice=banner.display and banner.action == "clear",
        can_jump=main.can_jump,
        flags=len(flags_of(space)) if space is not None else 0,
        tenants=len(space.tenants) if space is not None else 0,
        exploring=exploring,
        audited=main.audit.audited is not None,
        has_override=main.audit.current is not None and main.audit.current.override is not None,
    )
