"""How messages quote texts that may be long."""


def excerpt(text: str, columns: int) -> str:
    """The text on one line between quotation marks, cut with an ellipsis at so many characters."""
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= columns else f'"{line[: columns - 1].rstrip()}…"'
