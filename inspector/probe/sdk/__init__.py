"""The installed OpenAI Agents SDK: the only package that knows its private names.

Everything here asks the SDK first and falls back to the rule of the versions that lack what is asked for.
Nothing here changes an agent or a tool.
"""

from .behind import (
    agent_behind,
    approval_behind,
    closure_cell,
    function_behind,
    handoff_target,
    mcp_binding,
    predicate_behind,
)
from .calls import (
    failure_policy,
    keeps_timeouts,
    runs_in_thread,
    runs_tool_guardrails,
    unknown_tool,
    unknown_tool_is_settled,
)
from .dispatch import (
    as_handoff,
    check_realtime,
    check_tools,
    collision_policy,
    own_listing,
    resolve,
    strict_available,
)
from .installed import quiet, run_context, version
from .kinds import (
    consumer_kind,
    is_agent,
    is_function_tool,
    is_handoff,
    is_mcp_choice,
    is_run_config,
    is_tool,
    is_tool_by_type,
    tool_kind,
)
from .names import default_tool_name, handoff_key, lookup_key, namespace
from .payload import realtime_payload, responses_payload, search_companions
from .servers import list_mcp_server, mcp_approval, mcp_listed, prefixes_mcp_tools

__all__ = [
    "agent_behind",
    "approval_behind",
    "as_handoff",
    "check_realtime",
    "check_tools",
    "closure_cell",
    "collision_policy",
    "consumer_kind",
    "default_tool_name",
    "failure_policy",
    "function_behind",
    "handoff_key",
    "handoff_target",
    "is_agent",
    "is_function_tool",
    "is_handoff",
    "is_mcp_choice",
    "is_run_config",
    "is_tool",
    "is_tool_by_type",
    "keeps_timeouts",
    "list_mcp_server",
    "lookup_key",
    "mcp_approval",
    "mcp_binding",
    "mcp_listed",
    "namespace",
    "own_listing",
    "predicate_behind",
    "prefixes_mcp_tools",
    "quiet",
    "realtime_payload",
    "resolve",
    "responses_payload",
    "run_context",
    "runs_in_thread",
    "runs_tool_guardrails",
    "search_companions",
    "strict_available",
    "tool_kind",
    "unknown_tool",
    "unknown_tool_is_settled",
    "version",
]
