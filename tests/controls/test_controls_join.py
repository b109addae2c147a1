"""The outer join: rows with their listings, ghosts with their reasons, strays."""

from hand_listed import listed
from hand_made import agent, registry, tool

from inspector.controls import Join, derive, join
from inspector.model import Controls, McpServer, Registry, Unlisted

REFUND = tool("refund", fn="refund_order_v2", variables=("refund_tool",), business_id="billing.refund")


def joined(project: Registry, *sets) -> Join:
    return join(project, Controls(sets=(*sets, *derive(project))))


def reasons(project: Registry, *names: str, consumer: str = "triage") -> dict[str, str]:
    """Reasons by name, of the consumer's ghosts and of strays."""
    found = joined(project, listed("approval", "mail", *names))
    ghosts = (*found.of(f"app.agents:{consumer}").ghosts, *found.strays)
    return {ghost.name: ghost.reason for ghost in ghosts}


class TestRows:
    def test_own_and_project_wide_listings_stand_in_their_columns(self) -> None:
        project = registry(agent(REFUND, stop=("refund",), stop_behavior="stop_at_tools"))
        found = joined(project, listed("approval", refund="high"), listed("trace", "ref*"))
        row = found.of("app.agents:triage").of(REFUND.key)
        assert [one.set.source for one in row.stop] == ["StopAtTools of `Triage`"]
        assert [one.entry.value for one in row.approval] == ["high"]
        assert [one.entry.name for one in row.other] == ["ref*"]
        assert not row.enable

    def test_a_disabled_tool_is_a_row_and_no_ghost(self) -> None:
        off = tool("refund", enabled=False)
        found = joined(registry(agent(off)), listed("enable", "refund"))
        assert found.of("app.agents:triage").of(off.key).enable
        assert not found.of("app.agents:triage").ghosts
        assert not found.strays

    def test_sets_of_business_ids_mark_the_tools_that_carry_them(self) -> None:
        found = joined(registry(agent(REFUND)), listed("approval", "billing.refund"))
        assert found.of("app.agents:triage").of(REFUND.key).approval
        assert not found.strays

    def test_a_bare_stop_name_marks_namespaced_tools(self) -> None:
        inner = tool("crm.lookup", namespace="crm")
        found = joined(registry(agent(inner)), listed("stop", "lookup"), listed("enable", "crm.lookup"))
        row = found.of("app.agents:triage").of(inner.key)
        assert (len(row.stop), len(row.enable)) == (1, 1)


class TestGhosts:
    def test_reasons(self) -> None:
        project = registry(
            agent(REFUND, tool("mail", fn="send_mail")),
            unlisted=(Unlisted(visible="archive", function_name="archive_order"),),
        )
        found = reasons(
            project, "refund_order_v2", "refund_tool", "billing.refund", "archive_order", "refunds", "zzz"
        )
        assert found == {
            "refund_order_v2": "function behind `refund`",
            "refund_tool": "variable that holds `refund`",
            "billing.refund": "business id of `refund`",
            "archive_order": "built, but in no agent's list",
            "refunds": "nothing of that name; nearest: `refund`",
            "zzz": "nothing of that name",
        }

    def test_a_project_wide_name_is_a_ghost_where_the_function_is(self) -> None:
        project = registry(agent(tool("lookup")), agent(REFUND, name="Billing"))
        found = joined(project, listed("approval", "refund_order_v2"))
        assert not found.of("app.agents:triage").ghosts
        (ghost,) = found.of("app.agents:billing").ghosts
        assert (ghost.tools, len(ghost.listings)) == ((REFUND.key,), 1)

    def test_an_own_name_that_another_agent_sees(self) -> None:
        triage = agent(tool("lookup"), stop=("refund",), stop_behavior="stop_at_tools")
        found = joined(registry(triage, agent(REFUND, name="Billing")))
        (ghost,) = found.of("app.agents:triage").ghosts
        assert ghost.reason == "visible to `Billing`, not here"

    def test_raw_names_are_ghosts_only_of_a_server_that_was_listed(self) -> None:
        servers = [
            McpServer(name=name, type="S", started=True, raw_tools=raw, filter="static", allowed=("drop",))
            for name, raw in (("crm", ("find",)), ("docs", None))
        ]
        found = joined(registry(agent(mcp_servers=tuple(servers))))
        (ghost,) = found.of("app.agents:triage").ghosts
        assert ghost.reason == "nothing of that name on MCP server `crm`"
