"""Lets these tests use the registries that the tests of the rules put together by hand."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "rules"))
