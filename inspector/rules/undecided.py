"""TI702: tools of one name whose predicates gave no answer, so that nobody knows whether they meet."""

from collections.abc import Iterator, Sequence

from inspector.controls.presence import doubt, two_of, unknown
from inspector.model import Consumer, Finding, Registry, Tool
from inspector.rules.collisions import undecided
from inspector.rules.failing_predicates import asked, late
from inspector.rules.findings import about_tools, held
from inspector.rules.owners import join, subject

_ADD_CONTEXT = (
    "Add to pyproject.toml:\n[tool.toolinspect]\n"
    'context = "pkg.mod:make"  # a callable that returns a run context'
)


def check(consumer: Consumer, registry: Registry) -> Iterator[Finding]:
    """One finding per name.

    No error, since the predicates may exclude each other. Silent where a predicate raised or took too long
    with the configured context: that is TI701 already.
    """
    for name, tools in undecided(consumer):
        unsure = [tool for tool in tools if unknown(consumer, tool).possible]
        if asked(registry) and any(_is_reported(consumer, tool) for tool in unsure):
            continue
        why, fix = _cause(unsure, registry)
        count = "two tools" if len(tools) == 2 else f"several of {len(tools)} tools"
        finding = about_tools(
            "TI702",
            consumer,
            tools,
            names=(name,),
            message=(
                f"Whether `{name}` names {count} at once on `{consumer.name}` can't be told: "
                f"{_predicates(unsure)} {why}{_errors(unsure)}."
            ),
            fix=fix,
        )
        yield held(finding, two_of(unknown(consumer, tool) for tool in tools), doubt=doubt(consumer, *tools))


def _is_reported(consumer: Consumer, tool: Tool) -> bool:
    return tool.predicate_failure == "raised" or late(consumer, tool).possible


def _cause(unknown: Sequence[Tool], registry: Registry) -> tuple[str, str]:
    """What their predicates suffer from, and the way out."""
    if registry.context_failed:
        return (
            f"could not be asked with the context `{registry.context}`, which failed",
            f"Repair `{registry.context}`, or name another under `context` in `[tool.toolinspect]`.",
        )
    if any(tool.predicate_failure == "raised" for tool in unknown):
        return "read a run context that isn't configured", _ADD_CONTEXT
    if any(tool.predicate_failure == "stubbed" for tool in unknown):
        return "depend on stand-ins", "Install what `--stub-missing` stands in for."
    return "gave no answer", "Let the predicates answer at once, or give the tools names of their own."


def _predicates(unknown: Sequence[Tool]) -> str:
    named = (
        f"`{tool.predicate}`" if tool.predicate else f"the predicate of {subject(tool)}" for tool in unknown
    )
    return join(list(dict.fromkeys(named)))


def _errors(unknown: Sequence[Tool]) -> str:
    errors = dict.fromkeys(tool.predicate_error.rstrip(".") for tool in unknown if tool.predicate_error)
    return f" ({'; '.join(errors)})" if errors else ""
