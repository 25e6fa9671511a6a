"""The `stockrail` command."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status: 0 well, 1 a difference or a bad file, 2 wrong usage."""
    from stockrail.cli.app import run

    return run(argv)
