"""TI207: override tables held against the code and each other."""

import pytest
from hand_listed import found, found_codes
from hand_made import agent, places, tool

from inspector.model import ListedName, Location, OverrideTable

REFUND = tool("refund", fn="refund_order_v2", line=30)


def table(environment: str, **names: str) -> OverrideTable:
    path = f"config/{environment}.toml"
    return OverrideTable(
        environment=environment,
        source=f"{path}#names",
        location=Location(path, 1),
        entries=tuple(
            ListedName(name=name.replace("__", "."), value=value, location=Location(path, line))
            for line, (name, value) in enumerate(names.items(), 2)
        ),
    )


class TestOverrideTableDrift:
    def test_differs_from_the_code(self) -> None:
        (finding,) = found(agent(REFUND), overrides=(table("staging", refund_order_v2="issue_refund"),))
        assert (finding.code, finding.consumer) == ("TI207", None)
        assert places(finding) == ["config/staging.toml:2", "app/tools.py:30"]
        assert "the model sees `refund`" in finding.message

    def test_environments_disagree_in_one_finding(self) -> None:
        tables = (table("staging", refund_order_v2="refund"), table("production", refund_order_v2="pay_back"))
        (finding,) = found(agent(REFUND), overrides=tables)
        assert places(finding)[:2] == ["config/production.toml:2", "config/staging.toml:2"]
        assert "the environments disagree" in finding.message

    def test_bare_and_qualified_keys_are_one_function(self) -> None:
        tables = (
            table("staging", app__tools__refund_order_v2="refund"),
            table("production", refund_order_v2="refund"),
        )
        assert found_codes(agent(REFUND), overrides=tables) == []

    def test_missing_in_an_environment(self) -> None:
        tables = (table("staging", refund_order_v2="refund"), table("production"))
        (finding,) = found(agent(REFUND), overrides=tables)
        assert "production (`config/production.toml#names`) lists nothing for it" in finding.message

    def test_a_function_no_tool_has(self) -> None:
        (finding,) = found(agent(REFUND), overrides=(table("staging", refund_order_v1="refund"),))
        assert "nearest: `refund_order_v2`" in finding.message

    def test_a_visible_name_as_key(self) -> None:
        (finding,) = found(agent(REFUND), overrides=(table("staging", refund="pay_back"),))
        assert "is no function but what the model sees" in finding.message

    @pytest.mark.parametrize(
        ("tools", "tables"),
        [
            ((REFUND, tool("mail", fn="send_mail")), (table("staging", refund_order_v2="refund"),)),
            (
                (tool("find", fn="f", function="a.f"), tool("search", fn="f", function="b.f")),
                (table("staging", f="search"),),
            ),
            ((tool("refund", fn="refund_order_v2", enabled=False),), (table("s", refund_order_v2="refund"),)),
        ],
    )
    def test_silent(self, tools, tables) -> None:
        assert found_codes(agent(*tools), overrides=tables) == []
