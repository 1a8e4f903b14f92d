"""`python -m mouseboard` is the command `mouseboard`."""

import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command; Ctrl-C ends it quietly even while its modules are still being loaded."""
    try:
        from mouseboard.cli import main as run

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
