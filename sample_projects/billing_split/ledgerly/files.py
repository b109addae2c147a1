"""Where configuration and prompts are kept."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONFIG = ROOT / "config"
PROMPTS = ROOT / "prompts"


def prompt(name: str) -> str:
    """A desk's prompt followed by the house's tone."""
    return "\n".join(
        (PROMPTS / file).read_text(encoding="utf-8") for file in (f"{name}.md", "shared/tone.md")
    )
