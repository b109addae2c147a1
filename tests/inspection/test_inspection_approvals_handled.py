"""Whether a project answers requests for approval: told by its code, not by its words."""

from pathlib import Path

import pytest
from written_project import write

from inspector.inspection.approvals_handled import approvals_handled
from inspector.model import Consumer, Registry, SdkInfo, Tool
from inspector.sources.python_text import Sources


def hosted(*, handled: bool) -> Tool:
    return Tool(
        key="hosted:mcp", identity=1, visible="mcp", name="mcp", origin="hosted", type="HostedMCPTool",
        approval_handled=handled,
    )  # fmt: skip


UNHANDLED = hosted(handled=False)


def handled(root: Path, *tools: Tool) -> bool:
    desk = Consumer(id="shop:desk", name="Desk", tools=tools or (UNHANDLED,))
    registry = Registry(root=str(root), info=SdkInfo(sdk="0.24.0", python="3.11.7"), consumers=(desk,))
    return approvals_handled(registry, Sources(root))


@pytest.mark.parametrize(
    "code",
    [
        "for one in result.interruptions:\n    state.approve(one)\n",
        "pending = state.get_interruptions()\n",
        "pending = getattr(result, 'interruptions', [])\n",
        "tool = HostedMCPTool(tool_config=config, on_approval_request=ask)\n",
        "tool.on_approval_request = ask\n",
        "answer = McpApprovalResponse(approve=True)\n",
        "found = [one for one in items if isinstance(one, agents.MCPApprovalRequestItem)]\n",
        "if isinstance(one, MCPApprovalResponseItem):\n    pass\n",
        "answer = {'type': 'mcp_approval_response', 'approve': True}\n",
    ],
)
def test_code_that_answers_counts(tmp_path: Path, code: str) -> None:
    write(tmp_path, {"app/run.py": code})
    assert handled(tmp_path)


@pytest.mark.parametrize(
    "code",
    [
        "# some day: look at result.interruptions\nx = 1\n",
        '"""Reads `result.interruptions` one day, with on_approval_request = ask."""\n',
        "print('nobody reads result.interruptions or sends mcp_approval_response')\n",
        "interruptions = 3\n",
        "self.interruptions = []\n",
        "tool = HostedMCPTool(tool_config=config, on_approval_request=None)\n",
        "from agents import MCPApprovalRequestItem\n",
        "result.interruptions +\n",
    ],
)
def test_words_that_no_code_acts_on_do_not(tmp_path: Path, code: str) -> None:
    write(tmp_path, {"app/run.py": code})
    assert not handled(tmp_path)


@pytest.mark.parametrize(
    "path",
    ["tests/run.py", "app/tests/run.py", "test/run.py", "test_run.py", "app/run_test.py", "conftest.py",
     "notes.md", ".venv/run.py"],
)  # fmt: skip
def test_what_tests_and_other_files_do_does_not(tmp_path: Path, path: str) -> None:
    write(tmp_path, {path: "pending = result.interruptions\n"})
    assert not handled(tmp_path)


def test_it_is_no_matter_where_no_tool_asks(tmp_path: Path) -> None:
    write(tmp_path, {"app/run.py": "pending = result.interruptions\n"})
    assert not handled(tmp_path, hosted(handled=True))
