"""References of the config: what they hold, and how one that fails leaves the others alone."""

import asyncio
import enum
import functools
import itertools
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inspector.model import ListedName, ReadReference
from inspector.probe.references import References
from inspector.probe.stub_objects import Stub


class Raising:
    def __iter__(self) -> Any:
        raise RuntimeError("not now")


class RaisingList(list[str]):
    def __iter__(self) -> Any:
        raise RuntimeError("not now")


class Leaving(list[str]):
    def __iter__(self) -> Any:
        raise SystemExit(3)


class Endless(list[str]):
    def __iter__(self) -> Any:
        return (str(number % 7) for number in itertools.count())


class Waiting(list[str]):
    def __iter__(self) -> Any:
        time.sleep(60)
        return iter(())


class Secretive:
    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"nothing of {name}")


class Tier(enum.Enum):
    GOLD = "gold"


async def later() -> set[str]:
    await asyncio.sleep(0)
    return {"refund"}


async def never() -> None:
    await asyncio.sleep(60)


def busy() -> None:
    while True:
        pass


def failing() -> None:
    raise KeyError("refund")


class Policy:
    table = {"refund": True}  # noqa: RUF012 - as projects write it

    @classmethod
    def names(cls) -> list[str]:
        return list(cls.table)

    def __call__(self) -> list[str]:
        return ["called"]


def generated() -> Iterator[str]:
    yield "refund"
    yield "mail"


@pytest.fixture(autouse=True)
def policies(tmp_path: Path) -> Iterator[Any]:
    module: Any = types.ModuleType("policies")
    module.__file__ = str(tmp_path / "app" / "policies.py")
    for value in (later, never, busy, failing, Policy, generated):
        setattr(module, value.__name__, value)
    module.NAMES = ["refund"]
    module.PLANS = {"free": [], "pro": ["refund", "mail"], "items": ["look"]}
    module.TIERS = {Tier.GOLD: ("refund",)}
    module.needs = lambda name, other=1: [name]
    module.partial = functools.partial(module.needs, "refund")
    module.policy = object.__new__(Policy)
    module.number = 5
    module.stub = Stub("lost", "lost.NAMES")
    module.raising, module.raising_list, module.leaving = Raising(), RaisingList(["a"]), Leaving(["a"])
    module.endless, module.waiting, module.secretive = Endless(["a"]), Waiting(["a"]), [Secretive()]
    sys.modules["policies"] = module
    yield module
    del sys.modules["policies"]


def read(tmp_path: Path, *references: str, **request: object) -> list[ReadReference]:
    request = {"references": references, "timeout": 2.0, **request}
    found = References(request, str(tmp_path), lambda step: None).read()
    return msgspec.json.decode(msgspec.json.encode(found), type=list[ReadReference], strict=True)


def entries(found: ReadReference) -> dict[str, Any]:
    assert found.error == ""
    return {entry.name: entry.value for entry in found.entries}


@pytest.mark.parametrize(
    ("attribute", "held"),
    [
        ("NAMES", {"refund": None}),
        ("later", {"refund": None}),
        ("generated", {"refund": None, "mail": None}),
        ("partial", {"refund": None}),
        ("Policy.names", {"refund": None}),
        ("Policy.table", {"refund": True}),
        ("PLANS.pro", {"refund": None, "mail": None}),
        ("PLANS.items", {"look": None}),
        ("TIERS.GOLD", {"refund": None}),
        ("TIERS.gold", {"refund": None}),
    ],
)
def test_a_reference_holds_a_value_or_what_a_call_gives(
    tmp_path: Path, attribute: str, held: dict[str, Any]
) -> None:
    (found,) = read(tmp_path, f"policies:{attribute}")
    assert entries(found) == held
    assert found.path == "app/policies.py"
    assert not found.wrong


@pytest.mark.parametrize(
    ("reference", "error"),
    [
        ("nowhere.at.all:NAMES", "there is no module `nowhere`"),
        ("policies:PLANS.prp", "`PLANS` of `policies` has no key `prp`; did you mean `policies:PLANS.pro`?"),
        (
            "policies:PLANS.gold",
            "`PLANS` of `policies` has no key `gold`; its keys are `free`, `pro`",
        ),
        ("policies:NAMES.pro", "`policies` has no attribute `NAMES.pro`"),
        ("policies:NAEMS", "`policies` has no attribute `NAEMS`"),
        ("policies:Policy.nothing", "`policies` has no attribute `Policy.nothing`"),
        ("app/policies.py:NAMES", "`app/policies.py` is no name of a module"),
        ("policies:number", "is of type `int`; expected a collection of names"),
        ("policies", "is of type `module`"),
        ("policies:needs", "is a function that needs `name`"),
    ],
)
def test_a_reference_without_meaning_is_wrong(tmp_path: Path, reference: str, error: str) -> None:
    (found,) = read(tmp_path, reference)
    assert found.wrong
    assert found.error.startswith(error)
    assert found.form == "unusable"


@pytest.mark.parametrize(
    ("attribute", "error"),
    [
        ("failing", "KeyError: 'refund'"),
        ("raising_list", "RuntimeError: not now"),
        ("leaving", "SystemExit: 3"),
        ("secretive", "RuntimeError: nothing of name"),
        ("stub", "the stubbed package `lost` decides"),
    ],
)
def test_code_that_fails_is_no_wrong_reference(tmp_path: Path, attribute: str, error: str) -> None:
    failed, fine = read(tmp_path, f"policies:{attribute}", "policies:NAMES")
    assert (failed.error, failed.wrong) == (error, False)
    assert entries(fine) == {"refund": None}


def test_code_that_never_ends_costs_its_share_and_no_other_reference(tmp_path: Path) -> None:
    hanging = [f"policies:{name}" for name in ("busy", "never", "waiting", "busy")]
    began = time.monotonic()
    found = read(tmp_path, *hanging, "policies:NAMES")
    assert time.monotonic() - began < 2.0
    assert [one.error.startswith("TooLong: no end after") for one in found[:-1]] == [True] * 3
    assert not any(one.wrong for one in found)
    assert entries(found[-1]) == {"refund": None}


def test_a_collection_without_an_end_is_bounded(tmp_path: Path) -> None:
    (found,) = read(tmp_path, "policies:endless")
    assert (found.error, found.fault) == ("holds more than 10,000 names", "value")


def test_an_object_is_called_only_where_it_holds_nothing(tmp_path: Path, policies: Any) -> None:
    (held,) = read(tmp_path, "policies:policy")
    assert held.error.endswith("name one of them: `table`")
    policies.bare = type("Bare", (), {"__call__": lambda self: ["called"]})()
    assert entries(read(tmp_path, "policies:bare")[0]) == {"called": None}


def test_a_module_that_fails_to_import_is_the_projects_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_policies.py").write_text("import a_package_that_nobody_has\n")
    monkeypatch.syspath_prepend(tmp_path)
    (found,) = read(tmp_path, "failing_policies:NAMES")
    assert found.error == "ModuleNotFoundError: No module named 'a_package_that_nobody_has'"
    assert not found.wrong


def test_what_ended_a_process_is_not_read_again(tmp_path: Path) -> None:
    ended = {"policies:failing": "the process ended with exit code 3."}
    failed, fine = read(tmp_path, "policies:failing", "policies:NAMES", unread=ended)
    assert failed.error == "not read again after: the process ended with exit code 3"
    assert fine.entries == (ListedName(name="refund"),)
    twice = {**ended, "policies:busy": "no end"}
    assert all(one.error for one in read(tmp_path, "policies:failing", "policies:NAMES", unread=twice))
