"""Entry point of the `toolinspect` script."""

import sys


def main() -> None:
    """Run the command line; an interrupt while it is still being imported is one too."""
    try:
        from inspector.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()
