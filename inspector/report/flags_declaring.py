"""How to declare flags, for a project whose config has none."""

from collections.abc import Iterator
from pathlib import Path

from inspector.config.loading import PYPROJECT
from inspector.report.columns import wrap
from inspector.report.style import Style
from inspector.report.suggested_sets import config_file

_FLAGS = """\
[{table}flags]                      # the default first
beta_refunds = [false, true]
plan = ["free", "pro", "enterprise"]

[{table}tenants.acme]
beta_refunds = true
plan = "pro"
"""
_WAYS = (
    'The project\'s code gets them by name: `context = "pkg.mod:make"` is called with `flags` and `tenant`, '
    "a factory's parameter that is called like a flag gets its value, and `[{table}arguments]` hands on "
    '`"$flags.plan"` or `"$tenant"`.'
)


def render(project: Path, style: Style) -> Iterator[str]:
    """Lines without line ends."""
    file = config_file(project)
    table = "tool.toolinspect." if file == PYPROJECT else ""
    yield from wrap(
        "This project declares no flags: there is one scenario, which `toolinspect show` shows.", style.width
    )
    yield ""
    yield f"Declare them in {file} to see which tenants see which tools:"
    yield ""
    for line in _FLAGS.format(table=table).splitlines():
        yield f"    {line}".rstrip()
    yield ""
    yield from wrap(_WAYS.format(table=table), style.width)
