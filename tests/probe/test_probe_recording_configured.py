"""The context that the config names is made for the requested scenario, and its failure told once."""

import asyncio
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest

from inspector.probe import configured
from inspector.probe.configured import Configured

FLAGS = {"flags": [["beta", [False, True]], ["plan", ["free", "pro"]]], "tenants": {"acme": {"plan": "pro"}}}


@pytest.fixture
def module() -> Iterator[types.ModuleType]:
    """Importable as `made_contexts`."""
    made = sys.modules["made_contexts"] = types.ModuleType("made_contexts")
    configured._configured.cache_clear()
    yield made
    del sys.modules["made_contexts"]
    configured._configured.cache_clear()


def asked(**request: Any) -> Configured:
    return configured.of({"context": "made_contexts:make", **request})


def test_it_is_made_of_the_requested_scenario(module: types.ModuleType) -> None:
    vars(module)["make"] = lambda flags, tenant: types.SimpleNamespace(plan=flags["plan"], tenant=tenant)
    found = asked(**FLAGS, scenario={"plan": "pro"}, tenant="acme")
    context = asyncio.run(found.context())
    assert (context.plan, context.tenant) == ("pro", "acme")
    assert found.outcome()["context_failed"] is False and found.notes == []
    assert asked(**FLAGS) is not found
    assert asyncio.run(asked(**FLAGS).context()).plan == "free"


def test_one_request_has_one(module: types.ModuleType) -> None:
    vars(module)["make"] = lambda flags: flags
    assert asked(**FLAGS).stages is asked(**FLAGS).stages


def test_without_flags_the_factory_is_called_without_any(module: types.ModuleType) -> None:
    given = {"a": 1}
    vars(module)["make"] = lambda: given
    assert asyncio.run(asked().context()) is given
    vars(module)["make"] = lambda flags: flags
    configured._configured.cache_clear()
    found = asked()
    assert asyncio.run(found.context()) is None
    assert "missing 1 required positional argument: 'flags'" in found.notes[0]["reason"]


def test_a_failure_is_noted_once(module: types.ModuleType) -> None:
    def make(plan: str) -> Any:
        raise LookupError(f"no {plan}")

    vars(module)["make"] = make
    found = asked(**FLAGS)
    assert [asyncio.run(found.context()) for _ in range(2)] == [None, None]
    assert found.context_failed and len(found.notes) == 1
    assert found.notes[0]["reason"] == "the configured context failed: LookupError: no free"


def test_a_wrong_reference_is_the_configs_fault(module: types.ModuleType) -> None:
    found = asked(**FLAGS)
    assert asyncio.run(found.context()) is None
    assert found.unresolved == [("context", "`made_contexts:make`: `made_contexts` has no attribute `make`")]
