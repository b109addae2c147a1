"""What builds under other flags have left behind: the requested scenario is built and read once more."""

from typing import TYPE_CHECKING, Any, Dict, List

from .comparing import alike, changes, tools_of
from .recorder import RecordedAgent
from .stability import SecondBuilds

if TYPE_CHECKING:
    from .loading import Loading

_REMEMBERED = "something outside of it remembers them"


def left_behind(
    load: "Loading", built: "List[str]", earlier: "List[RecordedAgent]", seconds: float
) -> "List[Dict[str, Any]]":
    """`Unstable` dicts of agents and factories that give something else than when they were loaded.

    `built` are the factories that were built under other flags, `earlier` the agents that they built; what
    differs from build to build anyway is left out. Raises what reading agents raises; no MCP server is
    started for it.
    """
    load.staging.stages.fresh()
    load.staging.enter()
    return [*_changed_agents(load, built), *_changed_builds(load, earlier, seconds)]


def _changed_agents(load: "Loading", built: "List[str]") -> "List[Dict[str, Any]]":
    before = {consumer["id"]: consumer for consumer in load.survey.consumers}
    request = {**load.request, "mcp": False, "untold": "not asked once more"}
    after = load.read(load.found, request).consumers
    by = ", ".join(f"`{ref}`" for ref in built)
    found = []
    for consumer in after:
        old, new = tools_of(before.get(consumer["id"])), tools_of(consumer)
        if old is not None and new is not None and not alike(old, new):
            difference = f"builds of {by} under other flags have changed it: {changes(old, new, 'it ')}"
            place = {"path": consumer["path"], "line": consumer["line"]}
            found.append({"ref": consumer["id"], "difference": difference, **place})
    return found


def _changed_builds(
    load: "Loading", earlier: "List[RecordedAgent]", seconds: float
) -> "List[Dict[str, Any]]":
    request = {**load.request, "mcp": False, "untold": "not asked of another build"}
    builds = SecondBuilds(
        load.factories,
        load.refs,
        load.recorder,
        seconds=seconds,
        read=lambda items: load.read(items, request).consumers,
        progress=load.progress,
        later="last",
        earlier=earlier,
    )
    with load.recorder:
        builds.build()
    known = {each["ref"] for each in load.unstable}
    return [
        {**each, "difference": f"after builds under other flags {each['difference']}; {_REMEMBERED}"}
        for each in builds.differing(load.found, load.survey.consumers)
        if each["ref"] not in known
    ]
