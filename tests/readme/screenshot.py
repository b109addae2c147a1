"""Draw README's picture anew from the real app on a sample project.

Run by hand: python tests/readme/screenshot.py
"""

import asyncio
import re
from pathlib import Path

from textual.pilot import Pilot

from inspector.inspection import InspectOptions, Inspector
from inspector.tui.app import ToolInspectApp

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / ".readme" / "registry.svg"
SIZE = (140, 36)
_REMOTE_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


async def _until_shown(pilot: Pilot[None], app: ToolInspectApp) -> None:
    while app.snapshot is None or app.main.registry.details.subject is None:
        await pilot.pause(0.05)


async def draw(sample: Path) -> str:
    """The refund that no approval table covers, as SVG without fonts from elsewhere."""
    with Inspector(InspectOptions(path=str(sample))) as inspector:
        app = ToolInspectApp(inspector, sample, watch=False)
        async with app.run_test(size=SIZE) as pilot:
            await _until_shown(pilot, app)
            await pilot.pause()
            return _REMOTE_FONTS.sub(
                "", app.export_screenshot(title="toolinspect sample_projects/billing_split")
            )


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(asyncio.run(draw(ROOT / "sample_projects" / "billing_split")), encoding="utf-8")
