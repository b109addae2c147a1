"""Whether some code of the project answers requests for approval."""

import re

from inspector.model import Registry
from inspector.sources.python_text import Sources
from inspector.sources.walk import files_below

_ANSWERS = re.compile(r"\.interruptions\b|\bmcp_approval_re(?:sponse|quest)\b|\bon_approval_request\s*=")


def approvals_handled(registry: Registry, sources: Sources) -> bool:
    """Looks only where it matters: when a hosted MCP tool asks for approval and has no callback."""
    if not any(tool.approval_handled is False for consumer in registry.consumers for tool in consumer.tools):
        return False
    files = (path for path in files_below(sources.root) if path.suffix == ".py")
    return any(_ANSWERS.search(line) for path in files for line in sources.lines(path))
