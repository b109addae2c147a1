"""TI205: prompts that name a tool which the model doesn't see."""

from collections.abc import Iterator

import msgspec

from inspector.controls.mentions import MissingTool, missing_tools
from inspector.controls.names import Names, some
from inspector.controls.presence import doubt
from inspector.model import Consumer, Controls, Finding, Location, Registry, Tool
from inspector.rules.findings import about_consumer, held
from inspector.rules.owners import join, owner

_OF_AGENT = "instructions of "


def check_registry(registry: Registry, controls: Controls, names: Names | None = None) -> Iterator[Finding]:
    """One finding per prompt and name, at the line where it stands first."""
    names = names or Names(registry)
    for missing in missing_tools(registry, controls, names):
        yield _finding(missing, names)


def _finding(missing: MissingTool, names: Names) -> Finding:
    prompt = missing.prompt
    consumer = names.consumers[prompt.consumer] if prompt.consumer is not None else None
    unlisted = _built(missing)
    message, fix = _words(missing, consumer, names)
    own = [tool for holder, tool in missing.places if consumer is not None and holder == consumer.id]
    finding = about_consumer(
        "TI205",
        consumer,
        names=(missing.name,),
        message=message,
        fix=fix,
        locations=(
            missing.location or (consumer.location if consumer is not None else None),
            *(tool.location for _, tool in missing.places),
            unlisted,
        ),
        condition=_condition(missing),
        severity="error" if missing.certain else "warning",
        tools=own,
    )
    # Nothing is wrong with a tool of another agent that the text happens to name.
    marked = missing.places if missing.certain else ()
    others = tuple((holder, tool.key) for holder, tool in marked if consumer is None or holder != consumer.id)
    ghost = missing.name if consumer is not None and missing.kind != "off" else None
    finding = msgspec.structs.replace(finding, touches=others, ghost=ghost)
    return held(finding, missing.holds, doubt=prompt.doubt or doubt(consumer, *own))


def _words(missing: MissingTool, consumer: Consumer | None, names: Names) -> tuple[str, str]:
    """The message and the fix."""
    text, name = _text(missing), missing.name
    tools = [tool for _, tool in missing.places]
    visible = some(dict.fromkeys(tool.visible for tool in tools))
    match missing.kind:
        case "function":
            return (
                f"{text} `{name}`, the function behind {visible} ({_places(tools)}); the model sees only "
                f"{visible}.",
                _write(tools),
            )
        case "variable":
            return (
                f"{text} `{name}`, the variable behind {visible} ({_places(tools)}); the model sees only "
                f"{visible}.",
                _write(tools),
            )
        case "agent" if missing.name.startswith("transfer_to_"):
            agents = some(dict.fromkeys(tool.function or tool.visible for tool in tools))
            return (
                f"{text} `{name}`; the model calls the handoff to {agents} {visible} only "
                f"({_places(tools)}).",
                _write(tools),
            )
        case "raw_name":
            servers = some(dict.fromkeys(tool.server or tool.visible for tool in tools))
            return (
                f"{text} `{name}`, the name that {visible} has on its MCP server {servers}; the model sees "
                f"only {visible}.",
                _write(tools),
            )
        case "agent":
            return (
                f"{text} `{name}`, the agent behind {visible} ({_places(tools)}); the model calls it by "
                f"{visible} only.",
                _write(tools),
            )
        case "off":
            return (
                f"{text} `{name}`, which is {_off(tools[0])}: {owner(tools[0])}. The model doesn't see it"
                f"{'' if tools[0].presence is None else ' then'}.",
                "Leave it out while the tool is off, or build the text from the tools that are on.",
            )
        case "elsewhere":
            return (
                f"{text} `{name}`, {_of_others(missing, names)}, which `{_name(consumer)}` doesn't see.",
                f"Give `{_name(consumer)}` the tool, or take the name out of the text.",
            )
        case "unlisted":
            built = _built(missing)
            where = f" at {built}" if built is not None else ""
            return (
                f"{text} `{name}`, a tool that is built{where} and stands in no agent's list.",
                "List it among the tools of the agent, or take the name out of the text.",
            )
        case _:
            return (
                f"{text} `{name}` where a tool is called for; no tool of {_readers(consumer)} has that name.",
                f"Write `{missing.nearest}` if that is meant, or take the name out of the text."
                if missing.nearest is not None
                else "Write the name of a tool that the model sees, or take it out of the text.",
            )


def _off(tool: Tool) -> str:
    return "off here" if tool.presence is None else "not there in every scenario"


def _text(missing: MissingTool) -> str:
    source = missing.prompt.source
    if source.startswith(_OF_AGENT):
        return f"The {source} say"
    return f"`{source}` says"


def _write(tools: list[Tool]) -> str:
    visible = list(dict.fromkeys(tool.visible for tool in tools))
    return f"Write `{visible[0]}`." if len(visible) == 1 else f"Write the one that is meant: {some(visible)}."


def _built(missing: MissingTool) -> Location | None:
    one = missing.unlisted
    return Location(one.path, one.line) if one is not None and one.path is not None else None


def _of_others(missing: MissingTool, names: Names) -> str:
    """Whose tool it is, with its place."""
    holders = some(dict.fromkeys(names.consumers[holder].name for holder, _ in missing.places))
    tool = missing.places[0][1]
    if tool.visible == missing.name:
        return f"a tool of {holders} ({_places([tool])})"
    return f"the code behind `{tool.visible}` of {holders} ({_places([tool])})"


def _places(tools: list[Tool]) -> str:
    return join(list(dict.fromkeys(str(tool.location or tool.type) for tool in tools)))


def _condition(missing: MissingTool) -> str | None:
    if missing.kind != "off" or not missing.places:
        return None
    tool = missing.places[0][1]
    if tool.presence is not None:
        # The flags say it better.
        return None
    predicate = tool.predicate
    return f"when `{predicate}` turns `{missing.name}` off" if predicate is not None else None


def _readers(consumer: Consumer | None) -> str:
    return f"`{consumer.name}`" if consumer is not None else "any agent"


def _name(consumer: Consumer | None) -> str:
    return consumer.name if consumer is not None else ""
