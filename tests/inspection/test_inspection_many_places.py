"""Names and texts are placed in source in good time, however many there are."""

import time
from collections.abc import Callable
from pathlib import Path

from written_project import write

from inspector.inspection.quoted_places import at_their_texts, located
from inspector.model import (
    Consumer,
    Controls,
    ControlSet,
    Finding,
    ListedName,
    Location,
    Prompt,
    Registry,
    SdkInfo,
)
from inspector.sources.python_text import Sources

AGENTS = 2_000


def registry(root: Path, *consumers: Consumer) -> Registry:
    paths = dict.fromkeys(one.path for one in consumers if one.path is not None)
    info = SdkInfo(sdk="0.24.0", python="3.11.7")
    return Registry(root=str(root), info=info, consumers=consumers, sources=tuple(paths))


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def stop_list(consumer: Consumer, *names: str) -> ControlSet:
    entries = tuple(ListedName(name=name) for name in names)
    return ControlSet(kind="stop", source="StopAtTools", entries=entries, consumer=consumer.id)


def timed(root: Path, sets: list[ControlSet], consumers: list[Consumer]) -> tuple[float, list[ControlSet]]:
    """Seconds that placing takes, and what comes of it."""
    placed: list[ControlSet] = []
    everything, sources = registry(root, *consumers), Sources(root)
    return seconds(lambda: placed.extend(located(sets, everything, sources))), placed


def agents(first_line: int, *, apart: int = 1) -> list[Consumer]:
    return [
        Consumer(id=f"shop:a{number}", name=f"A{number}", path="shop.py", line=first_line + apart * number)
        for number in range(AGENTS)
    ]


def test_thousands_of_agents_of_one_module_that_use_the_same_list(tmp_path: Path) -> None:
    lines = [f"a{n} = Agent(tool_use_behavior=StopAtTools(stop_at_tool_names=STOP))" for n in range(AGENTS)]
    write(tmp_path, {"shop.py": "\n".join(["STOP = [", "    'refund',", "]", *lines])})
    consumers = agents(4)
    sets = [stop_list(one, "refund", "computed") for one in consumers]
    placed: list[ControlSet] = []
    assert (
        seconds(lambda: placed.extend(located(sets, registry(tmp_path, *consumers), Sources(tmp_path)))) < 2
    )
    assert {tuple(entry.location for entry in one.entries) for one in placed} == {
        (Location("shop.py", 2), None)
    }


def test_thousands_of_agents_that_spell_the_same_name_in_one_statement(tmp_path: Path) -> None:
    lines = ["  Agent(tool_use_behavior=StopAtTools(stop_at_tool_names=['refund', NAME])),"] * AGENTS
    write(tmp_path, {"shop.py": "\n".join(["NAME = 'lookup'", "AGENTS = [", *lines, "]"])})
    consumers = agents(3)
    sets = [stop_list(one, "refund", "lookup") for one in consumers]
    placed: list[ControlSet] = []
    assert (
        seconds(lambda: placed.extend(located(sets, registry(tmp_path, *consumers), Sources(tmp_path)))) < 2
    )
    places = [[str(entry.location) for entry in one.entries] for one in placed]
    assert places == [[f"shop.py:{one.line}", "shop.py:1"] for one in consumers]


def mention(consumer: Consumer) -> Finding:
    return Finding(
        code="TI205", name="prompt-names-missing-tool", severity="error", consumer=consumer.id,
        consumer_name=consumer.name, names=("give_back",), message="…", fix="…",
        locations=(Location(consumer.path or "", consumer.line),),
    )  # fmt: skip


def told(consumer: Consumer, text: str) -> Prompt:
    return Prompt(source="…", text=text, consumer=consumer.id, location=consumer.location)


def test_thousands_of_texts_of_one_module(tmp_path: Path) -> None:
    lines = [f"a{n} = Agent(\n    instructions='Call give_back in case {n}.')" for n in range(AGENTS)]
    write(tmp_path, {"shop.py": "\n".join(lines)})
    consumers = agents(1, apart=2)
    controls = Controls(
        prompts=tuple(told(one, f"Call give_back in case {n}.") for n, one in enumerate(consumers))
    )
    found = [mention(one) for one in consumers]
    moved: list[Finding] = []
    everything = registry(tmp_path, *consumers)
    assert seconds(lambda: moved.extend(at_their_texts(found, controls, everything, Sources(tmp_path)))) < 3
    assert [one.locations[0].line for one in moved] == [(one.line or 0) + 1 for one in consumers]


def test_texts_that_are_nowhere_among_hundreds_of_files_that_look_alike(tmp_path: Path) -> None:
    filler = "\n".join(f"# line {number} of a module that is as long as others" for number in range(300))
    common = "You are nice. " * 40
    modules = {
        f"app/m{n}.py": f"TEXT = 'Do {n}. {common}Call give_back now and then {n}.'\n{filler}\n"
        for n in range(300)
    }
    line = f'{{"text": "{common}Call give_back at last."}}\n'
    write(tmp_path, modules | {f"data/d{n}.json": line * 20 for n in range(300)})
    consumers = [Consumer(id=f"app.m{n}:a", name=f"A{n}", path=f"app/m{n}.py", line=1) for n in range(300)]
    controls = Controls(
        prompts=tuple(told(one, f"{common}Call give_back or leave {one.id}.") for one in consumers)
    )
    found = [mention(one) for one in consumers]
    everything = registry(tmp_path, *consumers)
    assert seconds(lambda: at_their_texts(found, controls, everything, Sources(tmp_path))) < 3
