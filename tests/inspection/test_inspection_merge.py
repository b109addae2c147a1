"""What several import roots say of references, unlisted tools and runs becomes one registry."""

from pathlib import Path

from inspector.inspection.merge import merge
from inspector.model import Consumer, ListedName, ReadReference, Registry, RootResult, SdkInfo, Tool, Unlisted

FINE = ReadReference(reference="policy:STOP", form="names", entries=(ListedName(name="refund"),))
WRONG = ReadReference(reference="policy:STOP", error="there is no module `policy`", wrong=True)
FAILED = ReadReference(reference="policy:STOP", error="KeyError: 'x'")
SPARE = Unlisted(visible="spare", function="tools.spare", path="tools.py", line=3)


def merged(*results: RootResult) -> Registry:
    return merge(Path("/project"), SdkInfo(sdk="0.24.0", python="3.11.7"), results)


def of(*references: ReadReference) -> tuple[ReadReference, ...]:
    roots = [RootResult(root=str(number), references=(one,)) for number, one in enumerate(references)]
    return merged(*roots).references


def consumer(*tools: Tool) -> Consumer:
    return Consumer(id="main:agent", name="Desk", kind="agent", tools=tools)


def test_the_first_root_that_could_read_a_reference_says_what_it_holds() -> None:
    assert of(WRONG, FAILED, FINE, WRONG) == (FINE,)


def test_code_that_failed_is_told_before_a_reference_that_means_nothing_elsewhere() -> None:
    assert of(WRONG, FAILED) == (FAILED,)
    assert of(WRONG, WRONG) == (WRONG,)


def test_references_stay_in_their_order() -> None:
    other = ReadReference(reference="a:B", form="text", text="deny")
    roots = [RootResult(root="x", references=(WRONG, other)), RootResult(root="y", references=(FINE, other))]
    assert merged(*roots).references == (FINE, other)


def test_a_tool_that_any_root_lists_is_not_unlisted() -> None:
    listed = Tool(
        key="function:spare",
        visible="spare",
        name="spare",
        function="tools.spare",
        origin="function",
        type="FunctionTool",
        identity=1,
    )
    other = RootResult(root="b", unlisted=(SPARE,))
    assert merged(RootResult(root="a", consumers=(consumer(),), unlisted=(SPARE,)), other).unlisted == (
        SPARE,
    )
    assert merged(RootResult(root="a", consumers=(consumer(listed),)), other).unlisted == ()


def test_what_holds_of_all_runs_is_taken_from_the_root_that_knows() -> None:
    found = merged(
        RootResult(root="a"), RootResult(root="b", run_tool_choice="refund", unknown_tool="ends the run")
    )
    assert (found.run_tool_choice, found.unknown_tool) == ("refund", "ends the run")
