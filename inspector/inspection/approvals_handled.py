"""Whether some code of the project answers requests for approval."""

import ast
import re
from pathlib import Path

from inspector.model import Registry
from inspector.sources.errors import SourceError
from inspector.sources.project_modules import project_modules
from inspector.sources.python_module import parse
from inspector.sources.python_text import SIZE_LIMIT, Sources
from inspector.sources.reading import read_text

_MENTIONED = re.compile(r"interruptions|on_approval_request|mcp_?approval_?re(?:sponse|quest)", re.I)
"""What a file has that may answer: parsing it tells whether that is code."""
_ITEM = re.compile(r"mcp_?approval_?re(?:sponse|quest)", re.I)
_ITEM_TYPES = ("mcp_approval_request", "mcp_approval_response")
_READ = ("interruptions", "get_interruptions")


def approvals_handled(registry: Registry, sources: Sources) -> bool:
    """Looks only where it matters: when a hosted MCP tool asks for approval and has no callback.

    Files are read anew and not kept: hardly any of them mentions approvals, and the first that handles
    them ends the search.
    """
    if not any(tool.approval_handled is False for consumer in registry.consumers for tool in consumer.tools):
        return False
    root = sources.root
    return any(_handles(path, root) for path in project_modules(root))


def _handles(path: Path, root: Path) -> bool:
    try:
        text = read_text(path, root=root, limit=SIZE_LIMIT, what="a source file")
    except SourceError:
        return False
    tree = parse(text) if _MENTIONED.search(text) else None
    return tree is not None and any(map(_answers, ast.walk(tree)))


def _answers(node: ast.AST) -> bool:
    """Whether code reads a run's interruptions, sets a callback, or deals with the requests' items."""
    match node:
        case ast.Attribute(attr="on_approval_request", ctx=ast.Store()):
            return True
        case ast.Attribute(attr=name, ctx=ast.Load()):
            return name in _READ or _ITEM.match(name) is not None
        case ast.Name(id=name, ctx=ast.Load()):
            return _ITEM.match(name) is not None
        case ast.keyword(arg="on_approval_request", value=value):
            return not (isinstance(value, ast.Constant) and value.value is None)
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value="interruptions"), *_]):
            return True
        case ast.Constant(value=str(text)):
            return text in _ITEM_TYPES
    return False
