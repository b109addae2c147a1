"""TI207: override tables held against the code and each other."""

import pytest
from hand_listed import found, found_codes
from hand_made import agent, places, tool

from inspector.model import ListedName, LoadFailure, Location, OverrideTable, Unlisted

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

    def test_a_gap_beside_a_name_that_is_not_the_codes(self) -> None:
        tables = (table("staging", refund_order_v2="pay_back"), table("production"))
        (finding,) = found(agent(REFUND), overrides=tables)
        assert "production (`config/production.toml#names`) lists nothing for it" in finding.message
        assert places(finding) == ["config/staging.toml:2", "config/production.toml:1", "app/tools.py:30"]

    @pytest.mark.parametrize("tool_and_name", [(REFUND, "refund_order_v2"), (tool("gamma"), "gamma")])
    def test_a_silent_table_means_the_codes_name(self, tool_and_name) -> None:
        one, function = tool_and_name
        tables = (table("production", **{function: one.visible}), table("staging"))
        assert found_codes(agent(one), overrides=tables) == []

    def test_two_names_in_one_environment(self) -> None:
        both = table("staging", refund_order_v2="refund", app__tools__refund_order_v2="pay_back")
        (finding,) = found(agent(REFUND), overrides=(both,))
        assert "staging gives it 2 names" in finding.message
        assert "staging says `pay_back` for `app.tools.refund_order_v2`" in finding.message
        assert "environments disagree" not in finding.message

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


class TestFunctionsThatNobodySaw:
    """A module that failed to load takes its functions out of the registry, and none out of the tables."""

    FAILURE = LoadFailure(ref="app.more", kind="raised", error="ValueError")

    @pytest.mark.parametrize(
        "tables",
        [
            (table("staging", app__more__mail="send"), table("production", mail="send")),
            (table("staging", mail="send"), table("production", app__more__mail="send")),
            (table("staging", more__mail="send"), table("production", app__more__mail="send")),
            (table("staging", mail="send"), table("production")),
        ],
    )
    def test_silent(self, tables: tuple[OverrideTable, ...]) -> None:
        assert found_codes(agent(REFUND), overrides=tables, failures=(self.FAILURE,)) == []

    def test_a_bare_and_a_qualified_key_still_disagree(self) -> None:
        tables = (table("staging", app__more__mail="send"), table("production", mail="post"))
        (finding,) = found(agent(REFUND), overrides=tables, failures=(self.FAILURE,))
        assert "the environments disagree" in finding.message
        assert "lists nothing" not in finding.message
        assert finding.fix.startswith("Give the function one visible name")

    def test_a_bare_key_of_several_qualified_ones_may_mean_each(self) -> None:
        tables = (table("staging", app__a__f="x", app__b__f="y"), table("production", f="x"))
        assert found_codes(agent(REFUND), overrides=tables, failures=(self.FAILURE,)) == []

    def test_both_keys_of_a_function_that_is_gone_are_one_finding(self) -> None:
        tables = (table("staging", app__tools__gone="x"), table("production", gone="x"))
        (finding,) = found(agent(REFUND), overrides=tables)
        assert "no tool's function has that name" in finding.message

    def test_a_tool_in_no_list_has_both_names(self) -> None:
        kept = Unlisted(visible="mail", function="app.more.send_mail", function_name="send_mail")
        tables = (table("staging", app__more__send_mail="mail"), table("production", send_mail="mail"))
        assert found_codes(agent(REFUND), overrides=tables, unlisted=(kept,)) == []


class TestBareNamesOfSeveralFunctions:
    BOTH = (tool("find", fn="f", function="a.f"), tool("search", fn="f", function="b.f"))

    def test_a_bare_key_leaves_no_gap_for_a_qualified_one(self) -> None:
        tables = (table("staging", a__f="locate"), table("production", f="search"))
        (finding,) = found(agent(*self.BOTH), overrides=tables)
        assert "the model sees `find`" in finding.message
        assert "lists nothing" not in finding.message

    def test_a_name_that_neither_has(self) -> None:
        (finding,) = found(agent(*self.BOTH), overrides=(table("staging", f="locate"),))
        assert "the model sees `find` and `search`" in finding.message
