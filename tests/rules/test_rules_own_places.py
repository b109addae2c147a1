"""Where findings point that are about a handoff itself, or about a list that an agent has from elsewhere."""

import pytest
from hand_listed import found
from hand_made import NEWEST, agent, handoff, places, tool

from inspector.model import Contract, ControlSet, Finding, ListedName, Location, Parameter, Tool
from inspector.rules import idle_guardrails, swapped_arguments

BUILT = Location("app/agents.py", 7)


def built(**changes: object) -> Tool:
    """A handoff that `handoff()` builds on line 7, to an agent in another file."""
    defaults: dict[str, object] = {"path": "app/billing.py", "line": 3, "built_at": BUILT}
    return handoff("transfer_to_billing", "Billing", **(defaults | changes))


class TestHandoffItself:
    def test_a_guardrail_stands_where_the_handoff_is_built(self) -> None:
        idle = Contract(input_guardrails=("no_cards",), guardrails_run=False)
        (finding,) = idle_guardrails.check(agent(built(contract=idle)), NEWEST)
        assert places(finding) == ["app/agents.py:7", "app/billing.py:3"]

    def test_that_of_a_bare_agent_stands_at_the_agent(self) -> None:
        idle = Contract(input_guardrails=("no_cards",), guardrails_run=False)
        (finding,) = idle_guardrails.check(agent(built(contract=idle, built_at=None)), NEWEST)
        assert places(finding) == ["app/billing.py:3"]

    def test_a_stop_list_that_names_it_leads_there(self) -> None:
        (finding,) = found(agent(built(), stop=("transfer_to_billing",)))
        assert finding.code == "TI209"
        assert places(finding) == ["app/agents.py:10", "app/agents.py:7", "app/billing.py:3"]

    def test_a_predicate_without_a_place_is_at_the_handoff(self) -> None:
        parameters = (Parameter(name="agent"), Parameter(name="ctx"))
        (finding,) = swapped_arguments.check(agent(built(predicate="beta", predicate_parameters=parameters)))
        assert places(finding)[0] == "app/agents.py:7"

    def test_other_tools_stand_at_their_code(self) -> None:
        assert tool("refund", line=8, built_at=BUILT).places == (Location("app/tools.py", 8),)


class TestInheritedList:
    def stop(self, place: Location, **changes: object) -> Finding:
        """What is said of a wrong name at `place`, on an agent at app/agents.py:10."""
        entries = (ListedName(name="refunt", location=place),)
        own = {"source": "StopAtTools of `Triage`", "consumer": "app.agents:triage"} | changes
        (finding,) = found(
            agent(tool("refund", line=8)), sets=(ControlSet(kind="stop", entries=entries, **own),)
        )
        assert finding.code == "TI201"
        return finding

    @pytest.mark.parametrize("place", [Location("app/agents.py", 4), Location("app/names.py", 30)])
    def test_the_heir_is_the_last_place(self, place: Location) -> None:
        assert places(self.stop(place)) == [str(place), "app/agents.py:10"]

    def test_a_name_within_the_construction_says_it_all(self) -> None:
        assert places(self.stop(Location("app/agents.py", 12))) == ["app/agents.py:12"]

    def test_a_declared_set_is_nobodys_heirloom(self) -> None:
        place = Location("tools.toml", 3)
        assert places(self.stop(place, key="sets-of.Triage.stop")) == ["tools.toml:3"]
