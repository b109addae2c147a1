"""The keys and scalars of a YAML text by their offsets."""

import re
from collections.abc import Iterator

from ruamel.yaml import YAML, nodes
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from inspector.audit.data_strings import ITEM, DataString
from inspector.audit.occurrence import Step
from inspector.sources.errors import Malformed

_PROPERTIES = re.compile(r"(?:[&!]\S*\s*)+")
"""An anchor and a tag, which stand before the scalar."""


def yaml_strings(text: str) -> Iterator[DataString]:
    """Of all its documents; raises Malformed."""
    parser = YAML(typ="safe", pure=True)
    # An anchor may be set twice; the parser's warning would reach the terminal.
    parser.composer.warn_double_anchors = False
    try:
        for document in parser.compose_all(text):
            if document is not None:
                yield from _node(document, (), set(), text)
    except MarkedYAMLError as error:
        mark = error.problem_mark
        raise Malformed(mark.line + 1 if mark is not None else None, str(error.problem)) from None
    except RecursionError:
        raise Malformed(None, "is nested too deeply") from None
    except (YAMLError, ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        # The parser trips over some broken texts itself.
        raise Malformed(None, next(iter(str(error).splitlines()), "isn't valid YAML")) from None


def _node(node: nodes.Node, steps: tuple[Step, ...], met: set[int], text: str) -> Iterator[DataString]:
    if id(node) in met:
        return  # An alias: it is written where its anchor is.
    met.add(id(node))
    if isinstance(node, nodes.ScalarNode):
        yield _scalar(node, steps, text, is_key=False)
    elif isinstance(node, nodes.SequenceNode):
        for item in node.value:
            yield from _node(item, (*steps, ITEM), met, text)
    else:
        for key, value in node.value:
            if isinstance(key, nodes.ScalarNode):
                if id(key) not in met:
                    met.add(id(key))
                    yield _scalar(key, steps, text, is_key=True)
                yield from _node(value, (*steps, Step("key", str(key.value))), met, text)
            else:
                yield from _node(key, steps, met, text)
                yield from _node(value, steps, met, text)


def _scalar(node: nodes.ScalarNode, steps: tuple[Step, ...], text: str, *, is_key: bool) -> DataString:
    start, end = node.start_mark.index, node.end_mark.index
    before = _PROPERTIES.match(text, start, end)
    return DataString(before.end() if before else start, end, str(node.value), is_key, steps)
