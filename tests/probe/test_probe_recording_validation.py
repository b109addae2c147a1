"""What pydantic takes out of flags in C counts as read."""

from collections.abc import Callable
from typing import Any

import pydantic
import pytest
from recorded import Recorded


class Settings(pydantic.BaseModel):
    beta: bool
    plan: str = "free"


class Holder(pydantic.BaseModel):
    flags: dict[str, Any]
    name: str = ""


ALL = {"beta", "plan", "region", "sso", "limit"}


class Names(pydantic.BaseModel):
    names: list[str]


@pytest.mark.parametrize(
    ("build", "read"),
    [
        (lambda flags: Settings(**flags), ALL),
        (lambda flags: Settings(beta=flags["beta"]), {"beta"}),
        (lambda flags: pydantic.TypeAdapter(dict[str, Any]).validate_python(flags), ALL),
        (lambda flags: Holder(flags=flags), ALL),
        (lambda flags: Holder.model_validate({"flags": flags}), ALL),
        (lambda flags: Holder(flags={}, name="x"), set()),
    ],
)
def test_a_model_that_is_built_of_flags(build: Callable[[Any], Any], read: set[str]) -> None:
    recorded = Recorded()
    assert recorded.asked(build) == (build(dict(Recorded().given())), read)


def test_a_model_of_some_flags_reads_at_least_those() -> None:
    recorded = Recorded()
    answer, read = recorded.asked(lambda flags: Settings.model_validate(flags, strict=True))
    assert answer == Settings(beta=False) and read >= {"beta", "plan"}


def test_a_list_of_a_context() -> None:
    recorded = Recorded(lambda flags: {"names": [name for name in ("beta", "sso") if flags[name]]})
    assert recorded.reads(lambda ctx: Names(names=ctx["names"])) == {"beta", "sso"}
    assert recorded.reads(lambda ctx: Names.model_validate({"names": ctx["names"]})) == {"beta", "sso"}


def test_a_context_that_is_a_model_around_the_flags() -> None:
    recorded = Recorded(lambda flags: Holder(flags=flags))
    assert recorded.asked(lambda ctx: ctx.flags["plan"]) == ("free", {"plan"})
    assert recorded.asked(lambda ctx: ctx.model_dump()["flags"]["sso"]) == (False, ALL)
