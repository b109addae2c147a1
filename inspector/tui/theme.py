"""The app's own colours, for dark and light terminals; $TEXTUAL_THEME chooses another theme."""

import os

from textual.theme import Theme

DARK = Theme(
    name="toolinspect-dark",
    dark=True,
    primary="#6cb6ff",
    secondary="#8ddb8c",
    accent="#6cb6ff",
    foreground="#d6dde6",
    background="#10151c",
    surface="#161c25",
    panel="#1d2530",
    success="#7fd08a",
    warning="#e8b765",
    error="#ff7b72",
)
LIGHT = Theme(
    name="toolinspect-light",
    dark=False,
    primary="#0a58ca",
    secondary="#1a7f37",
    accent="#0a58ca",
    foreground="#1f2328",
    background="#fbfcfd",
    surface="#f1f4f7",
    panel="#e3e8ee",
    success="#1a7f37",
    warning="#8a5a00",
    error="#c1272d",
)


def chosen_theme() -> str:
    """The theme's name."""
    return os.environ.get("TEXTUAL_THEME") or DARK.name
