"""Whether an identifier is built like the name of a tool: from the words it is made of."""

import re
from typing import Literal

from inspector.controls.spelling import words

Shape = Literal["snake", "camel", "pascal", "capitals", "kebab", "plain"]

_PASCAL = re.compile(r"(?:[A-Z][a-z0-9]+){2,}[A-Z]*$")
_CAMEL = re.compile(r"[a-z]{2,}[a-z0-9]*[A-Z][a-z]\w*$")

_ACTIONS = frozenset(
    {
        *(
            "get",
            "fetch",
            "find",
            "list",
            "read",
            "write",
            "create",
            "add",
            "insert",
            "make",
            "build",
            "update",
        ),
        *("edit", "modify", "delete", "remove", "clear", "cancel", "send", "publish", "submit", "upload"),
        *("download", "save", "import", "export", "run", "execute", "invoke", "call", "trigger", "schedule"),
        *(
            "reschedule",
            "reserve",
            "handle",
            "check",
            "verify",
            "validate",
            "compute",
            "calculate",
            "convert",
        ),
        *("translate", "summarize", "summarise", "analyze", "analyse", "evaluate", "assess", "generate"),
        *("render", "draw", "parse", "extract", "scrape", "crawl", "browse", "retrieve", "recommend"),
        *("suggest", "classify", "detect", "compare", "notify", "remind", "escalate", "transfer", "handoff"),
        *(
            "delegate",
            "assign",
            "register",
            "approve",
            "reject",
            "confirm",
            "ask",
            "respond",
            "track",
            "show",
        ),
        *("display", "apply", "conduct", "perform", "resolve", "consult", "clone", "narrate", "orchestrate"),
        "manage",
        *("simulate", "optimize", "refine", "inspect", "drain", "poll", "lookup", "determine", "prepare"),
        *(
            "set",
            "buy",
            "sell",
            "simplify",
            "normalize",
            "enrich",
            "collect",
            "gather",
            "identify",
            "fill",
            "draft",
            "greet",
            "reset",
        ),
    }
)
"""First words that make a name an action, whatever follows."""
_ACTIVITIES = frozenset(
    {
        *("search", "query", "filter", "report", "research", "plan", "review", "audit", "refund", "purchase"),
        *("lint", "match", "sync", "scan", "select", "sort", "merge", "split", "debug", "design", "lookup"),
        *("start", "stop", "open", "close", "play", "pay", "place", "test", "record", "log", "score", "rank"),
        *(
            "format",
            "email",
            "alert",
            "process",
            "issue",
            "charge",
            "request",
            "mark",
            "fix",
            "clean",
            "post",
        ),
        *("complete", "store", "load", "book", "change", "route", "reply", "answer", "monitor", "plot"),
        *("finder", "searcher", "calculator", "converter", "generator", "retriever", "scraper", "checker"),
        *("fetcher", "planner", "writer", "sender", "translator", "analyzer", "analyser", "summarizer"),
        *("reader", "editor", "picker", "executor", "evaluator", "validator", "researcher", "reviewer"),
        *("scheduler", "notifier", "browser", "crawler", "loader", "parser", "extractor", "inspector"),
        *("classifier", "recommender", "optimizer", "resolver", "fixer", "builder", "formatter", "selector"),
    }
)
"""Words that name a tool or its work, and as often the data it works on."""
_ENDINGS = frozenset({"tool", "fn", "func", "function", "agent", "api", "handoff", "impl"})
_SENDING = frozenset({"send", "get", "fetch", "create", "update", "delete", "tool", "to"})
"""Words that make a command of a name that begins with its object or means: `html_send_email`."""
_RELATING = frozenset({"by", "from", "for", "with", "in", "on"})
"""Words after which an activity is a command: `search_events_by_date`."""
_DATA = frozenset(
    {
        *("id", "ids", "uuid", "name", "names", "title", "date", "time", "timestamp", "day", "days", "hours"),
        *("status", "state", "type", "types", "kind", "category", "categories", "count", "number", "total"),
        *("amount", "price", "cost", "rate", "score", "scores", "level", "email", "phone", "address", "url"),
        *("urls", "link", "links", "path", "file", "files", "folder", "list", "data", "info", "details"),
        *("text", "body", "html", "content", "message", "messages", "summary", "notes", "note", "field"),
        *("fields", "key", "keys", "value", "values", "json", "case", "format", "schema", "code", "query"),
        *("queries", "term", "terms", "result", "results", "response", "responses", "output", "outputs"),
        *("input", "inputs", "context", "history", "params", "parameters", "args", "options", "option"),
        *("config", "settings", "mode", "flag", "enabled", "reason", "criteria", "keywords", "keyword"),
        *("items", "item", "units", "percent", "size", "limit", "version", "token", "prompt", "template"),
        *("table", "column", "row", "rows", "index", "position", "order", "user", "request", "map", "plan"),
        *(
            "question",
            "questions",
            "description",
            "topic",
            "language",
            "string",
            "payload",
            "object",
            "record",
            "records",
        ),
    }
)
"""Last words of fields, columns and parameters."""


def shape(name: str) -> Shape:
    """How a name is written; `plain` is one word that could be English."""
    if "-" in name:
        return "kebab"
    if "_" in name.strip("_"):
        return "capitals" if name.isupper() else "snake"
    if _PASCAL.match(name):
        return "pascal"
    return "camel" if _CAMEL.match(name) else "plain"


def is_action(name: str) -> bool:
    """Whether it reads as a command, `get_order`, or says that it is a tool, `order_tool`."""
    parts = words(name)
    return len(parts) > 1 and (
        parts[0] in _ACTIONS
        or parts[-1] in _ENDINGS
        or not _SENDING.isdisjoint(parts[1:-1])
        or (parts[0] in _ACTIVITIES and not _RELATING.isdisjoint(parts[1:-1]))
    )


def is_data(name: str) -> bool:
    """Whether it reads as a field or parameter: `order_id`, `search_results`."""
    parts = words(name)
    return bool(parts) and parts[-1] in _DATA and not is_action(name)


def is_toolish(name: str) -> bool:
    """Whether it is built like a tool's name rather than like a field's."""
    return is_action(name) or (not is_data(name) and any(part in _ACTIVITIES for part in words(name)))
