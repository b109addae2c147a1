"""What the header says: the facts of a load, or the step that one is at."""

from inspector.model import Registry
from inspector.wire.messages import Message, Progress, Ready, Scanned

BETWEEN = " · "


def facts(registry: Registry) -> tuple[str, ...]:
    """What everything shown depends on, the most important first."""
    info, made_up = registry.info, len(registry.stubbed)
    stubbed = (f"{made_up} stubbed",) if made_up else ()
    return (*stubbed, f"SDK {info.sdk}", f"Python {info.python}", f"collisions: {info.collision_policy}")


def step(message: Message) -> str | None:
    """What the worker is doing, if the message tells; raw text."""
    match message:
        case Progress():
            return message.step
        case Scanned():
            return f"{message.constructions} agents seen in {message.modules} modules"
        case Ready():
            return f"SDK {message.sdk} is imported"
        case _:
            return None
