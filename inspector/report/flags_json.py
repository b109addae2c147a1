"""`toolinspect flags` in JSON, schema `toolinspect.flags/1`: keys and their meaning are fixed."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from inspector.flags.matrix import Row, matrix
from inspector.flags.space import scenario_at
from inspector.flags.wording import words
from inspector.inspection.explored import Explored, explored
from inspector.inspection.result import Inspection
from inspector.model import ALWAYS, Condition, Consumer, Finding, Space
from inspector.report import combinations
from inspector.report.condition_text import depends
from inspector.report.exactness import exactness
from inspector.report.flag_readers import Reader, readers
from inspector.report.flags_presence import columns_of, wherever
from inspector.report.json_document import encoded
from inspector.report.json_exploration import exploration_json, scenario_json
from inspector.report.json_finding import finding_json
from inspector.report.presence_cells import PresenceCells
from inspector.report.scenario_text import flags_of

SCHEMA = "toolinspect.flags/1"


def render(inspection: Inspection) -> bytes:
    """The document as indented UTF-8 with a final newline; hidden characters are written as escapes."""
    return encoded(document(inspection))


def document(inspection: Inspection) -> dict[str, Any]:
    """The document as plain JSON values; conditions are words, null for always."""
    space = inspection.space or Space(variables=(), legal=ALWAYS)
    known = (explored(inspection) if inspection.space is not None else None) or Explored(flags=0)
    varying = [one for one in inspection.findings if depends(one)]
    looked = exactness(inspection).explored
    return {
        "schema": SCHEMA,
        "space": _space(space),
        "scenario": scenario_json(inspection.scenario),
        "reads": [
            {"flag": flag, "by": [_reader(one) for one in found]}
            for flag, found in readers(inspection).items()
        ],
        "never_read": list(known.unread) if exactness(inspection).complete else [],
        "consumers": list(_consumers(inspection)),
        "findings": [_finding(one, space) for one in varying],
        "exploration": exploration_json(inspection),
        "summary": {
            "consumers": len(inspection.everywhere.consumers),
            "findings": len(varying),
            "findings_in_every_scenario": len(inspection.findings) - len(varying) if looked else 0,
        },
    }


def _space(space: Space) -> dict[str, Any]:
    return {
        "flags": [{"name": one.name, "values": list(one.values)} for one in flags_of(space)],
        "combinations": combinations.written(space),
        "legal": combinations.legal(space),
        "forbidden": combinations.forbidden(space) or None,
        "tenants": [
            {"name": name, "flags": dict(scenario_at(space, positions).values)}
            for name, positions in space.tenants.items()
        ],
    }


def _reader(reader: Reader) -> dict[str, Any]:
    place = reader.location
    return {
        "kind": reader.kind,
        "name": reader.name or None,
        "path": place.path if place is not None else None,
        "line": place.line if place is not None else None,
        "of": list(reader.of),
    }


def _consumers(inspection: Inspection) -> Iterator[dict[str, Any]]:
    space = inspection.space
    if space is None:
        yield from (_sole(consumer) for consumer in inspection.registry.consumers)
        return
    rows: dict[str, list[Row]] = defaultdict(list)
    for row in matrix(inspection.everywhere, space, inspection.exploration).rows:
        rows[row.consumer].append(row)
    default = columns_of(inspection, space).positions[0]
    cells = PresenceCells(inspection)
    looked = inspection.whole is not None
    for consumer in inspection.everywhere.consumers:
        functions = {tool.key: tool.function for tool in consumer.tools}
        yield {
            "id": consumer.id,
            "name": consumer.name,
            "condition": _words(space, wherever(consumer, space)),
            "tools": [
                {
                    **_tool(row, functions[row.key], space, exact=row.exact and looked),
                    "default": cells.of(row, default),
                    "tenants": {name: cells.of(row, at) for name, at in space.tenants.items()},
                }
                for row in rows[consumer.id]
            ],
        }


def _sole(consumer: Consumer) -> dict[str, Any]:
    """A consumer of a project that has one scenario."""
    tools: list[dict[str, Any]] = [
        {
            "visible": tool.visible,
            "function": tool.function,
            "condition": None if tool.enabled else "never",
            "undecided": "always" if tool.enabled is None else None,
            "exact": True,
            "default": tool.enabled,
            "tenants": {},
        }
        for tool in consumer.tools
    ]
    return {"id": consumer.id, "name": consumer.name, "condition": None, "tools": tools}


def _tool(row: Row, function: str | None, space: Space, *, exact: bool) -> dict[str, Any]:
    """`undecided`: when its predicate gave no answer, null for never."""
    return {
        "visible": row.visible,
        "function": function,
        "condition": row.words or None,
        "undecided": (words(space, row.undecided) or "always") if space.legal.meets(row.undecided) else None,
        "exact": exact,
    }


def _finding(finding: Finding, space: Space) -> dict[str, Any]:
    """`combinations`: how many legal ones it hits, for a tenant without a name."""
    held = space.legal if finding.holds is None else finding.holds
    return {
        **finding_json(finding),
        "combinations": combinations.hit(space, held),
        "exact": finding.exact,
        "doubt": finding.doubt or None,
    }


def _words(space: Space, condition: Condition) -> str | None:
    return words(space, condition) or None
