"""The scenario that `--tenant` and `--set` ask for."""

from pathlib import Path

import pytest

from inspector.inspection import InspectOptions, TargetError
from inspector.inspection.options import Settings, settle
from inspector.model import Scenario

CONFIG = """\
agents = ["desk:triage"]
[flags]
beta = [false, true]
plan = ["free", "pro", "enterprise"]
sso = [false, true]
seats = [1, 2.5]
[[forbidden]]
plan = "free"
sso = true
[tenants.acme]
plan = "pro"
sso = true
"""
FIRST = {"beta": False, "plan": "free", "sso": False, "seats": 1}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "desk.py").write_text("triage = None\n")
    (tmp_path / "toolinspect.toml").write_text(CONFIG)
    return tmp_path


def settled(project: Path, *assignments: str, tenant: str | None = None) -> Settings:
    return settle(InspectOptions(path=str(project), set=assignments, tenant=tenant))


def values(project: Path, *assignments: str) -> dict[str, object]:
    return dict(settled(project, *assignments).scenario.values)


def refusal(project: Path, *assignments: str, tenant: str | None = None) -> str:
    with pytest.raises(TargetError) as caught:
        settled(project, *assignments, tenant=tenant)
    return str(caught.value)


def test_each_flag_has_its_first_value(project: Path) -> None:
    settings = settled(project)
    assert (settings.scenario.values, settings.scenario.tenant) == (FIRST, "")


def test_flags_that_are_set(project: Path) -> None:
    assert values(project, "plan=pro", "beta = true") == FIRST | {"plan": "pro", "beta": True}
    assert values(project, 'plan="pro"', "seats=2.5") == FIRST | {"plan": "pro", "seats": 2.5}


def test_a_tenant_has_its_own_flags(project: Path) -> None:
    settings = settled(project, tenant="acme")
    assert settings.scenario == Scenario(values=FIRST | {"plan": "pro", "sso": True}, tenant="acme")
    assert settled(project, "plan=pro", tenant="acme").scenario == settings.scenario


def test_the_request_carries_all_of_it(project: Path) -> None:
    request = settled(project, "plan=pro").request(1)
    assert dict(request.flags)["plan"] == ("free", "pro", "enterprise")
    assert (request.forbidden, request.tenants) == (
        ({"plan": "free", "sso": True},),
        {"acme": {"plan": "pro", "sso": True}},
    )
    assert (request.scenario, request.tenant, request.explore) == (FIRST | {"plan": "pro"}, "", True)
    assert request.seeds == ()


def test_what_a_request_can_do_without(project: Path) -> None:
    options = InspectOptions(path=str(project), explore=False, seeds=True)
    request = settle(options).request(1)
    assert not request.explore
    assert len(request.seeds) > 1


def test_what_does_not_exist_is_refused_with_what_is_nearest(project: Path) -> None:
    assert refusal(project, "bta=true") == "--set: there is no flag `bta`; did you mean `beta`?"
    said = refusal(project, "plan=enterprse")
    assert "can't be `enterprse`; its values are free, pro, enterprise; did you mean `enterprise`?" in said
    assert refusal(project, tenant="acm") == "--tenant: there is no tenant `acm`; did you mean `acme`?"
    assert "`plan` is no assignment. Write `flag=value`" in refusal(project, "plan")


def test_what_can_not_occur_together_is_refused_with_a_way_out(project: Path) -> None:
    said = refusal(project, "sso=true")
    assert "`plan=free` and `sso=true` can't occur together: `forbidden` rules it out" in said
    assert "`--set plan=pro` or `--set plan=enterprise`" in said


def test_a_tenant_that_has_another_value_is_refused(project: Path) -> None:
    said = refusal(project, "plan=enterprise", tenant="acme")
    assert "`plan=enterprise` isn't what tenant `acme` has, which is `pro`" in said


def test_where_the_first_values_are_forbidden_the_first_legal_ones_are_shown(project: Path) -> None:
    config = CONFIG.replace('plan = "free"\nsso = true', "sso = false")
    (project / "toolinspect.toml").write_text(config)
    assert values(project) == FIRST | {"sso": True}
    assert values(project, "beta=true") == FIRST | {"sso": True, "beta": True}


def test_without_flags_there_is_nothing_to_choose(project: Path) -> None:
    (project / "toolinspect.toml").write_text('agents = ["desk:triage"]\n')
    settings = settled(project)
    assert (settings.space, settings.scenario) == (None, Scenario())
    assert not settings.request(1).explore
    assert "the config declares no flags. Declare them in" in refusal(project, "beta=true")
    assert refusal(project, tenant="acme").startswith("--tenant: ")


def test_forbidden_combinations_that_leave_nothing_are_the_config_s_fault(project: Path) -> None:
    config = CONFIG.split("[[forbidden]]", maxsplit=1)[0] + "".join(
        f"[[forbidden]]\nbeta = {value}\n" for value in ("true", "false")
    )
    (project / "toolinspect.toml").write_text(config)
    with pytest.raises(Exception, match="forbidden"):
        settled(project)
