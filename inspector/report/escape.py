"""Text from an inspected project, made safe to print: it can neither move the cursor nor reorder a line."""

import re
import unicodedata

_SUSPECT = re.compile(r"[^\x20-\x7e]")
_SUSPECT_IN_JSON = re.compile(r"[^\n\x20-\x7e]")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    """`text` on one line, with control, format and bidi characters written as escapes like `\\x1b`."""
    return _SUSPECT.sub(_escaped, text)


def visible_lines(text: str) -> list[str]:
    """`text` split at its line ends, each line made visible; tabs become four spaces."""
    return [visible(line.expandtabs(4)) for line in text.splitlines()]


def json_text(text: str) -> str:
    """JSON text of the same value in which `visible` finds nothing to escape but line ends."""
    return _SUSPECT_IN_JSON.sub(_json_escaped, text)


def _json_escaped(match: re.Match[str]) -> str:
    character = match.group()
    if unicodedata.category(character) not in _HIDDEN:
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(units[::2], units[1::2], strict=True))


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    if character in _SHORT:
        return _SHORT[character]
    if unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
